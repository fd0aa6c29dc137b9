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
  return make("header", {}, make("h1", {}, data.title),
    make("span", {class: "soft"}, [...new Set([...data.runs.map(r => r.name), ...data.studies.map(s => s[0].folder)])].join(", ") + (main ? ` \u00b7 gudgeon ${info.version || ""} (${info.git || ""})` : "")),
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
  }
  if (viewer) {
    viewer.glass = new Set(scene.glass);
    queueMicrotask(() => { box.style.height = viewer.goodHeight() + "px"; });
    const names = Object.keys(scene.fields), bar = make("div", {class: "scale"});
    const choose = make("select", {id: "field", onchange: e => { viewer.field = e.target.value; scaleOf(bar, scene, viewer.field); viewer.paint(); }},
      make("option", {value: ""}, "colour: body"), ...names.map(n => make("option", {value: n}, "colour: " + scene.fields[n].title)));
    if (viewer.parts.some(p => p.rigid)) controls.append(make("label", {class: "soft"}, "bending \u00d7 ", make("select", {id: "exaggerate", onchange: e => { viewer.exaggerate = +e.target.value; viewer.paint(); }}, ...[1, 2, 5, 10, 20, 50, 100].map(v => make("option", {value: v}, v)))));
    controls.append(choose, make("button", {onclick: () => { viewer.reset(); viewer.paint(); }}, "Reset view"));
    box.append(bar, make("div", {class: "legend3d"}, ...scene.bodies.slice(1, 9).flatMap((name, i) => {
      const c = BODY[1 + i % (BODY.length - 1)].map(v => Math.round(255 * v));
      return [make("span", {}, make("span", {class: "dot", style: `background: rgb(${c})`}), name), make("br")];
    })));
    if (names.length && scene.fields[names[0]].shown) { choose.value = names[0]; viewer.field = names[0]; scaleOf(bar, scene, names[0]); }
    card.append(make("div", {class: "soft", style: "font-size:12px;margin-top:6px"}, "drag: turn, shift + drag: move, wheel: zoom, double click: reset. " + `${scene.times.length} frames.`));
  }
  if (!viewer) { /* nothing to see: the time alone, without the box of the picture */
    box.style.cssText = "height:auto;background:none"; stamp.style.position = "static";
    box.append(make("div", {class: "soft"}, `No moving picture: ${(scene && scene.why) || "the run wrote no frames"}.`));
  }
  box.append(stamp);
  state.listeners.push(() => {
    let text = state.t1 - state.t0 < 0.9 ? `t = ${digits(state.t * 1000, 6)} ms` : `t = ${digits(state.t, 6)} s`;
    if (main.crank) text += `, ${crankText(state.t)}`;
    stamp.textContent = text;
    slider.value = Math.round(10000 * (state.t - state.t0) / (state.t1 - state.t0 || 1));
  });
  return card;
}

/* The crank angle within its cycle, and the number of the cycle. */
function crankText(t) {
  const a = clean(valueAt(main.crank.t, main.crank.y, t), 1), cycle = state.period, n = Math.floor(a / cycle + 1e-9);
  if (a < 0 || state.t1 <= state.t0) return `crank ${a.toFixed(1)}\u00b0`;
  return `crank ${Math.abs(a - n * cycle).toFixed(1)}\u00b0, ${cycle === 360 ? "turn" : "cycle"} ${n + 1}`;
}

function scaleOf(node, scene, field) {
  node.replaceChildren();
  const f = scene.fields[field]; if (!f) return;
  const stops = RAMP.map((c, i) => `rgb(${c}) ${100 * i / (RAMP.length - 1)}%`).join(", "), steps = Array.from({length: f.labels}, (_, i) => f.high - (f.high - f.low) * i / (f.labels - 1));
  node.append(make("div", {style: "margin-bottom:4px;font-weight:600"}, `${f.title}${f.unit ? " [" + f.unit + "]" : ""}`), make("span", {class: "bar", style: `background: linear-gradient(to top, ${stops})`}),
    make("span", {class: "ticks"}, ...steps.map(v => make("span", {}, digits(clean(v, f.high - f.low) * f.factor, 3)))));
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
  axis.value = state.axis;
  const cycle = make("select", {id: "cycle", onchange: e => { state.cycle = e.target.value; redraw(); }}, ...[["all", "all cycles"], ["last", "last cycle"], ["mean", "mean and spread"]].map(([v, l]) => make("option", {value: v}, l)));
  const card = make("div", {class: "card"}, make("div", {class: "controls", style: "margin-top:0"}, make("h2", {style: "margin:0;flex:1"}, "Curves"), axis, main.crank ? cycle : null), chips, area,
    make("div", {class: "soft", style: "font-size:12px;margin-top:6px"}, "click: cursor, drag: zoom, double click: all"));
  queueMicrotask(update);
  return card;
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

const PEOPLE = {s: [["\u00b5s", 1e6], ["ms", 1e3], ["s", 1]], "m^3/s": [["mm^3/s", 1e9], ["cm^3/s", 1e6], ["l/s", 1e3]], "m/s": [["mm/s", 1e3], ["m/s", 1]], m: [["\u00b5m", 1e6], ["mm", 1e3], ["m", 1]], Pa: [["Pa", 1], ["kPa", 1e-3], ["MPa", 1e-6], ["GPa", 1e-9]], N: [["N", 1], ["kN", 1e-3]], "N m": [["N m", 1], ["kN m", 1e-3]], W: [["mW", 1e3], ["W", 1], ["kW", 1e-3]], J: [["mJ", 1e3], ["J", 1], ["kJ", 1e-3]], rad: [["deg", 180 / Math.PI]]};
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
    const size = Math.max(Math.abs(p.min), Math.abs(p.max)), shown = v => digits(clean(v, size) * f, 5);
    rows.push([name, ...(many ? [run.name] : []), unit, shown(p.min), digits(p.t_min * 1000, 5), shown(p.max), digits(p.t_max * 1000, 5), shown(p.mean), shown(p.rms)]);
  }
  return make("div", {class: "card", id: "peaks"}, make("h2", {}, "Peaks, over every accepted step"), make("div", {class: "scroll"}, table(["probe", ...(many ? ["run"] : []), "unit", "least", "at t [ms]", "largest", "at t [ms]", "mean", "rms"], rows, [0, ...(many ? [0] : []), 0, 1, 1, 1, 1, 1, 1])));
}

/* Several runs: largest magnitude of every probe, and what it is against the first run. */
function comparisonCard() {
  if (data.runs.length < 2) return null;
  const names = [...new Set(data.runs.flatMap(r => Object.keys(r.info.probes || {})))], rows = [];
  const size = (run, name) => { const p = (run.info.probes || {})[name]; return p && typeof p.max === "number" ? Math.max(Math.abs(p.min), Math.abs(p.max)) : NaN; };
  for (const name of names) {
    const all = data.runs.map(r => size(r, name)), unit = (data.runs.map(r => (r.info.probes || {})[name]).find(Boolean) || {}).unit;
    if (!all.some(isFinite)) continue;
    const [u, f] = people(unit, Math.max(...all.filter(isFinite)));
    rows.push([name, u, digits(all[0] * f, 5), ...all.slice(1).flatMap(v => [digits(v * f, 5), all[0] > 0 && isFinite(v) ? `${v >= all[0] ? "+" : ""}${digits(100 * (v / all[0] - 1), 3)} %` : "-"])]);
  }
  const labels = ["probe", "unit", main.name, ...data.runs.slice(1).flatMap(r => [r.name, "change"])];
  return make("div", {class: "card", id: "comparison"}, make("h2", {}, "Comparison: largest magnitude"), make("div", {class: "scroll"}, table(labels, rows, labels.map((_, i) => i > 1))));
}

/* Spectrum of one probe of all runs, over frequency or over orders of the crank. */
function spectrumCard() {
  const names = Object.keys(main.probes ? main.probes.columns : {}).filter(n => n !== main.angle);
  if (!names.length || main.probes.t.length < 16) return null;
  const holder = make("div"), note = make("div", {class: "soft", style: "font-size:12px;margin-top:4px"});
  let shown = null;
  const update = () => {
    const orders = over.value === "order", series = [];
    for (const s of seriesOf("probes", which.value)) {
      const f = spectrumOf(s.run, s.run.probes, s.y, orders);
      if (!f) continue;
      const top = 1 + f.y.reduce((k, v, i) => v > 2e-3 * maxAbs(f.y) ? i : k, 8);
      series.push({label: s.label, unit: s.unit, x: f.x.subarray(0, top), xlabel: f.label, y: f.y.subarray(0, top), run: s.run, colour: s.colour, note: f.note});
    }
    if (shown) { shown.node.remove(); charts.splice(charts.indexOf(shown), 1); shown = null; }
    if (!series.length) return;
    note.textContent = `Amplitude, mean removed, Hann window over ${series[0].note}, 4096 samples.`;
    shown = addChart(holder, new Chart(which.value + (series[0].unit ? ` [${series[0].unit}]` : ""), series, 190));
  };
  const which = make("select", {id: "spectrum", onchange: update}, ...names.map(n => make("option", {value: n}, n)));
  const over = make("select", {id: "spectrum_over", onchange: update}, make("option", {value: "frequency"}, "over frequency"), main.crank ? make("option", {value: "order"}, "over orders of the crank") : null);
  which.value = names.find(n => main.info.probes[n] && main.info.probes[n].unit === "N") || names[0];
  if (main.crank) over.value = "order";
  queueMicrotask(update);
  return make("div", {class: "card", id: "spectra"}, make("div", {class: "controls", style: "margin-top:0"}, make("h2", {style: "margin:0;flex:1"}, "Spectrum"), which, over), holder, note);
}

/* Stress envelopes along beams: largest and least value at every node over all accepted steps. */
function envelopeCards() {
  return (main.envelopes || []).map(e => {
    const card = make("div", {class: "card", "data-envelope": e.body}, make("h2", {}, `Envelope of ${e.body}`)), grid = make("div", {class: "grid"}), rows = [];
    for (const f of e.fields) {
      const k = extremeOf(f.max, false), j = extremeOf(f.min, true);
      if (k < 0) continue;
      rows.push([f.name, f.unit, digits(clean(f.max[k], f.min[j]), 5), e.at(k), digits(clean(f.min[j], f.max[k]), 5), e.at(j)]);
      if (!e.along) continue;
      const holder = make("div"); grid.append(holder);
      queueMicrotask(() => addChart(holder, new Chart(`${f.name}${f.unit ? ` [${f.unit}]` : ""}`, [["largest", f.max, COLOURS[3]], ["least", f.min, COLOURS[0]]].map(([label, y, colour]) => ({label, unit: f.unit, x: e.along, xlabel: "along the axis [mm]", y, run: main, colour})), 150)));
    }
    card.append(grid, make("div", {class: "scroll"}, table(["field", "unit", "largest", "at", "least", "at"], rows, [0, 0, 1, 0, 1, 0])));
    return card;
  });
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
  if (parameters.length) out.push(make("div", {class: "card"}, make("h2", {}, "Parameters"), make("div", {class: "scroll"}, table(["name", ...data.runs.map(r => runLabel(r) || "value"), "unit", "meaning"], parameters.map(([name, p]) => [name + (p.set ? " *" : ""), ...data.runs.map(r => { const v = ((r.info.parameters || {})[name] || {}).value; return typeof v === "number" ? digits(v * people(p.unit, Math.abs(p.value))[1], 6) : v === undefined ? "-" : v; }), typeof p.value === "number" ? people(p.unit || "", Math.abs(p.value))[0] : "", p.doc || ""]), [0, ...data.runs.map(() => 1), 0, 0])), make("div", {class: "soft"}, "* set on the command line")));
  return out;
}

/* Cards in two columns: the first with what follows it in one or the other, so that both are nearly of one height. */
function halves(cards) {
  const columns = [make("div", {}), make("div", {})], heights = [0, 0];
  const rows = card => 6 + 3 * card.querySelectorAll("li").length + 2 * card.querySelectorAll("tr").length + (card.id === "energy" ? 20 : 0);
  for (const card of cards) { const k = heights[0] <= heights[1] ? 0 : 1; columns[k].append(card); heights[k] += Math.min(rows(card), 46); }
  return make("div", {class: "halves"}, ...columns);
}

function tableCards() {
  return data.tables.map(t => make("div", {class: "card"}, make("h2", {}, t.name), make("div", {class: "scroll"}, table(t.labels, t.rows, t.labels.map((_, i) => t.rows.length > 0 && t.rows.every(r => r[i] === "-" || !isNaN(r[i])) ? 1 : 0)))));
}

const body = make("main", {});
document.getElementById("page").append(head(), body);
if (main) {
  for (const run of data.runs) readEnvelopes(run);
  body.append(make("div", {class: "top"}, sceneCard(), curvesCard()));
  for (const card of [limitsCard(), comparisonCard(), ...jointCards(), ...envelopeCards(), spectrumCard(), halves([energyCard(), ...factsCards()].filter(Boolean)), peaksCard()]) if (card) body.append(card);
}
for (const tables of data.studies) {
  for (const card of study.cards(tables, "top")) body.insertBefore(card, body.querySelector("#limits, #comparison, [data-joint], [data-envelope], #spectra, .halves"));
  for (const card of study.cards(tables, "late")) body.insertBefore(card, body.querySelector("#spectra, .halves"));
}
for (const card of tableCards()) body.append(card);
if (main && main.model) body.append(make("div", {class: "card"}, make("details", {}, make("summary", {}, "Model file"), make("pre", {}, main.model))));
window.addEventListener("resize", () => redraw());
await new Promise(done => setTimeout(done, 0));
redraw();
if (main) setTime(state.t0);
/* for tests: numbers as they are drawn, in the unit of the axis */
window.report = {ready: true, data, setTime, time: () => state.t, playing: () => state.playing, frame: () => viewer ? viewer.frame : -1,
  value: (which, name, t) => valueAt(data.runs[0][which].t, data.runs[0][which].columns[name].y, t), unit: (which, name) => data.runs[0][which].columns[name].unit,
  spectrum: (name, orders) => { const f = spectrumOf(main, main.probes, main.probes.columns[name].y, orders); return {x: [...f.x.subarray(0, 40)], y: [...f.y.subarray(0, 40)]}; },
  reversal: name => { const c = main.joints.columns, own = columnsOfJoint(main.info.joints.find(j => j.name === name && j.columns), c); return reversalOf(own("load_bearing", 0).y, own("load_bearing", 1).y, main.joints.t); },
  graphs: () => charts.filter(c => c instanceof Graph).map(g => ({title: g.title, xlabel: g.xlabel, series: g.series.map(s => ({label: s.label || "", x: [...s.x], y: [...s.y]}))})),
  factor: (which, name) => data.runs[0][which].columns[name].factor,
  pixels: () => { const c = viewer.canvas, g = viewer.gl, p = new Uint8Array(4 * c.width * c.height); viewer.paint(); g.readPixels(0, 0, c.width, c.height, g.RGBA, g.UNSIGNED_BYTE, p); let n = 0; for (let i = 3; i < p.length; i += 4) if (p[i] > 0) n++; return n / (c.width * c.height); }};
