/* ---- cards of joints with clearance ---- */

function keep(chart) { charts.push(chart); return chart; }
function maxAbs(y) { let m = 0; for (const v of y) if (Math.abs(v) > m) m = Math.abs(v); return m; }
/* A column in the unit of another one. */
function inUnitOf(column, like) { return column.factor === like.factor ? column.y : column.y.map(v => v / column.factor * like.factor); }
/* The two axes of space in which the load is largest: their numbers. */
function spaceAxes(own) {
  return [0, 1, 2].map(k => [k, own("load", k) ? maxAbs(own("load", k).y) / own("load", k).factor : -1]).sort((a, b) => b[1] - a[1]).slice(0, 2).map(a => a[0]).sort();
}

/* Orbit, and the load in axes of space, of the body with the bearing and of the body with the journal. */
function roundPictures(joint, own, t) {
  const out = [], zero = new Float64Array(t.length);
  const add = (title, role, a, b, circle) => {
    const x = own(role, a), y = own(role, b), like = x && y ? (maxAbs(x.y) / x.factor > maxAbs(y.y) / y.factor ? x : y) : x || y;
    if (like) out.push(keep(new Round(title, t, x ? inUnitOf(x, like) : zero, y ? inUnitOf(y, like) : zero, like.unit, circle ? joint.clearance * like.factor : 0)).node);
  };
  const [sx, sy] = spaceAxes(own);
  add(`orbit of the journal, axes of ${joint.a}`, "gap", 0, 1, true);
  add(`load on the journal, axes of space (${"xyz"[sx]}, ${"xyz"[sy]})`, "load", sx, sy);
  add(`load on the journal, axes of ${joint.a}`, "load_bearing", 0, 1);
  add(`load on the journal, axes of ${joint.b}`, "load_journal", 0, 1);
  return out;
}

function jointCards() {
  const out = [];
  for (const joint of main.info.joints || []) {
    const c = main.joints ? main.joints.columns : {}, own = columnsOfJoint(joint, c);
    if (!joint.columns || !Object.keys(c).some(k => k.startsWith(joint.name + "."))) continue;
    const t = main.joints.t, inPictures = new Set(IN_PICTURES.flatMap(role => joint.columns[role] || [])), grid = make("div", {class: "grid"});
    const card = make("div", {class: "card", "data-joint": joint.name}, make("h2", {}, `Joint ${joint.name}`), make("div", {class: "soft", style: "margin-bottom:8px"},
      `${joint.type} between ${joint.a} (bearing) and ${joint.b} (journal); journal radius ${digits(joint.journal_radius * 1000)} mm, radial clearance ${digits(joint.clearance * 1e6)} \u00b5m`));
    const facts = jointFacts(joint, own, t);
    if (facts.length) card.append(make("ul", {}, ...facts.map(f => make("li", {}, f))), make("div", {class: "soft", style: "font-size:12px;margin-bottom:8px"}, "Extremes at the output instants; a short impact may be higher between them. The table of peaks counts every accepted step."));
    card.append(make("div", {class: "grid rounds"}, ...roundPictures(joint, own, t)), grid);
    const left = leftOut(joint, own);
    if (left.parallel) card.append(make("div", {class: "soft"}, "The journal stays parallel to its bearing: curves that only a tilted journal has are left out."));
    for (const key of Object.keys(c).filter(k => k.startsWith(joint.name + ".") && !inPictures.has(k.slice(joint.name.length + 1)) && !left.names.has(k.slice(joint.name.length + 1)))) {
      const s = seriesOf("joints", key), name = key.slice(joint.name.length + 1), holder = make("div");
      grid.append(holder);
      queueMicrotask(() => addChart(holder, new Chart(name + (s[0].unit ? ` [${s[0].unit}]` : ""), s, 140)));
    }
    out.push(card);
  }
  return out;
}

/* Columns of joints.csv of a joint by their role, as run.json names them (src/contract/output.h); of a vector component k. */
function columnsOfJoint(joint, columns) {
  return (role, k = 0) => columns[`${joint.name}.${((joint.columns || {})[role] || [])[k]}`];
}
const IN_PICTURES = ["gap", "load", "load_bearing", "load_journal", "thinnest_place", "peak_place"];

/* Names of columns that say nothing: what only a tilted journal has, where the tilt is round-off beside clearance/radius; one that
   repeats another. */
function leftOut(joint, own) {
  const roles = [], tilt = own("tilt"), one = own("force"), film = own("film_force");
  const parallel = tilt && maxAbs(tilt.y) / tilt.factor < 1e-4 * joint.clearance / joint.journal_radius;
  if (parallel) roles.push("tilt", "other_end", "thinnest_at", "peak_at");
  if (one && film && one.y.every((v, i) => Math.abs(v / one.factor - film.y[i] / film.factor) <= 1e-9 * maxAbs(one.y) / one.factor)) roles.push("film_force");
  const torque = own("film_torque");
  if (torque && one && maxAbs(torque.y) / torque.factor < 1e-9 * joint.journal_radius * maxAbs(one.y) / one.factor) roles.push("film_torque");
  return {parallel, names: new Set(roles.flatMap(role => joint.columns[role] || []))};
}

/* ---- facts in words ---- */

function when(t) {
  return `at t = ${digits(1000 * t, 5)} ms` + (main.crank ? ` (${crankText(t)})` : "");
}
function amount(value, unit, n = 4) { const [u, f] = people(unit, Math.abs(value)); return `${digits(value * f, n)}${u ? " " + u : ""}`; }

/* Index of the least or largest value; -1: there is none. */
function extremeOf(y, least) {
  let k = -1;
  for (let i = 0; i < y.length; i++) if (isFinite(y[i]) && (k < 0 || (least ? y[i] < y[k] : y[i] > y[k]))) k = i;
  return k;
}
/* Mean over time. */
function meanOver(t, y) {
  let sum = 0;
  for (let i = 1; i < t.length; i++) sum += 0.5 * (y[i] + y[i - 1]) * (t[i] - t[i - 1]);
  return sum / (t[t.length - 1] - t[0] || 1);
}

/* An angle in the bearing, from its first axis. */
function placeOf(x, y, k, body) {
  const a = Math.atan2(y.y[k] / y.factor, x.y[k] / x.factor) * 180 / Math.PI;
  return isFinite(a) ? `, at ${digits(a, 3)}\u00b0 in ${body}` : "";
}

/* (R2) reversal: along the main direction d of the load in the bearing (largest eigenvalue of sum F F^T dt) the load has one sign
   for most of the time; the crank angle for which it has the other, per cycle, over the cycles at the end of the run. */
function reversalOf(fx, fy, t) {
  let a = 0, b = 0, c = 0;
  for (let i = 1; i < t.length; i++) { const w = t[i] - t[i - 1]; a += w * fx[i] * fx[i]; b += w * fx[i] * fy[i]; c += w * fy[i] * fy[i]; }
  const d = 0.5 * Math.atan2(2 * b, a - c), crank = main.crank, turn = crank ? i => crank.sign * valueAt(crank.t, crank.y, t[i]) : i => t[i];
  const total = turn(t.length - 1) - turn(0), cycles = crank ? Math.max(Math.floor(total / state.period + 1e-6), 0) : 0, from = cycles ? turn(t.length - 1) - cycles * state.period : turn(0);
  const with_ = [0, 0], peak = [0, 0];
  let span = 0;
  for (let i = 1; i < t.length; i++) {
    if (turn(i - 1) < from - 1e-9) continue;
    const f = fx[i] * Math.cos(d) + fy[i] * Math.sin(d), side = f < 0 ? 1 : 0, w = turn(i) - turn(i - 1);
    with_[side] += w; span += w; peak[side] = Math.max(peak[side], Math.abs(f));
  }
  const minor = with_[0] < with_[1] ? 0 : 1;
  return {direction: d * 180 / Math.PI, share: span > 0 ? with_[minor] / span : 0, degrees: cycles ? with_[minor] / cycles : NaN, peak: peak[minor], most: peak[1 - minor]};
}

function jointFacts(joint, own, t) {
  const facts = [];
  for (const [role, least, words, place] of [["force", false, "Largest force"], ["thinnest", true, "Thinnest film", "thinnest_place"], ["peak", false, "Highest film pressure", "peak_place"]]) {
    const col = own(role), k = col ? extremeOf(col.y, least) : -1, at = place && own(place, 0) && own(place, 1);
    if (k >= 0) facts.push(`${words}: ${digits(col.y[k])} ${col.unit} ${when(t[k])}` + (at ? placeOf(own(place, 0), at, k, joint.a) : "") + ".");
  }
  const loss = own("film_loss"), flow = own("film_flow");
  if (loss || flow) facts.push([loss ? `Mean power lost in the film: ${amount(meanOver(t, loss.y) / loss.factor, "W")}` : "", flow ? `mean side flow ${amount(meanOver(t, flow.y) / flow.factor, "m^3/s")}` : ""].filter(Boolean).join("; ") + ".");
  const fx = own("load_bearing", 0), fy = own("load_bearing", 1), like = fx && fy && maxAbs(fy.y) / fy.factor > maxAbs(fx.y) / fx.factor ? fy : fx || fy;
  if (like) {
    const none = new Float64Array(t.length), r = reversalOf(fx ? inUnitOf(fx, like) : none, fy ? inUnitOf(fy, like) : none, t);
    facts.push(`Load reversal: along its main direction (${digits(r.direction, 3)}\u00b0 in ${joint.a}) the load has the opposite sign for ` + (isFinite(r.degrees) ? `${digits(r.degrees, 3)}\u00b0 of every ${state.period}\u00b0 of the crank` : `${digits(100 * r.share, 3)} % of the time`) + `, up to ${digits(r.peak, 3)} ${like.unit} against ${digits(r.most, 3)} ${like.unit}.`);
  }
  facts.push(...contactFacts(joint, own, t));
  return facts;
}

/* What the joint counted, and sticking as the samples tell it. */
function contactFacts(joint, own, t) {
  const facts = [], span = t[t.length - 1] - t[0], counted = Object.entries(joint.statistics || {}).filter(([, n]) => n.value);
  if (counted.length) facts.push("Contact: " + counted.map(([name, n]) => `${name} ${amount(n.value, n.unit)}` + (n.unit === "s" && span > 0 ? ` (${digits(100 * n.value / (main.info.t - (main.info.settle || 0) || span), 3)} %)` : "")).join(", ") + ".");
  const stick = own("stick"), slip = own("sliding_speed");
  if (stick || slip) {
    let changes = 0, held = 0;
    for (let i = 1; stick && i < t.length; i++) { if ((stick.y[i] > 0.5) !== (stick.y[i - 1] > 0.5)) changes++; if (stick.y[i] > 0.5) held += t[i] - t[i - 1]; }
    facts.push(`Friction: it sticks for ${digits(100 * held / (span || 1), 3)} % of the time, with ${changes} changes between stick and slip in the samples` + (slip ? `; largest sliding speed ${digits(maxAbs(slip.y))} ${slip.unit}.` : "."));
  }
  return facts;
}
