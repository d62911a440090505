"use strict";

// The film: what there is, and what each stage changes. A change is its own inverse.
const film = JSON.parse(document.getElementById("film").textContent);
const {items, options, entries, cell, x, y, head, root} = film;
const frames = film.frames.map(([kind, level, item, chosen, number, runs, ring]) =>
  ({kind, level, item, options: chosen, number, runs, ring}));
const end = frames.length - 1;

const one = id => document.getElementById(id);
const room = one("matrix"), picture = room.querySelector("svg");
const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
const svg = (name, parent, attributes = {}) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return parent.appendChild(made);
};
const html = (name, parent, text = "") => {
  const made = document.createElement(name);
  made.textContent = text;
  return parent.appendChild(made);
};

// Set a class only where it changes: that is what costs a browser time.
const mark = (element, name) => {
  if (element.getAttribute("class") != name) element.setAttribute("class", name);
};
const parts = {
  column: items.map((_, k) => one(`c${k}`)), head: items.map((_, k) => one(`h${k}`)),
  band: options.map((_, k) => one(`b${k}`)), row: options.map((_, k) => one(`r${k}`)),
  entries: options.map((_, k) => one(`o${k}`)), entry: entries.map((_, k) => one(`e${k}`)),
  piece: options.map((_, k) => one(`p${k}`)),
};

// ------------------------------------------------------------ the state of the links

let now = 0;
const idle = new Set(film.idle);
const linked = entries.map(([option]) => !idle.has(option));
const inRing = items.map((_, item) => item < film.primary);
const columns = items.map(() => []);
entries.forEach(([, item], entry) => columns[item].push(entry));

function change({runs, ring}) {
  for (let k = 0; k < runs.length; k += 2)
    for (let entry = runs[k]; entry < runs[k] + runs[k + 1]; entry++) {
      linked[entry] = !linked[entry];
      changed.add(entries[entry][1]);
    }
  for (const item of ring) inRing[item] = !inRing[item];
}

// -------------------------------------------------- the levels of each stage, as a list

// A level knows its item, its options in order, how many choices there are, which
// of them is taken, and the level above it. What is taken: an option, -1 where no more
// of the item is taken, or null before the first choice and after the last.
const tops = [];
{
  let top = null;
  const upTo = depth => { while (top && top.depth > depth) top = top.above; };
  for (const {kind, level, item, options, number} of frames) {
    if (kind == "still") top = null;
    else if (kind == "choose") {
      upTo(level);
      top = {above: top, depth: level + 1, item, options, ways: number, place: -1,
             chosen: null};
    } else if (kind == "try") {
      upTo(level + 1);
      top = {...top, place: number, chosen: options.length ? options[0] : -1};
    } else if (kind == "undo") {
      upTo(level + 1);
      top = {...top, chosen: null};
    }
    tops.push(top);
  }
}

function levels(stage) {
  const found = [];
  for (let level = tops[stage]; level; level = level.above) found.push(level);
  return found.reverse();
}

const covers = frames.flatMap(({kind}, stage) => kind == "found" ? [stage] : []);
const coverOf = stage => levels(stage).filter(({chosen}) => chosen >= 0)
  .map(({chosen}) => options[chosen]).join(", ") || "no options";

// ------------------------------------------------------------------ drawing the links

const paths = items.map(() => svg("path", one("links")));
// The ring stays in sight with the names of its items.
const ring = svg("g", one("heads"), {id: "ring"});
const ringPath = svg("path", ring);
svg("circle", ring, {class: "root", cx: root, cy: head, r: cell / 4});
const heads = items.map((_, item) =>
  svg("circle", ring, {cx: x[item], cy: head, r: cell * 0.38}));
const sizes = items.map((_, item) =>
  svg("text", ring, {x: x[item], y: head + cell * 0.17, "font-size": cell * 0.48}));

// A way down from one height to another: straight, or around what is hidden between.
function down(at, from, to, around) {
  if (!around) return `M${at} ${from}V${to}`;
  const aside = cell * 0.41, bend = cell * 0.4;
  return `M${at} ${from}q${-aside} 0 ${-aside} ${bend}V${to - bend}` +
    `q0 ${bend} ${aside} ${bend}`;
}

function column(item) {
  const list = columns[item];
  let way = "", last = head, around = false;
  for (const entry of list) {
    const at = y[entries[entry][0]];
    if (!linked[entry]) { around = true; continue; }
    way += down(x[item], last, at, around);
    last = at;
    around = false;
  }
  if (last == head) return way;
  // From the last one back to the head.
  const aside = cell * 0.43, bend = cell * 0.35;
  return way + `M${x[item]} ${last}q${aside} 0 ${aside} ${-bend}V${head + bend}` +
    `q0 ${-bend} ${-aside} ${-bend}`;
}

function ringWay() {
  let way = "", last = root, around = false;
  for (let item = 0; item < film.primary; item++) {
    if (!inRing[item]) { around = true; continue; }
    const up = around ? cell * 0.55 : 0;
    way += `M${last} ${head}`;
    way += up ? `q0 ${-up} ${up} ${-up}H${x[item] - up}q${up} 0 ${up} ${up}`
              : `H${x[item]}`;
    last = x[item];
    around = false;
  }
  // From the last one back to the root.
  const up = cell * 0.85, bend = cell * 0.5;
  way += `M${last} ${head}`;
  if (last == root)
    return way + `q${bend} ${-2 * bend} 0 ${-2 * bend}q${-bend} 0 0 ${2 * bend}`;
  return way + `q${bend} 0 ${bend} ${-up / 2}t${-bend} ${-up / 2}H${root}` +
    `q${-bend} 0 ${-bend} ${up / 2}t${bend} ${up / 2}`;
}

// Only columns in which something changed since they were drawn are drawn again.
const changed = new Set(items.keys());

function showLinks() {
  for (const item of changed) {
    paths[item].setAttribute("d", column(item));
    sizes[item].textContent = columns[item].filter(entry => linked[entry]).length;
  }
  changed.clear();
  ringPath.setAttribute("d", ringWay());
}

// ---------------------------------------------------------------------- what is marked

const MARKS = {chosen: "▶", next: "○", tried: "–", hidden: "", live: ""};

function statusOfOptions(branch) {
  const status = options.map(() => "live");
  entries.forEach(([option, item], entry) => {
    const gone = item < film.primary && !inRing[item];
    if (gone || !linked[entry]) status[option] = "hidden";
  });
  const top = branch[branch.length - 1];
  // While the last level has no option of its own, those of its item are the choices.
  if (top && top.chosen === null)
    top.options.forEach((option, place) => {
      status[option] = place > top.place ? "next" : "tried";
    });
  for (const {chosen} of branch) if (chosen >= 0) status[chosen] = "chosen";
  return status;
}

// How often each item is covered, and in which color.
function statusOfItems(branch) {
  const times = items.map(() => 0), colors = items.map(() => null);
  const chosen = new Set(branch.map(level => level.chosen));
  for (const [option, item, color] of entries)
    if (chosen.has(option)) {
      times[item]++;
      if (color !== null) colors[item] = color;
    }
  return {times, colors};
}

function told({kind, item, options: live, number}) {
  const count = (n, what) => `${n} ${what}${n == 1 ? "" : "s"}`;
  switch (kind) {
    case "choose": return ["choose item ", items[item], `: ${count(number, "choice")}`];
    case "try": return live.length
      ? ["try option ", options[live[0]], ` (${number + 1} of ${tops[now].ways})`]
      : ["no more of item ", items[item], ` (${number + 1} of ${tops[now].ways})`];
    case "undo": return ["put back ", live.length ? options[live[0]] : items[item], ""];
    case "found": return ["✓ cover ", String(covers.indexOf(now) + 1),
                          `: ${coverOf(now)}`];
    case "stuck": return ["✗ item ", items[item], " has no option left"];
    default: return now == 0
      ? ["start: ", count(film.primary, "item"),
         ` to cover, ${count(options.length, "option")}`]
      : ["end: all is as it was; ", count(covers.length, "cover"), ""];
  }
}

// --------------------------------------------------------------------- showing a stage

function show() {
  const frame = frames[now], branch = levels(now);
  const [before, name, after] = told(frame);
  const line = one("told");
  line.className = frame.kind;
  line.textContent = before;
  html("b", line, name);
  line.append(after);

  const status = statusOfOptions(branch);
  status.forEach((state, option) => {
    for (const part of ["band", "row", "entries"])
      mark(parts[part][option], `option ${state}`);
    parts.row[option].querySelector(".mark").textContent = MARKS[state];
    if (parts.piece[option])
      mark(parts.piece[option], state == "chosen" ? "lies shown" : "lies");
  });
  linked.forEach((isLinked, entry) => mark(parts.entry[entry], isLinked ? "in" : "out"));

  const {times, colors} = statusOfItems(branch);
  const top = branch[branch.length - 1];
  items.forEach((_, item) => {
    const primary = item < film.primary;
    const covered = primary ? !inRing[item] : times[item] > 0 && colors[item] === null;
    const classes = ["item", primary ? "primary" : "secondary"];
    if (covered) classes.push("covered");
    if (colors[item] !== null) classes.push("pure");
    if (top && top.item == item && top.chosen === null) classes.push("active");
    if (frame.kind == "stuck" && frame.item == item) classes.push("stuck");
    mark(parts.column[item], classes.join(" "));
    mark(parts.head[item], classes.join(" "));
    const again = primary && film.most[item] > 1 && times[item];
    parts.head[item].querySelector(".is").textContent =
      colors[item] !== null ? ` = ${colors[item]}` : again ? ` (${times[item]} taken)` : "";
    mark(paths[item], covered ? "covered" : "open");
    mark(heads[item], covered ? "covered" : "open");
    mark(sizes[item], covered ? "covered" : "open");
  });
  showLinks();
  showBranch(branch);
  const list = one("covers").querySelectorAll("li");
  covers.forEach((stage, k) => {
    list[k].className = stage == now ? "here past" : stage < now ? "past" : "";
  });
  const seen = covers.filter(stage => stage <= now).length;
  one("number").textContent = `${seen} of ${covers.length}${film.complete ? "" : "+"}`;
  one("place").textContent = `stage ${now} of ${end}`;
  one("slide").value = now;
  needle.setAttribute("x1", now);
  needle.setAttribute("x2", now);
}

function showBranch(branch) {
  const body = one("branch").querySelector("tbody");
  body.textContent = "";
  branch.forEach((level, k) => {
    const row = html("tr", body);
    if (k == branch.length - 1) row.className = "last";
    html("td", row, String(k + 1));
    html("td", row, items[level.item]).title = items[level.item];
    const place = html("td", row, level.place < 0 ? `${level.ways} to try `
                                                  : `${level.place + 1} of ${level.ways} `);
    const meter = html("meter", place);
    meter.max = level.ways;
    meter.value = level.place + 1;
    const taken = level.chosen === null ? "" : options[level.chosen] ?? "no more";
    html("td", row, taken).title = taken;
  });
}

// Bring what has just happened into view, where the matrix is larger than its room.
function follow() {
  const {kind, item, options: live} = frames[now];
  if (kind == "still") room.scrollTo(0, 0);
  one("branch").scrollTop = one("branch").scrollHeight;
  const scale = picture.clientWidth / width;
  if ((kind == "try" || kind == "undo") && live.length)
    room.scrollTop = near(room.scrollTop, room.clientHeight, head * scale,
                          y[live[0]] * scale);
  else if (item >= 0)
    room.scrollLeft = near(room.scrollLeft, room.clientWidth, root * scale,
                           x[item] * scale);
}

// Where to scroll so that a place is seen: nowhere if it is, else to the middle.
function near(scroll, length, covered, place) {
  const rim = 30;
  return place > scroll + covered + rim && place < scroll + length - rim ? scroll
    : place - (length + covered) / 2;
}

function go(stage) {
  const target = Math.max(0, Math.min(end, stage));
  while (now < target) change(frames[++now]);
  while (now > target) change(frames[now--]);
  show();
  follow();
}

// ----------------------------------------------------------------------------- controls

let timer = null;

function pause() {
  clearTimeout(timer);
  timer = null;
  one("play").textContent = "▶ play";
  one("told").setAttribute("aria-live", "polite");
}

function play() {
  if (timer !== null) return pause();
  if (now == end) go(0);
  one("play").textContent = "‖ pause";
  one("told").setAttribute("aria-live", "off");
  const tick = () => {
    go(now + 1);
    if (now == end) pause();
    else timer = setTimeout(tick, 1000 / one("speed").value);
  };
  timer = setTimeout(tick, 1000 / one("speed").value);
}

const ACTIONS = {
  first: () => go(0),
  last: () => go(end),
  back: () => go(now - 1),
  on: () => go(now + 1),
  coverNext: () => go(covers.find(stage => stage > now) ?? end),
  coverBefore: () => go(covers.findLast(stage => stage < now) ?? 0),
};

for (const name in ACTIONS) one(name).onclick = () => { pause(); ACTIONS[name](); };
one("play").onclick = play;
one("slide").oninput = () => { pause(); go(Number(one("slide").value)); };
one("linked").onchange = () =>
  room.classList.toggle("unlinked", !one("linked").checked);

const KEYS = {
  ArrowRight: "on", ArrowDown: "on", ArrowLeft: "back", ArrowUp: "back", Home: "first",
  End: "last", n: "coverNext", PageDown: "coverNext", p: "coverBefore",
  PageUp: "coverBefore", " ": "play", l: "linked",
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.tagName == "SELECT") return;
  const speed = one("speed");
  const faster = {"+": 1, "=": 1, "-": -1}[event.key];
  if (faster) {
    const most = speed.options.length - 1;
    speed.selectedIndex = Math.max(0, Math.min(most, speed.selectedIndex + faster));
  }
  const name = KEYS[event.key.length == 1 ? event.key.toLowerCase() : event.key];
  if (!name) return;
  // The space bar presses the button that has the focus; nothing else is done then.
  if (event.key == " " && /BUTTON|INPUT/.test(event.target.tagName)
      && event.target.id != "slide") return;
  event.preventDefault();
  one(name).click();
});

// -------------------------------------------------------------------------------- begin

// How large the matrix is shown: so that all is seen, or at least its whole width, as
// far as that is neither too small to read nor larger than it need be.
function fit() {
  const across = room.clientWidth / width, down = room.clientHeight / height;
  const scale = Math.max(Math.min(across, down), Math.min(across, 1), 0.75);
  picture.style.width = `${width * Math.min(scale, 2.4)}px`;
}

// The names of items and options stay in sight.
function keepNames() {
  const scale = picture.clientWidth / width;
  one("heads").setAttribute("transform", `translate(0 ${room.scrollTop / scale})`);
  one("rows").setAttribute("transform", `translate(${room.scrollLeft / scale} 0)`);
}

// Below the slider: how deep the search is at each stage, and where the covers are.
function profile() {
  const depth = frames.map((frame, stage) => tops[stage] ? tops[stage].depth : 0);
  const most = Math.max(1, ...new Set(depth)) * 1.1;
  const points = depth.map((d, stage) => `${stage},${most - d}`);
  one("profile").setAttribute("viewBox", `0 0 ${Math.max(1, end)} ${most}`);
  svg("polygon", one("profile"),
      {class: "depth", points: `0,${most} ${points.join(" ")} ${end},${most}`});
  for (const stage of covers)
    svg("line", one("profile"),
        {class: "cover", x1: stage, x2: stage, y1: 0, y2: most / 3});
  one("profile").onclick = event => {
    const box = one("profile").getBoundingClientRect();
    pause();
    go(Math.round((event.clientX - box.left) / box.width * end));
  };
  return svg("line", one("profile"), {class: "now", y1: 0, y2: most});
}

items.forEach((_, item) => {
  svg("tspan", parts.head[item].querySelector(".name"), {class: "is"});
});
for (const stage of covers) {
  const button = html("button", html("li", one("covers").querySelector("ol")),
                      coverOf(stage));
  button.type = "button";
  button.title = button.textContent;
  button.onclick = () => { pause(); go(stage); };
}
one("slide").max = end;
const needle = profile();
room.onscroll = keepNames;
addEventListener("resize", () => { fit(); keepNames(); });
fit();
keepNames();
show();
