/* The page of `gudgeon report`: data and numbers are in the document, this draws them. One cursor (a time) for all. */
const COLOURS = ["#1f5fa8", "#d9822b", "#3f8f4f", "#b23a3c", "#3a9ca0", "#8a63a6", "#8a6d3b", "#c25b83"];
const BODY = [[0.55, 0.58, 0.62], [0.24, 0.48, 0.73], [0.91, 0.58, 0.22], [0.40, 0.66, 0.40], [0.78, 0.36, 0.37],
  [0.40, 0.69, 0.70], [0.87, 0.74, 0.32], [0.62, 0.48, 0.69], [0.66, 0.51, 0.40], [0.82, 0.52, 0.63]];
/* of symbols, by the words of run.json; others have the colour of their body */
const SYMBOL = {pin: [0.80, 0.82, 0.85], ball: [0.80, 0.82, 0.85], ground: [0.62, 0.65, 0.69], spring: [0.34, 0.37, 0.42],
  damper: [0.55, 0.59, 0.64], rail: [0.70, 0.73, 0.76], guide: [0.70, 0.73, 0.76], arrow: [0.84, 0.20, 0.20], contact: [0.95, 0.45, 0.10], bush: [0.25, 0.25, 0.28]};
const RAMP = [[68, 1, 84], [72, 44, 122], [59, 82, 140], [44, 114, 142], [33, 145, 140], [54, 176, 120], [117, 204, 77],
  [194, 223, 36], [253, 231, 37]];
const data = JSON.parse(document.getElementById("data").textContent);
const block = await inflate(document.getElementById("block").textContent);
const KINDS = {f4: Float32Array, f8: Float64Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array};
const state = {t: 0, t0: 0, t1: 1, playing: false, axis: "time", cycle: "all", listeners: []};

async function inflate(text) {
  const raw = atob(text.trim()), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).arrayBuffer();
}

function array(place) {
  const kind = KINDS[place.kind], size = kind.BYTES_PER_ELEMENT;
  if (place.at % size === 0) return new kind(block, place.at, place.bytes / size);
  return new kind(block.slice(place.at, place.at + place.bytes));
}

function make(name, properties, ...inside) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key === "style") node.style.cssText = value;
    else node.setAttribute(key, value);
  }
  for (const child of inside) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/* Round-off beside `size` is zero. */
function clean(x, size) { return Math.abs(x) < 1e-9 * Math.abs(size) ? 0 : x; }
function digits(x, n = 4) {
  if (!isFinite(x)) return "-";
  if (x === 0) return "0";
  const a = Math.abs(x);
  if (a >= 1e5 || a < 1e-3) return String(+x.toPrecision(n)).includes("e") ? String(+x.toPrecision(n)).replace("e+", "e") : (+x.toPrecision(n)).toExponential().replace("e+", "e");
  return String(+x.toPrecision(n));
}

/* ---- numbers ---- */

function peakOf(s) {
  if (s.peak === undefined) { s.peak = 0; for (const v of s.y) if (Math.abs(v) > s.peak) s.peak = Math.abs(v); }
  return s.peak;
}

function columnsOf(table) {
  if (!table) return null;
  const out = {t: array(table.t), columns: {}};
  for (const [name, c] of Object.entries(table.columns)) {
    let values = null;
    out.columns[name] = {name, unit: c.unit, factor: c.factor, get y() {
      if (!values) {
        const si = array(c.data);
        values = new Float64Array(si.length);
        for (let i = 0; i < si.length; i++) values[i] = si[i] * c.factor;
      }
      return values;
    }};
  }
  return out;
}

/* Index of the last time that is not beyond t. */
function indexAt(t, time) {
  let low = 0, high = t.length - 1;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (t[mid] <= time) low = mid; else high = mid;
  }
  return t.length && time >= t[high] ? high : low;
}

function valueAt(t, y, time) {
  const i = indexAt(t, time), j = Math.min(i + 1, t.length - 1), span = t[j] - t[i];
  const part = span > 0 ? Math.min(Math.max((time - t[i]) / span, 0), 1) : 0;
  return y[i] + part * (y[j] - y[i]);
}

for (const run of data.runs) {
  run.probes = columnsOf(run.probes);
  run.joints = columnsOf(run.joints);
  run.energy = columnsOf(run.energy);
  const angle = run.probes && run.angle ? run.probes.columns[run.angle] : null;
  run.crank = angle ? {t: run.probes.t, y: angle.y, sign: Math.sign(angle.y[angle.y.length - 1] - angle.y[0]) || 1} : null;
}
const main = data.runs[0];
/* Arrays of the envelopes; `at` says where a node is. */
function readEnvelopes(run) {
  for (const e of run.envelopes || []) {
    for (const f of e.fields) for (const k of ["max", "min"]) { const si = array(f[k]); f[k] = Float64Array.from(si, v => v * f.factor); }
    e.along = e.along && Float64Array.from(array(e.along), v => 1000 * v);
    const places = array(e.places);
    e.at = k => e.along ? `${digits(e.along[k])} mm along` : `(${[0, 1, 2].map(i => digits(1000 * places[3 * k + i])).join(", ")}) mm`;
  }
}
if (main && main.probes) {
  state.t0 = main.probes.t[0];
  state.t1 = main.probes.t[main.probes.t.length - 1];
  state.t = state.t0;
  state.period = data.cycle || cycleOf(main) || 360;
  const turned = main.crank ? main.crank.sign * (main.crank.y[main.crank.y.length - 1] - main.crank.y[0]) : 0;
  if (turned > 2 * state.period - 1) state.axis = String(state.period);
}

function setTime(t) {
  state.t = Math.min(Math.max(t, state.t0), state.t1);
  for (const listener of state.listeners) listener();
}

/* ---- charts ---- */

function ticks(low, high, most) {
  const raw = (high - low) / Math.max(most, 1), power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 2.5, 5, 10].map(x => x * power).find(x => x >= raw) || raw;
  const out = [];
  for (let x = Math.ceil(low / step - 1e-9) * step; x <= high + 1e-9 * step; x += step) out.push(Math.abs(x) < 1e-9 * step ? 0 : x);
  return out;
}

function tickText(x, list) {
  const step = list.length > 1 ? Math.abs(list[1] - list[0]) : Math.abs(x) || 1, most = Math.max(...list.map(Math.abs));
  if (most >= 1e5 || (most < 1e-3 && most > 0)) return x.toExponential(Math.min(3, Math.max(0, Math.ceil(Math.log10(most / step))))).replace("e+", "e");
  return x.toFixed(Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9) + (String(+step.toPrecision(2)).includes("25") ? 1 : 0))));
}

function canvasOf(node, height) {
  const ratio = window.devicePixelRatio || 1, width = node.clientWidth || 400;
  node.width = Math.round(width * ratio);
  node.height = Math.round(height * ratio);
  node.style.height = height + "px";
  const g = node.getContext("2d", {willReadFrequently: true});
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  g.font = "12px 'Segoe UI', Arial, sans-serif";
  return [g, width, height];
}

/* The x axis of a run: its values, label, and pieces that are drawn as lines of their own (cycles when folded). */
function axisOf(run, t) {
  const crank = run.crank;
  if (state.axis === "time" || !crank) {
    const factor = state.t1 - state.t0 < 0.9 ? 1000 : 1;
    return {x: Float64Array.from(t, v => v * factor), label: factor === 1000 ? "t [ms]" : "t [s]", pieces: [[0, t.length]],
            at: time => time * factor, back: x => x / factor};
  }
  const turn = Float64Array.from(t, time => crank.sign * valueAt(crank.t, crank.y, time));
  if (state.axis === "angle")
    return {x: turn, label: "crank angle [deg]", pieces: [[0, t.length]], at: time => crank.sign * valueAt(crank.t, crank.y, time),
            back: x => t[indexAt(turn, x)]};
  const cycle = +state.axis, number = turn.map(a => Math.floor(a / cycle + 1e-9)), pieces = [];
  let first = 0;
  for (let i = 1; i <= turn.length; i++)
    if (i === turn.length || number[i] !== number[first]) { pieces.push([first, i]); first = i; }
  if (pieces.length > 1 && turn.length - pieces[pieces.length - 1][0] < 3) { /* the end of the run closes its last cycle */
    const [from] = pieces.pop(), whole = number[from - 1];
    pieces[pieces.length - 1][1] = turn.length;
    number.fill(whole, from);
  }
  const fold = a => a - cycle * Math.floor(a / cycle + 1e-9);
  let whole = pieces.length - 1; /* the last complete cycle; a run may end in the middle of one */
  while (whole > 0 && turn[pieces[whole][1] - 1] - turn[pieces[whole][0]] < 0.97 * cycle) whole--;
  if (turn[pieces[whole][1] - 1] - turn[pieces[whole][0]] < 0.97 * cycle) whole = pieces.length - 1;
  return {x: turn.map((a, i) => a - cycle * number[i]), label: `crank angle [deg], folded at ${cycle}`, pieces, whole, cycle, range: [0, cycle],
          at: time => fold(crank.sign * valueAt(crank.t, crank.y, time)),
          back: x => { const [a, b] = pieces[whole]; for (let i = a; i < b; i++) if (fold(turn[i]) >= x) return t[i]; return t[b - 1]; }};
}

/* An axis that is neither time nor crank angle: frequencies, places along a beam. */
function fixedAxis(s) {
  return {x: s.x, label: s.xlabel, pieces: [[0, s.x.length]], at: () => NaN, back: () => state.t};
}

/* The period of the curves in degrees: 720 where at least two of them differ by a twentieth of their range between one turn and
   the next, and by far less between every second (a four-stroke engine); else 360. */
function cycleOf(run) {
  const crank = run.crank;
  if (!crank) return 0;
  const n = crank.y.length, turn = crank.sign * (crank.y[n - 1] - crank.y[0]);
  if (turn < 1439 || !run.probes) return 360;
  const x = Float64Array.from(crank.y, v => crank.sign * v), differ = 0.05 * 0.05;
  let count = 0;
  for (const [name, c] of Object.entries(run.probes.columns)) {
    if (name === run.angle) continue;
    const y = c.y, [low, high] = ends(y), at = a => valueAt(x, y, a), size = high - low || 1;
    const own = {360: 0, 720: 0};
    for (let k = 0; k < 180; k++) for (const lag of [360, 720]) { const d = (at(x[n - 1] - 4 * k) - at(x[n - 1] - 4 * k - lag)) / size; own[lag] += isFinite(d) ? d * d / 180 : 0; }
    if (own[360] > differ && own[360] > 4 * own[720]) count++;
  }
  return count > 1 ? 720 : 360;
}

/* Mean and spread over the complete cycles, at 180 places. */
function meanOf(axis, y) {
  const n = 180, low = new Float64Array(n + 1).fill(Infinity), high = new Float64Array(n + 1).fill(-Infinity),
    sum = new Float64Array(n + 1);
  let count = 0;
  for (const [a, b] of axis.pieces) {
    if (b - a < 3 || axis.x[a] > 0.02 * axis.cycle || axis.x[b - 1] < 0.98 * axis.cycle) continue;
    count++;
    let i = a;
    for (let k = 0; k <= n; k++) {
      const at = axis.cycle * k / n;
      while (i + 2 < b && axis.x[i + 1] < at) i++;
      const span = axis.x[i + 1] - axis.x[i], part = span > 0 ? Math.min(Math.max((at - axis.x[i]) / span, 0), 1) : 0;
      const v = y[i] + part * (y[i + 1] - y[i]);
      sum[k] += v; low[k] = Math.min(low[k], v); high[k] = Math.max(high[k], v);
    }
  }
  if (count < 2) return null;
  return {x: Float64Array.from({length: n + 1}, (_, k) => axis.cycle * k / n), mean: sum.map(v => v / count), low, high, count};
}

class Chart {
  /* series: [{label, unit, t, y, run, colour}], all of one unit */
  constructor(title, series, height = 150) {
    this.title = title; this.series = series; this.height = height; this.zoom = null;
    this.canvas = make("canvas");
    this.node = make("div", {class: "chart"}, this.canvas);
    this.canvas.addEventListener("pointerdown", e => { this.drag = [e.offsetX, e.offsetX]; this.canvas.setPointerCapture(e.pointerId); });
    this.canvas.addEventListener("pointermove", e => { if (this.drag) { this.drag[1] = e.offsetX; this.draw(); } });
    this.canvas.addEventListener("pointerup", e => {
      const d = this.drag; this.drag = null;
      if (!d || !this.frame) return;
      const a = this.toX(Math.min(...d)), b = this.toX(Math.max(...d));
      if (Math.abs(d[1] - d[0]) < 5) setTime(this.axes[0].back(this.toX(e.offsetX)));
      else { this.zoom = [a, b]; this.draw(); }
    });
    this.canvas.addEventListener("dblclick", () => { this.zoom = null; this.draw(); });
    state.listeners.push(() => this.cursor());
  }
  toX(px) { const f = this.frame; return f.x0 + (px - f.left) / (f.right - f.left) * (f.x1 - f.x0); }
  prepare() { this.axes = this.series.map(s => s.x ? fixedAxis(s) : axisOf(s.run, s.t)); this.means = this.series.map((s, i) => this.axes[i].cycle ? meanOf(this.axes[i], s.y) : null); this.zoom = null; }
  draw() {
    if (!this.node.isConnected) return;
    if (!this.axes) this.prepare();
    const rows = this.series.length > 3 ? Math.ceil(this.series.length / Math.max(1, Math.floor((this.node.clientWidth || 400) / 190))) : 0;
    const [g, width, height] = canvasOf(this.canvas, this.height + 17 * rows), left = 64, right = width - 12, top = 22 + 17 * rows, bottom = height - 32;
    this.rows = rows;
    let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
    for (const axis of this.axes) { const r = axis.range || [Math.min(...ends(axis.x)), Math.max(...ends(axis.x))]; x0 = Math.min(x0, r[0]); x1 = Math.max(x1, r[1]); }
    if (this.zoom) [x0, x1] = this.zoom;
    this.series.forEach((s, i) => { const x = this.axes[i].x; for (let k = 0; k < s.y.length; k++) if (x[k] >= x0 && x[k] <= x1 && isFinite(s.y[k])) { y0 = Math.min(y0, s.y[k]); y1 = Math.max(y1, s.y[k]); } });
    if (!(y1 >= y0)) { y0 = 0; y1 = 1; }
    if (y1 - y0 < 1e-9 * Math.max(Math.abs(y0), Math.abs(y1), 1e-300)) { const d = Math.abs(y0) || 1; y0 -= 0.5 * d; y1 += 0.5 * d; }
    const pad = 0.06 * (y1 - y0); y0 -= pad; y1 += pad;
    if (!(x1 > x0)) x1 = x0 + 1;
    const X = x => left + (x - x0) / (x1 - x0) * (right - left), Y = y => bottom - (y - y0) / (y1 - y0) * (bottom - top);
    this.frame = {left, right, top, bottom, x0, x1, y0, y1};
    const turns = this.axes[0].label.startsWith("crank");
    const xt = turns ? angleTicks(x0, x1, width / 90) : ticks(x0, x1, width / 90);
    const yt = this.series[0].unit === "deg" && y1 - y0 > 60 ? angleTicks(y0, y1, (bottom - top) / 22) : ticks(y0, y1, (bottom - top) / 24);
    g.lineWidth = 1; g.textBaseline = "middle"; g.textAlign = "right";
    for (const y of yt) { g.strokeStyle = y === 0 ? "#b8c2cc" : "#e8ecf0"; line(g, left, Y(y), right, Y(y)); g.fillStyle = "#5b6875"; g.fillText(tickText(y, yt), left - 6, Y(y)); }
    g.textAlign = "center"; g.textBaseline = "top";
    for (const x of xt) { g.strokeStyle = "#eef1f4"; line(g, X(x), top, X(x), bottom); g.fillStyle = "#5b6875"; g.fillText(tickText(x, xt), X(x), bottom + 4); }
    g.fillText(this.axes[0].label, 0.5 * (left + right), bottom + 17);
    g.strokeStyle = "#9aa6b2"; g.strokeRect(left, top, right - left, bottom - top);
    g.save(); g.beginPath(); g.rect(left, top, right - left, bottom - top); g.clip();
    this.series.forEach((s, i) => this.curve(g, s, this.axes[i], this.means[i], X, Y));
    if (this.drag) { g.fillStyle = "rgba(31,95,168,0.12)"; g.fillRect(Math.min(...this.drag), top, Math.abs(this.drag[1] - this.drag[0]), bottom - top); }
    g.restore();
    this.picture = g.getImageData(0, 0, this.canvas.width, this.canvas.height);
    this.cursor();
  }
  curve(g, s, axis, mean, X, Y) {
    const many = axis.cycle && axis.pieces.length > 1, jump = turnsRound(s) ? 180 : Infinity;
    axis.pieces.forEach(([a, b], k) => {
      if (axis.cycle && state.cycle === "last" && k !== axis.whole) return;
      g.strokeStyle = s.colour; g.globalAlpha = many && k !== axis.whole ? 0.22 : 1; g.lineWidth = axis.cycle && k === axis.whole ? 1.8 : 1.3;
      polyline(g, axis.x, s.y, a, b, X, Y, jump);
    });
    g.globalAlpha = 1;
    if (mean && state.cycle === "mean") {
      g.fillStyle = s.colour; g.globalAlpha = 0.15; g.beginPath();
      mean.x.forEach((x, k) => g.lineTo(X(x), Y(mean.high[k])));
      for (let k = mean.x.length - 1; k >= 0; k--) g.lineTo(X(mean.x[k]), Y(mean.low[k]));
      g.fill(); g.globalAlpha = 1; g.setLineDash([6, 4]); g.strokeStyle = "#000"; polyline(g, mean.x, mean.mean, 0, mean.x.length, X, Y); g.setLineDash([]);
    }
  }
  cursor() {
    if (!this.frame || !this.picture || !this.node.isConnected) return;
    const g = this.canvas.getContext("2d", {willReadFrequently: true}), f = this.frame;
    g.save(); g.setTransform(1, 0, 0, 1, 0, 0); g.putImageData(this.picture, 0, 0); g.restore();
    const x = this.axes[0].at(state.t);
    if (x >= f.x0 && x <= f.x1) { const px = f.left + (x - f.x0) / (f.x1 - f.x0) * (f.right - f.left); g.strokeStyle = "#c0392b"; g.lineWidth = 1; line(g, px, f.top, px, f.bottom); }
    g.textAlign = "left"; g.textBaseline = "alphabetic"; g.font = "600 12.5px 'Segoe UI', Arial, sans-serif"; g.fillStyle = "#1c2733";
    let at = f.left; g.fillText(this.title, at, 15); at += g.measureText(this.title).width + 12;
    g.font = "12.5px 'Segoe UI', Arial, sans-serif";
    this.series.forEach((s, i) => {
      if (this.rows) { const each = Math.floor((f.right - f.left) / Math.ceil(this.series.length / this.rows)), n = Math.ceil(this.series.length / this.rows); at = f.left + each * (i % n); }
      const down = this.rows ? 15 + 17 * (1 + Math.floor(i / Math.ceil(this.series.length / this.rows))) : 15;
      if (s.x) { g.fillStyle = s.colour; g.fillText(s.label || "", at, down); at += g.measureText(s.label || "").width + 14; return; }
      const inside = state.t <= s.t[s.t.length - 1] * (1 + 1e-9), text = (s.label ? s.label + " " : "") + (inside ? digits(clean(valueAt(s.t, s.y, state.t), peakOf(s)), 5) + (s.unit && !this.title.endsWith(`[${s.unit}]`) ? " " + s.unit : "") : "-");
      g.fillStyle = s.colour; g.fillText(text, at, down); at += g.measureText(text).width + 14;
    });
  }
}

function ends(x) { let a = Infinity, b = -Infinity; for (const v of x) { if (v < a) a = v; if (v > b) b = v; } return [a, b]; }
function angleTicks(low, high, most) {
  const step = [5, 10, 15, 30, 45, 60, 90, 120, 180, 360, 720, 1440, 3600].find(s => (high - low) / s <= most) || (high - low) / 5, out = [];
  for (let x = Math.ceil(low / step - 1e-9) * step; x <= high + 1e-6; x += step) out.push(x);
  return out;
}
function line(g, a, b, c, d) { g.beginPath(); g.moveTo(a, b); g.lineTo(c, d); g.stroke(); }

/* An angle between -180 and 180 degrees that jumps from one end to the other: no line is drawn across the jump. */
function turnsRound(s) {
  if (s.turnsRound === undefined) s.turnsRound = s.unit === "deg" && s.y.every(v => !isFinite(v) || Math.abs(v) < 180.001) && s.y.some((v, i) => i > 0 && Math.abs(v - s.y[i - 1]) > 180);
  return s.turnsRound;
}

/* More points than pixels: least and largest of each pixel column. No line across a difference above `jump`. */
function polyline(g, x, y, a, b, X, Y, jump = Infinity) {
  g.beginPath();
  if (b - a < 4000) {
    let pen = false;
    for (let i = a; i < b; i++) { if (!isFinite(y[i])) { pen = false; continue; } if (pen && !(Math.abs(y[i] - y[i - 1]) > jump)) g.lineTo(X(x[i]), Y(y[i])); else g.moveTo(X(x[i]), Y(y[i])); pen = true; }
  } else {
    let column = null, low = 0, high = 0;
    for (let i = a; i <= b; i++) {
      const c = i < b ? Math.round(X(x[i])) : null;
      if (c !== column) { if (column !== null) { g.lineTo(column, Y(low)); g.lineTo(column, Y(high)); } column = c; low = Infinity; high = -Infinity; }
      if (i < b && isFinite(y[i])) { low = Math.min(low, y[i]); high = Math.max(high, y[i]); }
    }
  }
  g.stroke();
}

/* Curve of two columns with equal scales: an orbit inside its circle, or a polar load diagram. The last cycle is drawn
   strongly, the ones before it faintly; dots on it are crank angles. */
class Round {
  constructor(title, t, x, y, unit, circle) {
    Object.assign(this, {title, t, x, y, unit, circle});
    this.canvas = make("canvas");
    this.node = make("div", {class: "round"}, this.canvas);
    this.marks = this.findMarks();
    state.listeners.push(() => this.cursor());
  }
  /* {from: first sample of the last cycle, list: [{t, angle}]} */
  findMarks() {
    const crank = main && main.crank, cycle = state.period;
    if (!crank) return {from: 0, list: []};
    const turn = time => crank.sign * valueAt(crank.t, crank.y, time), end = turn(this.t[this.t.length - 1]), begin = Math.max(turn(this.t[0]), end - cycle);
    let from = 0; while (from + 1 < this.t.length && turn(this.t[from]) < begin) from++;
    const list = [], step = cycle / 12;
    let next = Math.ceil(begin / step - 1e-6) * step;
    for (let i = from; i + 1 < this.t.length && next < end - 1e-6; i++) {
      const a = turn(this.t[i]), b = turn(this.t[i + 1]);
      while (next <= b + 1e-9 && next < end - 1e-6) { list.push({t: this.t[i] + (b > a ? (next - a) / (b - a) : 0) * (this.t[i + 1] - this.t[i]), angle: Math.round(next - cycle * Math.floor(next / cycle + 1e-9))}); next += step; }
    }
    return {from, list};
  }
  draw() {
    if (!this.node.isConnected) return;
    const side = Math.min(this.node.clientWidth, 380), [g, width, height] = canvasOf(this.canvas, side);
    let most = this.circle || 0;
    for (let i = 0; i < this.x.length; i++) { const r = Math.hypot(this.x[i], this.y[i]); if (isFinite(r)) most = Math.max(most, r); }
    most = most || 1;
    const cx = 0.5 * width, cy = 0.5 * height + 10, scale = (0.5 * height - 44) / most, X = v => cx + v * scale, Y = v => cy - v * scale;
    this.frame = {X, Y};
    g.textAlign = "center"; g.textBaseline = "middle"; g.fillStyle = "#5b6875"; g.strokeStyle = "#e3e8ed"; g.lineWidth = 1;
    for (let a = 0; a < 360; a += 30) {
      const c = Math.cos(a * Math.PI / 180), s = Math.sin(a * Math.PI / 180);
      line(g, cx, cy, cx + c * scale * most, cy - s * scale * most);
      g.fillText(a + "\u00b0", cx + c * (scale * most + 16), cy - s * (scale * most + 14));
    }
    const rings = ticks(0, most, 3).filter(r => r > 0);
    for (const r of rings) { g.beginPath(); g.arc(cx, cy, r * scale, 0, 2 * Math.PI); g.stroke(); }
    if (this.circle) { g.strokeStyle = "#b23a3c"; g.setLineDash([6, 4]); g.lineWidth = 1.5; g.beginPath(); g.arc(cx, cy, this.circle * scale, 0, 2 * Math.PI); g.stroke(); g.setLineDash([]); }
    const many = this.marks.from > 0;
    g.strokeStyle = "#1f5fa8"; g.globalAlpha = 0.25; g.lineWidth = 1; if (many) this.curve(g, 0, this.marks.from + 1);
    g.globalAlpha = 1; g.lineWidth = 1.4; this.curve(g, many ? this.marks.from : 0, this.x.length);
    g.fillStyle = "#5b6875";
    const taken = [];
    for (const r of rings) { const at = [X(r * 0.7071) + 2, Y(r * 0.7071)], text = tickText(r, rings), w = g.measureText(text).width; taken.push([at[0] - 0.5 * w, at[1] - 6, w, 12]); g.fillStyle = "rgba(255,255,255,0.8)"; g.fillRect(at[0] - 0.5 * w - 1, at[1] - 7, w + 2, 14); g.fillStyle = "#5b6875"; g.fillText(text, ...at); }
    this.drawMarks(g, X, Y, taken);
    g.fillStyle = "#1c2733"; g.font = "600 12.5px 'Segoe UI', Arial, sans-serif"; g.textAlign = "left"; g.textBaseline = "top";
    g.fillText(this.title + " [" + this.unit + "]", 4, 2, width - 8);
    g.font = "12px 'Segoe UI', Arial, sans-serif";
    if (this.marks.list.length) { g.fillStyle = "#5b6875"; g.fillText("dots: crank angle", 4, height - 16); }
    if (this.circle) { g.fillStyle = "#b23a3c"; g.textAlign = "right"; g.fillText("clearance " + digits(this.circle) + " " + this.unit, width - 4, height - 16); }
    this.picture = g.getImageData(0, 0, this.canvas.width, this.canvas.height);
    this.cursor();
  }
  curve(g, a, b) {
    let pen = false;
    g.beginPath();
    for (let i = a; i < b; i++) { if (!isFinite(this.x[i])) { pen = false; continue; } if (pen) g.lineTo(this.frame.X(this.x[i]), this.frame.Y(this.y[i])); else g.moveTo(this.frame.X(this.x[i]), this.frame.Y(this.y[i])); pen = true; }
    g.stroke();
  }
  /* Dots on the curve; a label at one of four places beside its dot where it covers nothing. taken: [left, top, width, height]. */
  drawMarks(g, X, Y, taken) {
    const dots = this.marks.list.map(m => ({x: X(valueAt(this.t, this.x, m.t)), y: Y(valueAt(this.t, this.y, m.t)), text: m.angle + "\u00b0"})).filter(d => isFinite(d.x));
    g.font = "11px 'Segoe UI', Arial, sans-serif"; g.textAlign = "left"; g.textBaseline = "middle"; g.fillStyle = "#1c2733";
    for (const d of dots) { g.beginPath(); g.arc(d.x, d.y, 2.4, 0, 2 * Math.PI); g.fill(); taken.push([d.x - 2, d.y - 2, 4, 4]); }
    for (const d of dots) {
      const w = g.measureText(d.text).width;
      for (const [x, y] of [[d.x + 5, d.y - 7], [d.x - w - 5, d.y - 7], [d.x + 5, d.y + 8], [d.x - w - 5, d.y + 8]]) {
        if (taken.some(b => x < b[0] + b[2] && x + w > b[0] && y - 5 < b[1] + b[3] && y + 5 > b[1])) continue;
        taken.push([x, y - 5, w, 10]); g.fillText(d.text, x, y);
        break;
      }
    }
  }
  cursor() {
    if (!this.picture || !this.node.isConnected) return;
    const g = this.canvas.getContext("2d", {willReadFrequently: true});
    g.save(); g.setTransform(1, 0, 0, 1, 0, 0); g.putImageData(this.picture, 0, 0); g.restore();
    g.fillStyle = "#c0392b"; g.beginPath();
    g.arc(this.frame.X(valueAt(this.t, this.x, state.t)), this.frame.Y(valueAt(this.t, this.y, state.t)), 4, 0, 2 * Math.PI); g.fill();
  }
}

/* ---- spectra ---- */

/* Amplitudes of v (equal steps): mean removed, Hann's window, 2|X|/sum(w), so that a sine shows its amplitude. n: a power of 2. */
function amplitudes(v) {
  const n = v.length, re = new Float64Array(n), im = new Float64Array(n), mean = v.reduce((a, b) => a + b, 0) / n;
  let sum = 0;
  for (let i = 0, j = 0; i < n; i++) {
    const w = 0.5 * (1 - Math.cos(2 * Math.PI * i / n));
    sum += w; re[j] = w * (v[i] - mean);
    let bit = n >> 1; while (j & bit) { j ^= bit; bit >>= 1; } j ^= bit;
  }
  for (let size = 2; size <= n; size *= 2)
    for (let k = 0; k < size / 2; k++) {
      const c = Math.cos(2 * Math.PI * k / size), s = -Math.sin(2 * Math.PI * k / size);
      for (let a = k; a < n; a += size) { const b = a + size / 2, x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c; re[b] = re[a] - x; im[b] = im[a] - y; re[a] += x; im[a] += y; }
    }
  return Float64Array.from({length: n / 2}, (_, m) => 2 * Math.hypot(re[m], im[m]) / sum);
}

/* {x, y, label, note} of a column over frequency, or over orders of the crank (whole turns at the end of the run). */
function spectrumOf(run, table, y, orders) {
  const n = 4096, t = table.t, crank = run.crank;
  if (!orders || !crank) {
    const span = t[t.length - 1] - t[0], v = Float64Array.from({length: n}, (_, i) => valueAt(t, y, t[0] + span * i / n)), top = Math.min(n / 2, Math.ceil(t.length / 2));
    return {x: Float64Array.from({length: top}, (_, m) => m / span), y: amplitudes(v).subarray(0, top), label: "frequency [Hz]", note: `${digits(span * 1000, 4)} ms`};
  }
  const turn = Float64Array.from(crank.y, a => crank.sign * a / 360), last = turn[turn.length - 1], cycle = state.period / 360, turned = last - turn[0] + 1e-6, turns = cycle * Math.floor(turned / cycle) || Math.floor(turned);
  if (turns < 1) return null;
  const at = i => valueAt(t, y, valueAt(turn, crank.t, last - turns + turns * i / n)), v = Float64Array.from({length: n}, (_, i) => at(i));
  const top = Math.min(n / 2, Math.ceil(0.5 * t.length));
  return {x: Float64Array.from({length: top}, (_, m) => m / turns), y: amplitudes(v).subarray(0, top), label: "order [per turn of the crank]", note: `the last ${turns} turns`};
}

