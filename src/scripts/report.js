"use strict";
/* The page of `gudgeon report`: data and numbers stand in the document, this draws them. One cursor (a time) for all. */
(async function () {
const COLOURS = ["#1f5fa8", "#d9822b", "#3f8f4f", "#b23a3c", "#3a9ca0", "#8a63a6", "#8a6d3b", "#c25b83"];
const BODY = [[0.55, 0.58, 0.62], [0.24, 0.48, 0.73], [0.91, 0.58, 0.22], [0.40, 0.66, 0.40], [0.78, 0.36, 0.37],
  [0.40, 0.69, 0.70], [0.87, 0.74, 0.32], [0.62, 0.48, 0.69], [0.66, 0.51, 0.40], [0.82, 0.52, 0.63]];
const SYMBOL = {1: [0.80, 0.82, 0.85], 3: [0.80, 0.82, 0.85], 4: [0.62, 0.65, 0.69], 5: [0.34, 0.37, 0.42],
  6: [0.55, 0.59, 0.64], 7: [0.70, 0.73, 0.76], 8: [0.70, 0.73, 0.76], 9: [0.84, 0.20, 0.20]};
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

function digits(x, n = 4) {
  if (!isFinite(x)) return "-";
  if (x === 0) return "0";
  const a = Math.abs(x);
  if (a >= 1e5 || a < 1e-3) return String(+x.toPrecision(n)).includes("e") ? String(+x.toPrecision(n)).replace("e+", "e") : (+x.toPrecision(n)).toExponential().replace("e+", "e");
  return String(+x.toPrecision(n));
}

/* ---- numbers ---- */

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
if (main && main.probes) {
  state.t0 = main.probes.t[0];
  state.t1 = main.probes.t[main.probes.t.length - 1];
  state.t = state.t0;
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
  const fold = a => a - cycle * Math.floor(a / cycle + 1e-9);
  return {x: turn.map(fold), label: `crank angle [deg], folded at ${cycle}`, pieces, cycle, range: [0, cycle],
          at: time => fold(crank.sign * valueAt(crank.t, crank.y, time)),
          back: x => { const [a, b] = pieces[pieces.length - 1]; for (let i = a; i < b; i++) if (fold(turn[i]) >= x) return t[i]; return t[b - 1]; }};
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
  prepare() { this.axes = this.series.map(s => axisOf(s.run, s.t)); this.means = this.series.map((s, i) => this.axes[i].cycle ? meanOf(this.axes[i], s.y) : null); this.zoom = null; }
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
    const xt = turns ? angleTicks(x0, x1, width / 90) : ticks(x0, x1, width / 90), yt = ticks(y0, y1, (bottom - top) / 30);
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
    const last = axis.pieces.length - 1;
    axis.pieces.forEach(([a, b], k) => {
      if (axis.cycle && state.cycle === "last" && k !== last) return;
      g.strokeStyle = s.colour; g.globalAlpha = axis.cycle && last > 0 && k !== last ? 0.22 : 1; g.lineWidth = axis.cycle && k === last ? 1.8 : 1.3;
      polyline(g, axis.x, s.y, a, b, X, Y);
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
      const inside = state.t <= s.t[s.t.length - 1] * (1 + 1e-9), text = (s.label ? s.label + " " : "") + (inside ? digits(valueAt(s.t, s.y, state.t), 5) + (s.unit ? " " + s.unit : "") : "-");
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

/* More points than pixels: least and largest of each pixel column. */
function polyline(g, x, y, a, b, X, Y) {
  g.beginPath();
  if (b - a < 4000) {
    let pen = false;
    for (let i = a; i < b; i++) { if (!isFinite(y[i])) { pen = false; continue; } if (pen) g.lineTo(X(x[i]), Y(y[i])); else g.moveTo(X(x[i]), Y(y[i])); pen = true; }
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

/* Curve of two columns with equal scales: an orbit inside its circle, or a polar load diagram. */
class Round {
  constructor(title, t, x, y, unit, circle) {
    Object.assign(this, {title, t, x, y, unit, circle});
    this.canvas = make("canvas");
    this.node = make("div", {class: "round"}, this.canvas);
    state.listeners.push(() => this.cursor());
  }
  draw() {
    if (!this.node.isConnected) return;
    const side = Math.min(this.node.clientWidth, 380), [g, width, height] = canvasOf(this.canvas, side);
    let most = this.circle || 0;
    for (let i = 0; i < this.x.length; i++) { const r = Math.hypot(this.x[i], this.y[i]); if (isFinite(r)) most = Math.max(most, r); }
    most = most || 1;
    const cx = 0.5 * width, cy = 0.5 * height + 8, scale = (0.5 * height - 42) / most, X = v => cx + v * scale, Y = v => cy - v * scale;
    this.frame = {X, Y};
    g.textAlign = "center"; g.textBaseline = "middle"; g.fillStyle = "#5b6875"; g.strokeStyle = "#e3e8ed"; g.lineWidth = 1;
    for (let a = 0; a < 360; a += 30) {
      const c = Math.cos(a * Math.PI / 180), s = Math.sin(a * Math.PI / 180);
      line(g, cx, cy, cx + c * scale * most, cy - s * scale * most);
      g.fillText(a + "\u00b0", cx + c * (scale * most + 16), cy - s * (scale * most + 14));
    }
    const rings = ticks(0, most, 3).filter(r => r > 0);
    for (const r of rings) { g.beginPath(); g.arc(cx, cy, r * scale, 0, 2 * Math.PI); g.stroke(); g.fillText(tickText(r, rings), X(r * 0.7071) + 2, Y(r * 0.7071)); }
    if (this.circle) { g.strokeStyle = "#b23a3c"; g.setLineDash([6, 4]); g.lineWidth = 1.5; g.beginPath(); g.arc(cx, cy, this.circle * scale, 0, 2 * Math.PI); g.stroke(); g.setLineDash([]); }
    g.strokeStyle = "#1f5fa8"; g.lineWidth = 1.2; g.beginPath();
    let pen = false;
    for (let i = 0; i < this.x.length; i++) { if (!isFinite(this.x[i])) { pen = false; continue; } if (pen) g.lineTo(X(this.x[i]), Y(this.y[i])); else g.moveTo(X(this.x[i]), Y(this.y[i])); pen = true; }
    g.stroke();
    g.fillStyle = "#1c2733"; g.font = "600 12.5px 'Segoe UI', Arial, sans-serif"; g.textAlign = "left"; g.textBaseline = "top";
    g.fillText(this.title + " [" + this.unit + "]", 4, 2);
    if (this.circle) { g.font = "12px 'Segoe UI', Arial, sans-serif"; g.fillStyle = "#b23a3c"; g.textAlign = "right"; g.fillText("clearance " + digits(this.circle) + " " + this.unit, width - 4, height - 16); }
    this.picture = g.getImageData(0, 0, this.canvas.width, this.canvas.height);
    this.cursor();
  }
  cursor() {
    if (!this.picture || !this.node.isConnected) return;
    const g = this.canvas.getContext("2d", {willReadFrequently: true});
    g.save(); g.setTransform(1, 0, 0, 1, 0, 0); g.putImageData(this.picture, 0, 0); g.restore();
    g.fillStyle = "#c0392b"; g.beginPath();
    g.arc(this.frame.X(valueAt(this.t, this.x, state.t)), this.frame.Y(valueAt(this.t, this.y, state.t)), 4, 0, 2 * Math.PI); g.fill();
  }
}

/* ---- the mechanism ---- */

const VERTEX = `#version 300 es
in vec3 place; in float level; uniform mat4 move; uniform mat4 view; uniform mat4 eye; out vec3 seen; out float shade;
void main() { vec4 p = eye * (move * vec4(place, 1.0)); seen = p.xyz; shade = level; gl_Position = view * p; }`;
const FRAGMENT = `#version 300 es
precision highp float; in vec3 seen; in float shade; uniform vec4 colour; uniform sampler2D ramp; uniform float mode; out vec4 pixel;
void main() {
  if (mode > 1.5) { pixel = colour; return; }
  vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
  if (n.z < 0.0) n = -n;
  float key = max(dot(n, normalize(vec3(-0.4, 0.6, 0.8))), 0.0), fill = max(dot(n, normalize(vec3(0.7, -0.2, 0.6))), 0.0);
  vec3 c = mode > 0.5 && shade < 254.5 ? texture(ramp, vec2((shade + 0.5) / 255.0, 0.5)).rgb : colour.rgb;
  pixel = vec4(c * (0.34 + 0.58 * key + 0.22 * fill), colour.a);
}`;

class Viewer {
  constructor(scene, node) {
    this.scene = scene; this.node = node; this.frame = -1; this.field = "";
    this.canvas = make("canvas"); node.append(this.canvas);
    const gl = this.gl = this.canvas.getContext("webgl2", {antialias: true, preserveDrawingBuffer: true});
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.program = this.compile();
    this.at = {}; for (const name of ["move", "view", "eye", "colour", "ramp", "mode"]) this.at[name] = gl.getUniformLocation(this.program, name);
    const pixels = new Uint8Array(256 * 4);
    for (let i = 0; i < 256; i++) { const x = i / 255 * (RAMP.length - 1), k = Math.min(Math.floor(x), RAMP.length - 2); for (let c = 0; c < 3; c++) pixels[4 * i + c] = RAMP[k][c] + (x - k) * (RAMP[k + 1][c] - RAMP[k][c]); pixels[4 * i + 3] = 255; }
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR); gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE); gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.parts = scene.parts.map(p => this.load(p));
    const [low, high] = scene.box;
    this.centre = low.map((v, k) => 0.5 * (v + high[k]));
    this.size = Math.hypot(...low.map((v, k) => high[k] - v)) || 1;
    this.reset(); this.hands();
    state.listeners.push(() => this.show());
    new ResizeObserver(() => this.paint()).observe(node);
  }
  compile() {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind); gl.shaderSource(shader, text); gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, "place"); gl.bindAttribLocation(program, 1, "level");
    gl.linkProgram(program);
    return program;
  }
  load(p) {
    const gl = this.gl, out = {p, triangles: array(p.triangles), lines: array(p.lines), fields: {}};
    const buffer = (data, target) => { const b = gl.createBuffer(); gl.bindBuffer(target, b); gl.bufferData(target, data, gl.STATIC_DRAW); return b; };
    out.index = buffer(out.triangles, gl.ELEMENT_ARRAY_BUFFER); out.edges = buffer(out.lines, gl.ELEMENT_ARRAY_BUFFER);
    out.type = p.triangles.kind === "u4" ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
    if (p.maps) { out.maps = array(p.maps); out.frames = out.maps.length / 12; out.place = buffer(array(p.base), gl.ARRAY_BUFFER); }
    else { /* differences of 16-bit fractions */
      const n = 3 * p.points, steps = array(p.moves), sum = new Uint16Array(n);
      out.frames = steps.length / n; out.all = new Uint16Array(steps.length);
      for (let k = 0; k < out.frames; k++) for (let i = 0; i < n; i++) out.all[k * n + i] = sum[i] = sum[i] + steps[k * n + i];
      out.now = new Float32Array(n); out.place = buffer(out.now, gl.ARRAY_BUFFER);
    }
    for (const [name, place] of Object.entries(p.fields)) {
      const steps = array(place), n = p.points, sum = new Uint8Array(n), all = new Uint8Array(steps.length);
      for (let k = 0; k < steps.length / n; k++) for (let i = 0; i < n; i++) all[k * n + i] = sum[i] = sum[i] + steps[k * n + i];
      out.fields[name] = all;
    }
    out.level = gl.createBuffer();
    return out;
  }
  reset() {
    this.flat = this.scene.dimensions === 2;
    this.yaw = this.flat ? 0 : 0.56; this.pitch = this.flat ? -0.42 : 0.48; this.zoom = 1; this.pan = [0, 0];
  }
  hands() {
    const c = this.canvas; let last = null;
    c.addEventListener("pointerdown", e => { last = [e.clientX, e.clientY]; c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointermove", e => {
      if (!last) return;
      const dx = e.clientX - last[0], dy = e.clientY - last[1]; last = [e.clientX, e.clientY];
      if (e.shiftKey || e.buttons === 2) { this.pan[0] += dx; this.pan[1] += dy; }
      else { this.yaw += 0.008 * dx; this.pitch = Math.min(Math.max(this.pitch + 0.008 * dy, -1.57), 1.57); }
      this.paint();
    });
    c.addEventListener("pointerup", () => { last = null; });
    c.addEventListener("contextmenu", e => e.preventDefault());
    c.addEventListener("wheel", e => { e.preventDefault(); this.zoom = Math.min(Math.max(this.zoom * Math.exp(-0.0012 * e.deltaY), 0.2), 60); this.paint(); }, {passive: false});
    c.addEventListener("dblclick", () => { this.reset(); this.paint(); });
  }
  show() {
    const times = this.scene.times; let k = indexAt(times, state.t);
    if (k + 1 < times.length && times[k + 1] - state.t < state.t - times[k]) k++;
    if (k === this.frame) return;
    this.frame = k; this.paint();
  }
  move(part) {
    const gl = this.gl, k = Math.min(this.frame, part.frames - 1), m = new Float32Array(16); m[15] = 1;
    if (part.maps) { for (let r = 0; r < 4; r++) for (let c = 0; c < 3; c++) m[4 * r + c] = part.maps[12 * k + 3 * r + c]; return m; }
    m[0] = m[5] = m[10] = 1;
    const n = 3 * part.p.points;
    for (let i = 0; i < n; i++) part.now[i] = part.p.low[i % 3] + part.p.span[i % 3] * part.all[k * n + i] / 65535;
    gl.bindBuffer(gl.ARRAY_BUFFER, part.place); gl.bufferSubData(gl.ARRAY_BUFFER, 0, part.now);
    return m;
  }
  matrices() {
    const w = this.canvas.clientWidth || 1, h = this.canvas.clientHeight || 1, cy = Math.cos(this.yaw), sy = Math.sin(this.yaw), cp = Math.cos(this.pitch), sp = Math.sin(this.pitch);
    /* rows: right, up, towards the eye. In the plane up is y, in space z */
    let right, up, back;
    if (this.flat) { right = [cy, 0, sy]; back = [-sy * cp, sp, cy * cp]; }
    else { right = [cy, sy, 0]; back = [sy * cp, -cy * cp, sp]; }
    up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
    const [low, high] = this.scene.box, half = low.map((v, k) => 0.5 * (high[k] - v));
    const span = d => Math.abs(d[0]) * half[0] + Math.abs(d[1]) * half[1] + Math.abs(d[2]) * half[2];
    const scale = Math.max(span(up), span(right) * h / w) * 1.08 / this.zoom, far = 6 * this.size, shift = 2 * scale / h;
    const eye = new Float32Array(16);
    [right, up, back].forEach((d, r) => { for (let c = 0; c < 3; c++) { eye[4 * c + r] = d[c]; eye[12 + r] -= d[c] * this.centre[c]; } });
    eye[12] += this.pan[0] * shift; eye[13] -= this.pan[1] * shift; eye[15] = 1;
    const view = new Float32Array(16);
    if (this.flat) { view[0] = h / w / scale; view[5] = 1 / scale; view[10] = -1 / far; view[15] = 1; }
    else { const f = 1 / Math.tan(0.22), d = scale * f + 0.6 * span(back); eye[14] -= d; const near = 0.05 * d, end = d + far; view[0] = f * h / w; view[5] = f; view[10] = -(end + near) / (end - near); view[11] = -1; view[14] = -2 * end * near / (end - near); }
    return [eye, view];
  }
  paint() {
    if (this.frame < 0) { this.frame = 0; }
    const gl = this.gl, ratio = window.devicePixelRatio || 1, w = Math.round(this.canvas.clientWidth * ratio), h = Math.round(this.canvas.clientHeight * ratio);
    if (!w || !h) return;
    if (this.canvas.width !== w || this.canvas.height !== h) { this.canvas.width = w; this.canvas.height = h; }
    gl.viewport(0, 0, w, h); gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST); gl.enable(gl.BLEND); gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(this.program);
    const [eye, view] = this.matrices();
    gl.uniformMatrix4fv(this.at.eye, false, eye); gl.uniformMatrix4fv(this.at.view, false, view); gl.uniform1i(this.at.ramp, 0);
    const solid = this.parts.filter(p => !this.glassy(p)), glass = this.parts.filter(p => this.glassy(p));
    for (const part of solid) this.draw(part, 1);
    gl.depthMask(false); for (const part of glass) this.draw(part, 0.3); gl.depthMask(true);
  }
  /* A rigid block around a bearing would hide it. */
  glassy(part) { return part.p.part === 0 && part.p.maps && !this.flat && this.glass && this.glass.has(part.p.body); }
  hidden(part) { return part.p.part === 2 && !(this.field in part.p.fields); }
  draw(part, alpha) {
    const gl = this.gl, p = part.p; if (this.hidden(part)) return;
    gl.uniformMatrix4fv(this.at.move, false, this.move(part));
    gl.bindBuffer(gl.ARRAY_BUFFER, part.place); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    const levels = this.field && part.fields[this.field];
    if (levels) {
      const k = Math.min(this.frame, levels.length / p.points - 1);
      gl.bindBuffer(gl.ARRAY_BUFFER, part.level); gl.bufferData(gl.ARRAY_BUFFER, levels.subarray(k * p.points, (k + 1) * p.points), gl.DYNAMIC_DRAW);
      gl.enableVertexAttribArray(1); gl.vertexAttribPointer(1, 1, gl.UNSIGNED_BYTE, false, 0, 0);
    } else { gl.disableVertexAttribArray(1); gl.vertexAttrib1f(1, 255); }
    const colour = SYMBOL[p.symbol] || (this.field ? [0.76, 0.78, 0.81] : p.body ? BODY[1 + (p.body - 1) % (BODY.length - 1)] : BODY[0]);
    gl.uniform4f(this.at.colour, ...colour, alpha); gl.uniform1f(this.at.mode, levels ? 1 : 0);
    gl.enable(gl.POLYGON_OFFSET_FILL); gl.polygonOffset(1, 1);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, part.index); gl.drawElements(gl.TRIANGLES, part.triangles.length, part.type, 0);
    gl.disable(gl.POLYGON_OFFSET_FILL); gl.disableVertexAttribArray(1); gl.vertexAttrib1f(1, 255);
    gl.uniform4f(this.at.colour, 0.1, 0.13, 0.17, alpha < 1 ? 0.45 : 0.8); gl.uniform1f(this.at.mode, 2);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, part.edges); gl.drawElements(gl.LINES, part.lines.length, part.type, 0);
  }
}

/* ---- the page ---- */

const charts = [];
const redraw = () => { for (const c of charts) c.draw(); };
function addChart(parent, chart) { charts.push(chart); parent.append(chart.node); chart.draw(); return chart; }

function table(labels, rows, numeric) {
  return make("table", {}, make("thead", {}, make("tr", {}, ...labels.map((l, i) => make("th", numeric[i] ? {class: "n"} : {}, l)))),
    make("tbody", {}, ...rows.map(r => make("tr", {}, ...r.map((c, i) => make("td", numeric[i] ? {class: "n"} : {}, c instanceof Node ? c : String(c)))))));
}

function head() {
  const info = main ? main.info : {}, done = info.outcome === "done";
  const limits = data.runs.flatMap(r => r.info.limits || []), failed = limits.filter(l => !l.passed);
  return make("header", {}, make("h1", {}, info.title || (main ? main.name : "Gudgeon")),
    make("span", {class: "soft"}, `${data.runs.map(r => r.name).join(", ")} \u00b7 gudgeon ${info.version || ""} (${info.git || ""})`),
    main ? make("span", {class: "badge " + (done ? "good" : "bad")}, info.outcome || "") : null,
    limits.length ? make("span", {class: "badge " + (failed.length ? "bad" : "good")}, failed.length ? `${failed.length} of ${limits.length} limits failed` : `${limits.length} limits passed`) : null,
    (info.warnings || []).length ? make("span", {class: "badge warn"}, `${info.warnings.length} warnings`) : null);
}

let viewer = null, slider = null, playButton = null;
function sceneCard() {
  const box = make("div", {class: "scene"}), card = make("div", {class: "card"}, box), scene = main.scene;
  const stamp = make("div", {class: "stamp"});
  slider = make("input", {type: "range", min: 0, max: 10000, value: 0, id: "slider", oninput: e => { pause(); setTime(state.t0 + e.target.value / 10000 * (state.t1 - state.t0)); }});
  playButton = make("button", {class: "play", id: "play", onclick: () => state.playing ? pause() : play()}, "Play");
  const speed = make("select", {id: "speed", title: "seconds for the whole run"}, ...[5, 10, 20, 40, 80].map(s => make("option", {value: s}, `run in ${s} s`)));
  speed.value = "20";
  state.speed = speed;
  const controls = make("div", {class: "controls"}, playButton, slider, speed);
  card.append(controls);
  if (scene && scene.parts && scene.parts.length) {
    try { viewer = new Viewer(scene, box); } catch (error) { box.append(make("div", {class: "stamp"}, error.message)); }
  } else box.append(make("div", {class: "stamp"}, (scene && scene.why) || "no frames"));
  if (viewer) {
    viewer.glass = new Set(scene.glass);
    const names = Object.keys(scene.fields), bar = make("div", {class: "scale"});
    const choose = make("select", {id: "field", onchange: e => { viewer.field = e.target.value; scaleOf(bar, scene, viewer.field); viewer.paint(); }},
      make("option", {value: ""}, "colour: body"), ...names.map(n => make("option", {value: n}, "colour: " + n)));
    controls.append(choose, make("button", {onclick: () => { viewer.reset(); viewer.paint(); }}, "Reset view"));
    box.append(bar, make("div", {class: "legend3d"}, ...scene.bodies.slice(1, 9).flatMap((name, i) => {
      const c = BODY[1 + i % (BODY.length - 1)].map(v => Math.round(255 * v));
      return [make("span", {}, make("span", {class: "dot", style: `background: rgb(${c})`}), name), make("br")];
    })));
    if (names.length && ["von_mises", "bending_stress"].includes(names[0])) { choose.value = names[0]; viewer.field = names[0]; scaleOf(bar, scene, names[0]); }
    card.append(make("div", {class: "soft", style: "font-size:12px;margin-top:6px"}, "drag: turn, shift + drag: move, wheel: zoom, double click: reset. " + `${scene.times.length} frames.`));
  }
  box.append(stamp);
  state.listeners.push(() => {
    let text = `t = ${digits(state.t * 1000, 6)} ms`;
    if (main.crank) text += `   crank ${valueAt(main.crank.t, main.crank.y, state.t).toFixed(1)}\u00b0`;
    stamp.textContent = text;
    slider.value = Math.round(10000 * (state.t - state.t0) / (state.t1 - state.t0 || 1));
  });
  return card;
}

function scaleOf(node, scene, field) {
  node.replaceChildren();
  const f = scene.fields[field]; if (!f) return;
  const stops = RAMP.map((c, i) => `rgb(${c}) ${100 * i / (RAMP.length - 1)}%`).join(", "), steps = [4, 3, 2, 1, 0].map(i => f.low + (f.high - f.low) * i / 4);
  node.append(make("div", {style: "margin-bottom:4px;font-weight:600"}, `${field}${f.unit ? " [" + f.unit + "]" : ""}`), make("span", {class: "bar", style: `background: linear-gradient(to top, ${stops})`}),
    make("span", {class: "ticks"}, ...steps.map(v => make("span", {}, digits(v * f.factor, 3)))));
}

function play() {
  state.playing = true; playButton.textContent = "Pause";
  if (state.t >= state.t1) setTime(state.t0);
  let last = performance.now();
  const tick = now => {
    if (!state.playing) return;
    const dt = (now - last) / 1000 / +state.speed.value * (state.t1 - state.t0); last = now;
    setTime(state.t + dt >= state.t1 ? state.t0 : state.t + dt);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
function pause() { state.playing = false; playButton.textContent = "Play"; }

function runLabel(run) { return data.runs.length > 1 ? run.name : ""; }
function seriesOf(which, name) {
  return data.runs.map((run, i) => ({run, i})).filter(({run}) => run[which] && run[which].columns[name])
    .map(({run, i}) => ({label: runLabel(run), unit: run[which].columns[name].unit, t: run[which].t, y: scaled(run, which, name), run, colour: COLOURS[i % COLOURS.length]}));
}
/* All runs in the unit of the first that has the column. */
function scaled(run, which, name) {
  const first = data.runs.find(r => r[which] && r[which].columns[name])[which].columns[name], own = run[which].columns[name];
  return own.factor === first.factor ? own.y : own.y.map(v => v / own.factor * first.factor);
}

function curvesCard() {
  const names = Object.keys(main.probes ? main.probes.columns : {}), chosen = new Set(names.filter(n => n !== main.angle).slice(0, 3));
  const area = make("div"), chips = make("div", {class: "chips"}), shown = new Map();
  const update = () => {
    for (const [name, chart] of shown) if (!chosen.has(name)) { chart.node.remove(); charts.splice(charts.indexOf(chart), 1); shown.delete(name); }
    for (const name of chosen) if (!shown.has(name)) { const s = seriesOf("probes", name); shown.set(name, addChart(area, new Chart(name + (s[0].unit ? ` [${s[0].unit}]` : ""), s))); }
  };
  for (const name of names) chips.append(make("span", {class: "chip" + (chosen.has(name) ? " on" : ""), "data-probe": name, onclick: e => { if (chosen.has(name)) chosen.delete(name); else chosen.add(name); e.target.classList.toggle("on"); update(); }}, name));
  const axis = make("select", {id: "axis", onchange: e => { state.axis = e.target.value; for (const c of charts) c.axes = null; redraw(); }}, make("option", {value: "time"}, "over time"),
    ...(main.crank ? [["angle", "over crank angle"], ["360", "folded at 360\u00b0"], ["720", "folded at 720\u00b0"]].map(([v, l]) => make("option", {value: v}, l)) : []));
  const cycle = make("select", {id: "cycle", onchange: e => { state.cycle = e.target.value; redraw(); }}, ...[["all", "all cycles"], ["last", "last cycle"], ["mean", "mean and spread"]].map(([v, l]) => make("option", {value: v}, l)));
  const card = make("div", {class: "card"}, make("div", {class: "controls", style: "margin-top:0"}, make("h2", {style: "margin:0;flex:1"}, "Curves"), axis, main.crank ? cycle : null), chips, area,
    make("div", {class: "soft", style: "font-size:12px;margin-top:6px"}, "click: cursor, drag: zoom, double click: all"));
  queueMicrotask(update);
  return card;
}

function jointCards() {
  const out = [];
  for (const joint of main.info.joints || []) {
    const c = main.joints ? main.joints.columns : {}, own = name => c[`${joint.name}.${name}`];
    if (!joint.journal_radius || !Object.keys(c).some(k => k.startsWith(joint.name + "."))) continue;
    const t = main.joints.t, round = make("div", {class: "grid"}), grid = make("div", {class: "grid"}), zero = new Float64Array(t.length);
    const card = make("div", {class: "card", "data-joint": joint.name}, make("h2", {}, `Joint ${joint.name}`), make("div", {class: "soft", style: "margin-bottom:8px"},
      `${joint.type} between ${joint.a} (bearing) and ${joint.b} (journal); journal radius ${digits(joint.journal_radius * 1000)} mm, radial clearance ${digits(joint.clearance * 1e6)} \u00b5m`), round, grid);
    const gx = own("gap_1"), gy = own("gap_2"), one = gx || gy;
    const same = (col, like) => !col ? zero : col.factor === like.factor ? col.y : col.y.map(v => v / col.factor * like.factor);
    if (one) round.append(keep(new Round("orbit of the journal, axes of the bearing", t, same(gx, one), same(gy, one), one.unit, joint.clearance * one.factor)).node);
    for (const [title, a, b] of [["load on the journal, axes of the bearing", "load_1", "load_2"], ["load on the journal, axes of space", ...spaceAxes(own)]]) {
      const x = own(a), y = own(b), like = x && y ? (maxAbs(x.y) / x.factor > maxAbs(y.y) / y.factor ? x : y) : x || y;
      if (like) round.append(keep(new Round(`${title} (${a.slice(5)}, ${b.slice(5)})`, t, same(x, like), same(y, like), like.unit)).node);
    }
    for (const key of Object.keys(c).filter(k => k.startsWith(joint.name + ".") && !/\.(gap|load)_/.test(k))) {
      const s = seriesOf("joints", key), name = key.slice(joint.name.length + 1);
      const holder = make("div"); grid.append(holder);
      queueMicrotask(() => addChart(holder, new Chart(name + (s[0].unit ? ` [${s[0].unit}]` : ""), s, 140)));
    }
    const facts = jointFacts(joint, own, t);
    if (facts.length) card.append(make("ul", {}, ...facts.map(f => make("li", {}, f))));
    out.push(card);
  }
  return out;
}
function keep(chart) { charts.push(chart); return chart; }
function maxAbs(y) { let m = 0; for (const v of y) if (Math.abs(v) > m) m = Math.abs(v); return m; }
/* The two axes of space in which the load is largest. */
function spaceAxes(own) {
  return ["load_x", "load_y", "load_z"].map(n => [n, own(n) ? maxAbs(own(n).y) / own(n).factor : -1]).sort((a, b) => b[1] - a[1]).slice(0, 2).map(a => a[0]).sort();
}

function jointFacts(joint, own, t) {
  const facts = [], extreme = (name, least) => {
    const col = own(name); if (!col) return null;
    let k = -1; for (let i = 0; i < t.length; i++) if (isFinite(col.y[i]) && (k < 0 || (least ? col.y[i] < col.y[k] : col.y[i] > col.y[k]))) k = i;
    return k < 0 ? null : `${digits(col.y[k])} ${col.unit} at t = ${digits(1000 * t[k], 5)} ms` + (main.crank ? ` (crank ${valueAt(main.crank.t, main.crank.y, t[k]).toFixed(1)}\u00b0)` : "");
  };
  for (const [name, least, words] of [["force", false, "largest force"], ["film_min", true, "thinnest film"], ["film_pressure_max", false, "highest film pressure"]]) {
    const text = extreme(name, least); if (text) facts.push(`${words}: ${text}`);
  }
  const loss = own("film_loss");
  if (loss) { let sum = 0; for (let i = 1; i < t.length; i++) sum += 0.5 * (loss.y[i] + loss.y[i - 1]) * (t[i] - t[i - 1]); facts.push(`mean power lost in the film: ${digits(sum / (t[t.length - 1] - t[0]))} ${loss.unit}`); }
  const fx = own("load_1"), fy = own("load_2");
  if (fx && fy) { let turned = 0, angle = null, reversals = 0; for (let i = 0; i < t.length; i++) { const f = Math.hypot(fx.y[i] / fx.factor, fy.y[i] / fy.factor); if (!(f > 0)) continue; const a = Math.atan2(fy.y[i] / fy.factor, fx.y[i] / fx.factor); if (angle !== null) { let d = a - angle; d -= 2 * Math.PI * Math.round(d / (2 * Math.PI)); turned += d; if (Math.abs(d) > Math.PI / 2) reversals++; } angle = a; }
    facts.push(`the load turns by ${digits(turned * 180 / Math.PI, 4)}\u00b0 in the bearing; it changes its side by more than 90\u00b0 between two samples ${reversals} times`); }
  const notes = Object.entries(joint.notes || {}).filter(([, n]) => n.value);
  if (notes.length) facts.push(notes.map(([name, n]) => `${name} ${digits(n.value)}${n.unit === "-" ? "" : " " + n.unit}`).join(", "));
  return facts;
}

function limitsCard() {
  const rows = data.runs.flatMap(run => (run.info.limits || []).map(l => {
    const [unit, f] = people(l.unit, Math.max(Math.abs(l.value), Math.abs(l.limit)));
    return [...(data.runs.length > 1 ? [run.name] : []), l.name, l.probe, digits(l.value * f), (l.kind === "at_least" ? "\u2265 " : "\u2264 ") + digits(l.limit * f), digits(l.margin * f), unit, make("span", {class: "badge " + (l.passed ? "good" : "bad")}, l.passed ? "passed" : "failed")];
  }));
  if (!rows.length) return null;
  const many = data.runs.length > 1;
  return make("div", {class: "card", id: "limits"}, make("h2", {}, "Limits"), table([...(many ? ["run"] : []), "limit", "probe", "value", "limit", "margin", "unit", ""], rows, [...(many ? [0] : []), 0, 0, 1, 1, 1, 0, 0]));
}

const PEOPLE = {m: [["\u00b5m", 1e6], ["mm", 1e3], ["m", 1]], Pa: [["Pa", 1], ["kPa", 1e-3], ["MPa", 1e-6], ["GPa", 1e-9]], N: [["N", 1], ["kN", 1e-3]], "N m": [["N m", 1], ["kN m", 1e-3]], W: [["mW", 1e3], ["W", 1], ["kW", 1e-3]], J: [["mJ", 1e3], ["J", 1], ["kJ", 1e-3]], rad: [["deg", 180 / Math.PI]]};
function people(unit, largest) {
  let best = null;
  for (const choice of PEOPLE[unit] || []) if (!best || largest * choice[1] >= 1) best = choice;
  return best || [unit === "-" ? "" : unit, 1];
}

function peaksCard() {
  const names = [...new Set(data.runs.flatMap(r => Object.keys(r.info.probes || {})))], many = data.runs.length > 1, rows = [];
  for (const name of names) for (const run of data.runs) {
    const p = (run.info.probes || {})[name]; if (!p || p.min === undefined || p.min === null) continue;
    const [unit, f] = people(p.unit, Math.max(Math.abs(p.min), Math.abs(p.max)));
    rows.push([name, ...(many ? [run.name] : []), unit, digits(p.min * f, 5), digits(p.t_min * 1000, 5), digits(p.max * f, 5), digits(p.t_max * 1000, 5), digits(p.mean * f, 5), digits(p.rms * f, 5)]);
  }
  return make("div", {class: "card", id: "peaks"}, make("h2", {}, "Peaks, over every accepted step"), make("div", {class: "scroll"}, table(["probe", ...(many ? ["run"] : []), "unit", "least", "at t [ms]", "largest", "at t [ms]", "mean", "rms"], rows, [0, ...(many ? [0] : []), 0, 1, 1, 1, 1, 1, 1])));
}

function energyCard() {
  const e = main.info.energy; if (!e) return null;
  const joule = v => { const [u, f] = people("J", Math.abs(v)); return `${digits(v * f)} ${u}`; }, lines = [];
  lines.push(`The motion exchanged ${joule(e.exchanged)} between bodies, drivers and joints.`);
  const say = (v, gives, takes) => { if (Math.abs(v) > 1e-9 * (e.exchanged || 1)) lines.push(v > 0 ? `${gives} ${joule(v)}.` : `${takes} ${joule(-v)}.`); };
  say(e.work_drivers, "Drivers put in", "Drivers took out"); say(e.work_loads, "Loads put in", "Loads took out");
  say(e.work_films, "Oil films gave", "Oil films dissipated"); say(e.work_contact, "Contacts gave", "Contacts dissipated"); say(e.work_friction, "Friction gave", "Friction dissipated");
  say(e.work_damping, "Dampers gave", "Dampers dissipated"); say(e.work_elements, "Material gave", "Material damping dissipated");
  lines.push(`The balance closes within ${joule(e.residue)}, ${digits(100 * e.residue / (e.exchanged || 1), 2)} % of the exchanged energy.`);
  const card = make("div", {class: "card", id: "energy"}, make("h2", {}, "Energy"), make("ul", {}, ...lines.map(l => make("li", {}, l)))), holder = make("div");
  card.append(holder);
  if (main.energy) queueMicrotask(() => {
    const most = Math.max(...Object.values(main.energy.columns).map(c => maxAbs(c.y) / c.factor)), all = Object.values(main.energy.columns).filter(c => maxAbs(c.y) / c.factor > 1e-6 * most), factor = all.length ? all.reduce((a, b) => maxAbs(a.y) / a.factor > maxAbs(b.y) / b.factor ? a : b) : null;
    if (factor) addChart(holder, new Chart(`[${factor.unit}]`, all.map((c, i) => ({label: c.name, unit: "", t: main.energy.t, y: c.factor === factor.factor ? c.y : c.y.map(v => v / c.factor * factor.factor), run: main, colour: COLOURS[i % COLOURS.length]})), 230));
  });
  return card;
}

function factsCards() {
  const out = [], info = main.info, warnings = data.runs.flatMap(r => (r.info.warnings || []).map(w => (data.runs.length > 1 ? r.name + ": " : "") + w));
  if (warnings.length) out.push(make("div", {class: "card", id: "warnings"}, make("h2", {}, "Warnings"), make("ul", {}, ...warnings.map(w => make("li", {}, w)))));
  const s = info.statistics || {};
  out.push(make("div", {class: "card"}, make("h2", {}, "The run"), table(["", ""], [["program", `gudgeon ${info.version} (${info.git})`], ["outcome", info.outcome + (info.why ? ": " + info.why : "")], ["simulated", `${digits(info.t, 6)} s`], ["method", info.method], ["steps", `${s.steps} (rejected ${(s.rejected_error || 0) + (s.rejected_newton || 0)}), events ${s.events}`], ["Newton iterations", `${s.iterations}, factorisations ${s.factorisations}`], ["size", `${s.coordinates} coordinates, ${s.rows} constraint rows, mobility ${s.mobility}`], ["time", `${digits(s.wall, 3)} s on ${s.processes} process${s.processes === 1 ? "" : "es"}`]], [0, 0])));
  const parameters = Object.entries(info.parameters || {});
  if (parameters.length) out.push(make("div", {class: "card"}, make("h2", {}, "Parameters"), make("div", {class: "scroll"}, table(["name", ...data.runs.map(r => runLabel(r) || "value"), "unit", "meaning"], parameters.map(([name, p]) => [name + (p.set ? " *" : ""), ...data.runs.map(r => { const v = ((r.info.parameters || {})[name] || {}).value; return typeof v === "number" ? digits(v, 6) : v === undefined ? "-" : v; }), p.unit && p.unit !== "-" ? p.unit : "", p.doc || ""]), [0, ...data.runs.map(() => 1), 0, 0])), make("div", {class: "soft"}, "* set on the command line")));
  return out;
}

function tableCards() {
  return data.tables.map(t => make("div", {class: "card"}, make("h2", {}, t.name), make("div", {class: "scroll"}, table(t.labels, t.rows, t.labels.map(() => 1)))));
}

const body = make("main", {});
document.getElementById("page").append(head(), body);
if (main) {
  body.append(make("div", {class: "top"}, sceneCard(), curvesCard()));
  for (const card of [limitsCard(), ...jointCards(), make("div", {class: "grid"}, ...[energyCard(), ...factsCards()].filter(Boolean)), peaksCard()]) if (card) body.append(card);
}
for (const card of tableCards()) body.append(card);
if (main && main.model) body.append(make("div", {class: "card"}, make("details", {}, make("summary", {}, "Model file"), make("pre", {}, main.model))));
window.addEventListener("resize", () => redraw());
await new Promise(done => setTimeout(done, 0));
redraw();
setTime(state.t0);
/* for tests: numbers as they are drawn, in the unit of the axis */
window.report = {ready: true, data, setTime, time: () => state.t, playing: () => state.playing, frame: () => viewer ? viewer.frame : -1,
  value: (which, name, t) => valueAt(data.runs[0][which].t, data.runs[0][which].columns[name].y, t), unit: (which, name) => data.runs[0][which].columns[name].unit,
  factor: (which, name) => data.runs[0][which].columns[name].factor,
  pixels: () => { const c = viewer.canvas, g = viewer.gl, p = new Uint8Array(4 * c.width * c.height); viewer.paint(); g.readPixels(0, 0, c.width, c.height, g.RGBA, g.UNSIGNED_BYTE, p); let n = 0; for (let i = 3; i < p.length; i += 4) if (p[i] > 0) n++; return n / (c.width * c.height); }};
})();
