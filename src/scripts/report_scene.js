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
    this.scene = scene; this.node = node; this.frame = -1; this.field = ""; this.exaggerate = 1;
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
      if (p.rigid) { out.rigid = array(p.rigid); out.base = array(p.base); }
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
  /* Pixels: a picture as high as what is in it asks for. */
  goodHeight() {
    const [low, high] = this.scene.box, w = this.node.clientWidth || 600, free = Object.keys(this.scene.fields).length ? 120 : 0;
    if (!this.flat) return 470;
    return Math.round(Math.min(Math.max(1.25 * (w - free) * (high[1] - low[1]) / (high[0] - low[0] || 1) + 60, 330), 560));
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
    if (part.rigid && this.exaggerate !== 1) this.enlarge(part, k);
    gl.bindBuffer(gl.ARRAY_BUFFER, part.place); gl.bufferSubData(gl.ARRAY_BUFFER, 0, part.now);
    return m;
  }
  /* The deflection against the chord of the body (report.py), enlarged. */
  enlarge(part, k) {
    const r = part.rigid.subarray(12 * k, 12 * k + 12), b = part.base, now = part.now;
    for (let i = 0; i < b.length; i += 3) for (let c = 0; c < 3; c++) {
      const still = b[i] * r[c] + b[i + 1] * r[3 + c] + b[i + 2] * r[6 + c] + r[9 + c];
      now[i + c] = still + this.exaggerate * (now[i + c] - still);
    }
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
    /* the scale of colours has the right edge for itself */
    const free = this.field ? Math.min(120 / w, 0.3) : 0, scale = Math.max(span(up), span(right) * h / (w * (1 - free))) * 1.08 / this.zoom, far = 6 * this.size, shift = 2 * scale / h;
    const eye = new Float32Array(16);
    [right, up, back].forEach((d, r) => { for (let c = 0; c < 3; c++) { eye[4 * c + r] = d[c]; eye[12 + r] -= d[c] * this.centre[c]; } });
    eye[12] += this.pan[0] * shift; eye[13] -= this.pan[1] * shift; eye[15] = 1;
    const view = new Float32Array(16);
    if (this.flat) { view[12] = -free; view[0] = h / w / scale; view[5] = 1 / scale; view[10] = -1 / far; view[15] = 1; }
    else { const f = 1 / Math.tan(0.22), d = this.distance([right, up, back], f, f * h / w / (1 - free)) / this.zoom; eye[14] -= d; const near = 0.05 * d, end = d + far; view[0] = f * h / w; view[5] = f; view[8] = free; view[10] = -(end + near) / (end - near); view[11] = -1; view[14] = -2 * end * near / (end - near); }
    return [eye, view];
  }
  /* Of the eye from the centre, such that the outermost points are in view. */
  distance(axes, f, across) {
    let d = 0;
    for (const p of this.scene.outer) {
      const [x, y, z] = axes.map(a => a.reduce((sum, c, i) => sum + c * (p[i] - this.centre[i]), 0));
      d = Math.max(d, z + 1.08 * Math.max(f * Math.abs(y), across * Math.abs(x)));
    }
    return d || 1;
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
    const colour = SYMBOL[(main.info.symbols || [])[p.symbol]] || (this.field ? [0.76, 0.78, 0.81] : p.body ? BODY[1 + (p.body - 1) % (BODY.length - 1)] : BODY[0]);
    gl.uniform4f(this.at.colour, ...colour, alpha); gl.uniform1f(this.at.mode, levels ? 1 : 0);
    gl.enable(gl.POLYGON_OFFSET_FILL); gl.polygonOffset(1, 1);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, part.index); gl.drawElements(gl.TRIANGLES, part.triangles.length, part.type, 0);
    gl.disable(gl.POLYGON_OFFSET_FILL); gl.disableVertexAttribArray(1); gl.vertexAttrib1f(1, 255);
    gl.uniform4f(this.at.colour, 0.1, 0.13, 0.17, alpha < 1 ? 0.45 : 0.8); gl.uniform1f(this.at.mode, 2);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, part.edges); gl.drawElements(gl.LINES, part.lines.length, part.type, 0);
  }
}

