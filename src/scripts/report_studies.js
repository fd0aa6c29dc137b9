/* ---- studies of many runs: sweeps, optimisation, branches, periodic motions, wear, convergence ---- */

/* A picture without a time: lines and points over anything; the point nearest to the pointer is named. */
class Graph {
  /* series: [{label, x, y, colour, line, points, dash, low, high, names}]; marks: [{x, y, text, colour}]; words: labels of x = 0, 1, .. */
  constructor(title, xlabel, series, options = {}) {
    Object.assign(this, {title, xlabel, series: series.filter(s => s.x.length), marks: [], height: 210}, options);
    this.canvas = make("canvas"); this.node = make("div", {class: "chart"}, this.canvas);
    this.canvas.addEventListener("pointermove", e => this.point(e.offsetX, e.offsetY));
    this.canvas.addEventListener("pointerleave", () => { this.say = ""; this.draw(); });
  }
  range(which, log) {
    let a = Infinity, b = -Infinity;
    for (const s of this.series) for (const key of which === "y" ? ["y", "low", "high"] : ["x"]) for (const v of s[key] || []) if (isFinite(v) && v !== null && (!log || v > 0)) { a = Math.min(a, v); b = Math.max(b, v); }
    if (which === "y" && this.level !== undefined) { a = Math.min(a, this.level); b = Math.max(b, this.level); }
    if (!(b >= a)) return [0, 1];
    if (log) { a = Math.log10(a); b = Math.log10(b); }
    if (b - a < 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-300)) { const d = 0.5 * Math.abs(a) || 0.5; a -= d; b += d; }
    const bars = which === "x" ? Math.max(0, ...this.series.map(s => 0.6 * (s.bars || 0))) : 0, pad = 0.05 * (b - a) + bars;
    return [a - pad, b + pad];
  }
  draw() {
    if (!this.node.isConnected) return;
    const [g, width, height] = canvasOf(this.canvas, this.height), box = {left: 64, right: width - 14, top: 22 + (this.series.some(s => s.label) ? 17 : 0), bottom: height - 34};
    let [x0, x1] = this.words ? [-0.6, this.words.length - 0.4] : this.range("x", this.logx), [y0, y1] = this.range("y", this.logy);
    if (this.circle) { const r = Math.max(1.12, Math.abs(x0), Math.abs(x1), Math.abs(y0), Math.abs(y1)), wide = (box.right - box.left) / (box.bottom - box.top); x0 = -r * wide; x1 = r * wide; y0 = -r; y1 = r; }
    if (this.from0) y0 = Math.min(y0, 0);
    const X = v => box.left + ((this.logx ? Math.log10(v) : v) - x0) / (x1 - x0) * (box.right - box.left), Y = v => box.bottom - ((this.logy ? Math.log10(v) : v) - y0) / (y1 - y0) * (box.bottom - box.top);
    this.X = X; this.Y = Y;
    const list = (a, b, log, most) => log ? (b - a > 1 ? Array.from({length: Math.floor(b) - Math.ceil(a) + 1}, (_, i) => Math.pow(10, Math.ceil(a) + i)) : [a + 0.1 * (b - a), a + 0.5 * (b - a), a + 0.9 * (b - a)].map(v => Math.pow(10, v))) : ticks(a, b, most);
    const xt = this.words ? [] : this.xlabel.endsWith("[deg]") && x1 - x0 > 60 ? angleTicks(x0, x1, width / 90) : list(x0, x1, this.logx, width / 90), yt = list(y0, y1, this.logy, (box.bottom - box.top) / 26);
    g.lineWidth = 1; g.textBaseline = "middle"; g.textAlign = "right";
    for (const y of yt) { g.strokeStyle = y === 0 ? "#b8c2cc" : "#e8ecf0"; line(g, box.left, Y(y), box.right, Y(y)); g.fillStyle = "#5b6875"; g.fillText(this.logy ? digits(y, 2) : tickText(y, yt), box.left - 6, Y(y)); }
    g.textAlign = "center"; g.textBaseline = "top";
    for (const x of xt) { g.strokeStyle = "#eef1f4"; line(g, X(x), box.top, X(x), box.bottom); g.fillStyle = "#5b6875"; g.fillText(this.logx ? digits(x, 2) : tickText(x, xt), X(x), box.bottom + 4); }
    g.fillStyle = "#5b6875"; (this.words || []).forEach((w, i) => g.fillText(w, X(i), box.bottom + 4, (box.right - box.left) / this.words.length - 4));
    g.fillText(this.xlabel, 0.5 * (box.left + box.right), box.bottom + 18);
    g.strokeStyle = "#9aa6b2"; g.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    g.save(); g.beginPath(); g.rect(box.left, box.top, box.right - box.left, box.bottom - box.top); g.clip();
    if (this.circle) { g.strokeStyle = "#b23a3c"; g.setLineDash([6, 4]); g.beginPath(); g.ellipse(X(0), Y(0), X(1) - X(0), Y(0) - Y(1), 0, 0, 2 * Math.PI); g.stroke(); g.setLineDash([]); }
    if (this.level !== undefined) { g.strokeStyle = "#b23a3c"; g.setLineDash([6, 4]); line(g, box.left, Y(this.level), box.right, Y(this.level)); g.setLineDash([]); }
    for (const s of this.series) this.curve(g, s, X, Y);
    for (const m of this.marks) {
      g.fillStyle = m.colour; g.beginPath(); g.arc(X(m.x), Y(m.y), 4.5, 0, 2 * Math.PI); g.fill();
      const right = X(m.x) > 0.8 * width; g.textAlign = right ? "right" : "left"; const low = Y(m.y) < box.top + 16; g.textBaseline = low ? "top" : "bottom"; g.fillText(m.text, X(m.x) + (right ? -7 : 7), Y(m.y) + (low ? 4 : -3));
    }
    g.restore();
    g.textAlign = "left"; g.textBaseline = "alphabetic"; g.fillStyle = "#1c2733"; g.font = "600 12.5px 'Segoe UI', Arial, sans-serif"; g.fillText(this.title, box.left, 15);
    const after = box.left + g.measureText(this.title).width + 12;
    g.font = "12.5px 'Segoe UI', Arial, sans-serif"; g.fillStyle = "#1f5fa8"; g.fillText(this.say || "", after, 15, Math.max(20, width - after - 6));
    let at = box.left;
    for (const s of this.series) if (s.label) { g.fillStyle = s.colour; g.fillText(s.label, at, 33); at += g.measureText(s.label).width + 16; }
  }
  curve(g, s, X, Y) {
    g.strokeStyle = g.fillStyle = s.colour; g.lineWidth = 1.6; g.setLineDash(s.dash ? [6, 4] : []);
    if (s.line) {
      let pen = false; g.beginPath();
      for (let i = 0; i < s.x.length; i++) { if (s.y[i] === null || !isFinite(s.y[i])) { pen = false; continue; } if (pen) g.lineTo(X(s.x[i]), Y(s.y[i])); else g.moveTo(X(s.x[i]), Y(s.y[i])); pen = true; }
      g.stroke();
    }
    g.setLineDash([]);
    if (s.bars) for (let i = 0; i < s.x.length; i++) { const half = 0.5 * s.bars * (X(1) - X(0)); g.globalAlpha = 0.75; g.fillRect(X(s.x[i]) - half, Y(s.y[i]), 2 * half, Y(0) - Y(s.y[i])); g.globalAlpha = 1; }
    if (s.low) for (let i = 0; i < s.x.length; i++) { g.strokeStyle = s.bars ? "#1c2733" : s.colour; g.lineWidth = 1.2; line(g, X(s.x[i]), Y(s.low[i]), X(s.x[i]), Y(s.high[i])); line(g, X(s.x[i]) - 4, Y(s.low[i]), X(s.x[i]) + 4, Y(s.low[i])); line(g, X(s.x[i]) - 4, Y(s.high[i]), X(s.x[i]) + 4, Y(s.high[i])); }
    if (s.points) for (let i = 0; i < s.x.length; i++) { if (s.y[i] === null || !isFinite(s.y[i])) continue; g.beginPath(); g.arc(X(s.x[i]), Y(s.y[i]), s.points, 0, 2 * Math.PI); g.fill(); }
  }
  point(px, py) {
    let best = 900, text = "";
    if (!this.X) return;
    for (const s of this.series) for (let i = 0; i < s.x.length; i++) {
      const d = (this.X(s.x[i]) - px) ** 2 + (this.Y(s.y[i]) - py) ** 2;
      if (d < best) { best = d; text = `${s.names ? s.names[i] + ": " : ""}${this.words ? this.words[Math.round(s.x[i])] : digits(s.x[i], 5)}, ${digits(s.y[i], 5)}`; }
    }
    if (text !== (this.say || "")) { this.say = text; this.draw(); }
  }
}

const study = (() => {
  const find = (tables, file) => tables.find(t => t.file === file);
  const column = (t, name) => t.columns.find(c => c.name === name);
  const values = c => c.data.map(v => v === null ? NaN : typeof v === "number" ? v * c.factor : v);
  const axis = c => c.name + (c.unit ? ` [${c.unit}]` : "");
  const numeric = c => c.data.some(v => typeof v === "number");
  const varies = c => { const v = c.data.filter(x => typeof x === "number"); return v.length > 1 && Math.max(...v) - Math.min(...v) > 1e-9 * Math.max(...v.map(Math.abs), 1e-300); };
  const add = (grid, graph) => { grid.append(graph.node); charts.push(graph); queueMicrotask(() => graph.draw()); };
  const card = (title, note, ...inside) => make("div", {class: "card"}, make("h2", {}, title), note ? make("div", {class: "soft", style: "margin-bottom:8px"}, note) : null, ...inside);
  const grid = () => make("div", {class: "grid graphs"});
  /* Chips that choose which of the columns are drawn by `picture(column)`. */
  const chooser = (columns, first, picture, across = 0) => {
    const chips = make("div", {class: "chips"}), area = grid(), shown = new Map();
    if (across > 1) area.style.gridTemplateColumns = `repeat(${Math.min(across, 4)}, minmax(0, 1fr))`;
    const toggle = (c, chip) => {
      chip.classList.toggle("on");
      if (shown.has(c.name)) { for (const graph of shown.get(c.name)) { graph.node.remove(); charts.splice(charts.indexOf(graph), 1); } shown.delete(c.name); return; }
      const graphs = picture(c); shown.set(c.name, graphs); for (const graph of graphs) add(area, graph);
    };
    for (const c of columns) { const chip = make("span", {class: "chip", "data-result": c.name, onclick: () => toggle(c, chip)}, c.name); chips.append(chip); if (first.includes(c)) toggle(c, chip); }
    return [chips, area];
  };

  /* Where x has words (a list of choices), places 0, 1, .. with labels. */
  const places = c => { const x = values(c); if (numeric(c)) return {x}; const words = [...new Set(x)]; return {x: x.map(v => words.indexOf(v)), words}; };

  function sweep(tables) {
    const t = find(tables, "sweep.csv"); if (!t) return [];
    const names = t.columns.map(c => c.name), end = names.indexOf("status"), parameters = t.columns.slice(1, end), state = column(t, "status").data;
    const reasons = column(t, "reason") ? column(t, "reason").data : [], chosen = find(tables, "results.csv"), statistics = find(tables, "statistics.csv");
    const own = ["code", "t", "steps", "events", "reason", "crossings"], results = t.columns.slice(end + 1).filter(c => !own.includes(c.name) && numeric(c) && varies(c));
    const wanted = chosen ? chosen.columns.slice(1 + parameters.length).map(c => c.name) : [];
    const first = results.filter(c => wanted.length ? wanted.includes(c.name) : c.name.endsWith(".max")).slice(0, parameters.length > 1 ? 2 : 4), done = state.filter(s => s === "done").length;
    const failed = state.map((s, i) => s === "failed" ? `point ${i + 1}: ${reasons[i] || "failed"}` : "").filter(Boolean);
    const out = [card("Sweep over " + parameters.map(p => p.name).join(", "), `${done} of ${state.length} points are done` + (failed.length ? `, ${failed.length} failed (${failed.slice(0, 3).join("; ")}${failed.length > 3 ? "; ..." : ""})` : "") + ". Each point is a folder of results, points/0001 and so on, with a report of its own by `gudgeon report`.",
      ...chooser(results, first.length ? first : results.slice(0, 3), c => parameters.map(p => {
        const {x, words} = places(p), y = values(c), order = x.map((_, i) => i).filter(i => isFinite(y[i])).sort((a, b) => x[a] - x[b]);
        return new Graph(axis(c), axis(p), [{x: order.map(i => x[i]), y: order.map(i => y[i]), names: order.map(i => `point ${i + 1}`), colour: COLOURS[0], line: parameters.length === 1 && !words, points: order.length > 150 ? 1.6 : 3}], {words});
      }), parameters.length))];
    const pass = find(tables, "bifurcation.csv");
    if (pass) {
      const x = values(pass.columns[1]), pictures = grid();
      for (const c of pass.columns.slice(3)) if (numeric(c) && varies(c)) add(pictures, new Graph(axis(c), axis(pass.columns[1]), [{x, y: values(c), colour: COLOURS[0], points: x.length > 3000 ? 0.7 : x.length > 500 ? 1.2 : 2}], {height: 300}));
      if (pictures.childNodes.length) out.push(card("Sections of all points", "Every pass of the section, over the parameter: one point is a motion of period 1, two of period 2, a band is chaotic or quasi-periodic.", pictures));
    }
    if (statistics) out.push(statisticsCard(statistics, chosen));
    const effects = find(tables, "effects.csv"), indices = find(tables, "indices.csv");
    if (indices) out.push(indicesCard(indices));
    if (effects) out.push(effectsCard(effects, parameters));
    return out;
  }

  /* "x.rms [m]" in the unit that people read, for values of this size */
  const readable = (label, size) => { const cut = label.lastIndexOf(" ["), [unit, factor] = cut > 0 ? people(label.slice(cut + 2, -1), size) : ["", 1]; return {name: cut > 0 ? label.slice(0, cut) : label, unit: unit === "-" ? "" : unit, factor}; };

  function statisticsCard(t, chosen) {
    const rows = [], pictures = grid(), get = (i, name) => column(t, name).data[i];
    column(t, "result").data.forEach((label, i) => {
      const r = readable(label, Math.max(Math.abs(get(i, "min")), Math.abs(get(i, "max")))), c = chosen && column(chosen, r.name), shown = n => digits(get(i, n) * r.factor, 5);
      rows.push([r.name, r.unit, get(i, "points"), shown("mean"), shown("sd"), shown("error"), shown("min"), shown("q05"), shown("q50"), shown("q95"), shown("max")]);
      if (!c || !varies(c)) return;
      const y = c.data.filter(v => typeof v === "number").map(v => v * c.factor), n = Math.max(5, Math.min(30, Math.round(1.5 * Math.sqrt(y.length)))), low = Math.min(...y), wide = (Math.max(...y) - low) / n, count = new Array(n).fill(0);
      for (const v of y) count[Math.min(n - 1, Math.floor((v - low) / wide))]++;
      add(pictures, new Graph("number of points", axis(c), [{x: count.map((_, k) => low + (k + 0.5) * wide), y: count, colour: COLOURS[0], bars: 0.92 * wide}], {from0: true}));
    });
    return card("Statistics", null, make("div", {class: "scroll"}, table(["result", "unit", "points", "mean", "deviation", "error of the mean", "least", "5 %", "median", "95 %", "largest"], rows, [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1])), pictures);
  }

  function indicesCard(t) {
    const pictures = grid(), label = column(t, "result").data, unexplained = column(t, "unexplained"), get = (name, rows) => rows.map(i => column(t, name).data[i]);
    for (const r of [...new Set(label)]) {
      const rows = label.map((l, i) => l === r ? i : -1).filter(i => i >= 0), words = get("parameter", rows), left = unexplained ? unexplained.data[rows[0]] : 0;
      const bar = (key, shift, colour, text) => ({label: text, x: words.map((_, i) => i + shift), y: get(key, rows), low: get(key + "_low", rows), high: get(key + "_high", rows), colour, bars: 0.3});
      add(pictures, new Graph(readable(r, 1).name, left > 0.1 ? `${digits(100 * left, 2)} % of the variance is not explained: take more points` : "", [bar("first", -0.17, COLOURS[0], "alone"), bar("total", 0.17, COLOURS[1], "with the others")], {words, from0: true}));
    }
    return card("Which parameter matters: Sobol indices", "Share of the variance that a parameter explains alone, and together with the others; lines are the 95 % confidence.", pictures);
  }

  function effectsCard(t, parameters) {
    const pictures = grid(), label = column(t, "result").data, of = column(t, "parameter").data;
    if (parameters.length > 1) pictures.style.gridTemplateColumns = `repeat(${Math.min(parameters.length, 4)}, minmax(0, 1fr))`;
    for (const r of [...new Set(label)]) for (const p of parameters) {
      const rows = label.map((l, i) => l === r && of[i] === p.name ? i : -1).filter(i => i >= 0), mean = rows.map(i => column(t, "mean").data[i]), shown = readable(r, maxAbs(mean)), error = rows.map(i => column(t, "error").data[i]);
      if (rows.length < 2) continue;
      const raw = rows.map(i => column(t, "value").data[i]), words = raw.every(v => typeof v === "number") ? undefined : raw.map(String);
      add(pictures, new Graph(shown.name + (shown.unit ? ` [${shown.unit}]` : ""), axis(p), [{x: words ? raw.map((_, i) => i) : raw.map(v => v * p.factor), y: mean.map(v => v * shown.factor), low: mean.map((v, i) => (v - error[i]) * shown.factor), high: mean.map((v, i) => (v + error[i]) * shown.factor), colour: COLOURS[0], line: !words, points: 3}], {words, height: 180}));
    }
    return card("Main effects", "Mean of the result where the parameter has this value, over all values of the others, with its standard error.", pictures);
  }

  function optimise(tables) {
    const t = find(tables, "history.csv"); if (!t) return [];
    const run = values(t.columns[0]), end = t.columns.findIndex(c => c.name === "objective"), parameters = t.columns.slice(1, end), objective = t.columns[end], best = column(t, "best"), pictures = grid();
    const last = run.length - 1, which = column(t, "best_run").data[last], row = run.indexOf(which);
    add(pictures, new Graph("objective", "run", [{label: "each run", x: run, y: values(objective), colour: COLOURS[0], points: 3}, {label: "best so far", x: run, y: values(best), colour: COLOURS[3], line: true}]));
    for (const p of parameters) add(pictures, new Graph(axis(p), "run", [{x: run, y: values(p), colour: COLOURS[0], line: true, points: 2.5}], {marks: row >= 0 ? [{x: which, y: values(p)[row], text: "best", colour: COLOURS[3]}] : []}));
    for (const c of t.columns.slice(end + 1)) if (!["best_run", "best", "code"].includes(c.name) && numeric(c)) add(pictures, new Graph(axis(c), "run", [{x: run, y: values(c), colour: COLOURS[0], points: 3}], {level: 0}));
    const facts = row < 0 ? "No run has met the constraints yet." : `Best of ${run.length} runs: run ${which}, objective ${digits(objective.data[row], 6)}, with ` + parameters.map(p => `${p.name} = ${digits(p.data[row] * p.factor, 6)}${p.unit ? " " + p.unit : ""}`).join(", ") + ".";
    return [card("Optimisation", facts, pictures)];
  }

  function branch(tables) {
    const t = find(tables, "branch.csv"); if (!t) return [];
    const p = t.columns[0], x = values(p), stable = column(t, "stable").data, point = column(t, "point").data, pictures = grid(), colours = {fold: COLOURS[3], flip: COLOURS[1], torus: COLOURS[5], grazing: COLOURS[2]};
    const own = ["point", "period", "stable", "unstable_multipliers", "multiplier_max", "angle", "closure", "branch", "section"], at = point.map((k, i) => colours[k] ? i : -1).filter(i => i >= 0);
    /* rows of one branch and one section are one line */
    const line = x.map((v, i) => ["branch", "section"].map(name => { const c = column(t, name); return c ? c.data[i] : 1; }).join(" "));
    const lines = [...new Set(line)].map(name => line.flatMap((v, i) => v === name ? [i] : []));
    const split = (y, rows, want) => rows.map((i, k) => stable[i] === want || (k > 0 && stable[rows[k - 1]] === want && stable[i] !== want) ? y[i] : null);
    const parts = (y, want) => lines.map((rows, n) => ({label: n ? "" : want ? "stable" : "unstable", x: rows.map(i => x[i]), y: split(y, rows, want), colour: COLOURS[0], line: true, dash: !want}));
    const draw = (c, options) => { const y = values(c); add(pictures, new Graph(axis(c), axis(p), [...parts(y, 1), ...parts(y, 0)].filter(s => s.y.some(v => v !== null)), {height: 270, marks: at.map(i => ({x: x[i], y: y[i], text: point[i], colour: colours[point[i]]})), ...options})); };
    for (const c of t.columns.slice(1)) if (!own.includes(c.name) && numeric(c)) draw(c, {});
    draw(column(t, "multiplier_max"), {level: 1});
    const found = at.map(i => `${point[i]} at ${p.name} = ${digits(x[i], 6)}${p.unit ? " " + p.unit : ""}`);
    return [card("Branch of periodic motions over " + p.name, (found.length ? "Found: " + found.join(", ") + ". " : "") + "Below a largest multiplier of 1 (dashed line) the motion is stable.", pictures)];
  }

  function periodic(tables) {
    const t = find(tables, "multipliers.csv"), own = find(tables, "periodic.csv"); if (!t || !own) return [];
    const get = name => column(own, name), re = values(column(t, "real")), im = values(column(t, "imag")), pictures = grid(), period = get("period");
    add(pictures, new Graph("Floquet multipliers", "real part", [{x: re, y: im, names: column(t, "meaning").data, colour: COLOURS[0], points: 4}], {circle: true, height: 290}));
    const rows = column(t, "number").data.map((n, i) => [n, digits(re[i], 5), digits(im[i], 5), digits(column(t, "modulus").data[i], 5), column(t, "meaning").data[i]]);
    return [card("Periodic motion", `Period ${digits(period.data[0] * period.factor, 6)} ${period.unit}, ${get("stable").data[0] ? "stable" : "unstable"}: the largest multiplier has modulus ${digits(get("multiplier_max").data[0], 5)}. Closure ${digits(get("closure").data[0], 2)}. Multipliers inside the dashed circle decay.`,
      make("div", {class: "halves"}, pictures, make("div", {class: "scroll"}, table(["", "real", "imaginary", "modulus", "meaning"], rows, [1, 1, 1, 1, 0]))))];
  }

  function wear(tables) {
    const t = find(tables, "wear.csv"); if (!t) return [];
    const x = t.columns.find(c => c.name === "cycles" || c.name === "cycle") || t.columns[1], columns = t.columns.filter(c => c !== x && numeric(c) && varies(c)), first = columns.filter(c => /depth|volume/.test(c.name));
    const out = [card("Wear over the cycles", null, ...chooser(columns, (first.length ? first : columns).slice(0, 4), c => [new Graph(axis(c), axis(x), [{x: values(x), y: values(c), colour: COLOURS[0], line: true, points: 2.5}])]))];
    for (const s of tables.filter(k => k.file.startsWith("surface_"))) {
      const angle = s.columns[0] /* of the face of a slider: place */, flat = angle.name === "place", z = column(s, "z").data, rings = [...new Set(z)].length, middle = rings > 1 ? [...new Set(z)][rings >> 1] : z[0], keep = z.map((v, i) => v === middle ? i : -1).filter(i => i >= 0), pictures = grid();
      const pick = c => { const v = values(c); return keep.map(i => v[i]); };
      for (const c of s.columns.slice(2)) if (numeric(c) && varies(c)) add(pictures, new Graph(axis(c), axis(angle), [{x: pick(angle), y: pick(c), colour: COLOURS[0], line: true}], {from0: true}));
      out.push(card(`Worn surface of ${s.file.slice(8, -4)}`, "Depth of bearing (a) and journal (b) below the surface as drawn, mean pressure and severity of the last cycle, over the " + (flat ? "way along the face" : "angle from the bearing's first axis") + (rings > 1 ? ", on the middle ring." : "."), pictures));
    }
    return out;
  }

  /* An angle that counts turns says nothing at a section; the probes that stay do. */
  function section(tables) {
    const t = find(tables, "poincare.csv"); if (!t || t.columns[0].data.length < 3) return [];
    const pass = t.columns[0], turns = c => c.unit === "deg" && maxAbs(values(c)) > 400, shown = t.columns.slice(2).filter(c => numeric(c) && !turns(c)), pictures = grid(), small = pass.data.length > 500 ? 1.2 : 2.6;
    if (shown.length > 1) add(pictures, new Graph(axis(shown[1]), axis(shown[0]), [{x: values(shown[0]), y: values(shown[1]), names: pass.data.map(n => `pass ${n}`), colour: COLOURS[0], points: small}], {height: 260}));
    for (const c of shown.slice(0, 4)) add(pictures, new Graph(axis(c), "pass", [{x: values(pass), y: values(c), colour: COLOURS[0], points: small}], {height: shown.length > 1 ? 260 : 190}));
    return shown.length ? [card("Poincar\u00e9 section", "The probes at every pass of the section. Points that lie upon each other, and level rows, mean a periodic motion.", pictures)] : [];
  }

  function convergence(tables) {
    const t = find(tables, "converge.csv"); if (!t) return [];
    const x = t.columns[0], {x: at, words} = places(x), columns = t.columns.slice(1).filter(c => numeric(c) && varies(c) && !["steps", "cpu", "wall", "coordinates", "unknowns", "code", "h"].includes(c.name)), log = !words && at.every(v => v > 0);
    return columns.length ? [card("Convergence", "Orders, extrapolated values and errors are printed by `gudgeon converge` and drawn in converge_*.png.", ...chooser(columns, columns.slice(0, 3), c => [new Graph(axis(c), axis(x), [{x: at, y: values(c), colour: COLOURS[0], line: !words, points: 3}], {words, logx: log})]))] : [];
  }

  const all = {top: [sweep, optimise, branch, periodic, wear, convergence], late: [section]};
  return {cards: (tables, which) => all[which].flatMap(f => f(tables))};
})();
