// A plane to paint points on. Points live in the browser until "Use these points" sends them;
// a draft is kept in the tab's session storage, so another page or a reload does not lose it.

const HALF_WIDTH = 8;
const HALF_HEIGHT = 5;
const DAB_SPACING = 0.25; // plane units the brush travels between two dabs
const KEY_STEP = 0.25;
const UNDO_DEPTH = 100;
const DRAFT = "belieflab.paint";

const painters = new WeakMap();

export default function (component) {
  const root = component.parentElement;
  if (!painters.has(root)) painters.set(root, new Painter(root));
  const painter = painters.get(root);
  painter.receive(component);
  return () => {
    painter.leave();
    painters.delete(root);
  };
}

class Painter {
  constructor(root) {
    this.root = root;
    this.canvas = this.find("canvas");
    this.pen = this.canvas.getContext("2d");
    this.points = []; // [x, y, class]
    this.names = [];
    this.token = ""; // which painted data set of the server this drawing started from
    this.past = [];
    this.chosen = 0;
    this.tool = "brush";
    this.cursor = null;
    this.stroke = null; // last place of the pointer while it is down
    this.travelled = 0;
    this.note = "";
    this.listen();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas);
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  // -- what comes from the server and what is remembered here -----------------------------------

  receive({ data, setTriggerValue }) {
    this.send = (value) => setTriggerValue("painted", value);
    this.colours = data.colours;
    this.most = data.most;
    if (!this.names.length) this.recall(data);
    if (data.token && data.token !== this.token) this.adopt(data);
    this.token = data.token || this.token;
    this.show();
  }

  recall(data) {
    this.names = data.names.slice();
    try {
      const draft = JSON.parse(sessionStorage.getItem(DRAFT));
      if (draft && Array.isArray(draft.points) && Array.isArray(draft.names)) {
        this.points = draft.points.slice(0, this.most);
        this.names = draft.names.slice(0, this.colours.length).map(String);
        this.token = String(draft.token);
      }
    } catch {
      // no draft, or storage switched off: start empty
    }
  }

  adopt(data) {
    if (named(data.points, data.names) === named(this.points, this.names)) return;
    this.remember();
    this.points = data.points.map((point) => point.slice());
    this.names = data.names.slice();
    this.chosen = Math.min(this.chosen, this.names.length - 1);
  }

  save() {
    try {
      const draft = { points: this.points, names: this.names, token: this.token };
      sessionStorage.setItem(DRAFT, JSON.stringify(draft));
    } catch {
      // a full or forbidden storage only means that the draft is not kept
    }
  }

  leave() {
    this.observer.disconnect();
  }

  // -- changes ------------------------------------------------------------------------------------

  remember() {
    this.past.push({ points: this.points.slice(), names: this.names.slice() });
    if (this.past.length > UNDO_DEPTH) this.past.shift();
  }

  change(edit) {
    this.remember();
    edit();
    this.note = "";
    this.finish();
  }

  finish() {
    this.save();
    this.show();
  }

  undo() {
    if (!this.past.length) return;
    ({ points: this.points, names: this.names } = this.past.pop());
    this.chosen = Math.min(this.chosen, this.names.length - 1);
    this.note = "";
    this.finish();
  }

  dab(x, y) {
    if (this.tool === "eraser") {
      const reach = Number(this.find(".reach").value);
      this.points = this.points.filter((point) => Math.hypot(point[0] - x, point[1] - y) > reach);
      return;
    }
    const spread = Number(this.find(".jitter").value);
    for (let drop = Number(this.find(".density").value); drop > 0; drop--) {
      if (this.points.length >= this.most) {
        this.note = `The plane is full: ${this.most} points are the most.`;
        return;
      }
      this.points.push([...scattered(x, y, spread), this.chosen]);
    }
  }

  travel(to) {
    const [fromX, fromY] = this.stroke;
    const length = Math.hypot(to[0] - fromX, to[1] - fromY);
    const spacing = this.tool === "eraser" ? DAB_SPACING / 2 : DAB_SPACING;
    let next = spacing - this.travelled;
    while (next <= length) {
      const share = next / length;
      this.dab(fromX + share * (to[0] - fromX), fromY + share * (to[1] - fromY));
      next += spacing;
    }
    this.travelled = length - (next - spacing);
    this.stroke = to;
  }

  // -- hands ----------------------------------------------------------------------------------------

  listen() {
    const canvas = this.canvas;
    canvas.onpointerdown = (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      canvas.focus();
      canvas.setPointerCapture(event.pointerId);
      this.remember();
      this.note = "";
      this.stroke = this.place(event);
      this.travelled = 0;
      this.cursor = this.stroke;
      this.dab(...this.stroke);
      this.show();
    };
    canvas.onpointermove = (event) => {
      this.cursor = this.place(event);
      if (this.stroke) {
        const moves = event.getCoalescedEvents?.() ?? [];
        for (const move of moves.length ? moves : [event]) this.travel(this.place(move));
        this.show();
      } else this.draw();
    };
    canvas.onpointerup = canvas.onpointercancel = () => {
      if (!this.stroke) return;
      this.stroke = null;
      this.finish();
    };
    canvas.onpointerleave = () => {
      if (this.stroke) return;
      this.cursor = null;
      this.draw();
    };
    canvas.onkeydown = (event) => this.press(event);
    for (const button of this.root.querySelectorAll(".tool")) {
      button.onclick = () => {
        this.tool = button.dataset.tool;
        this.show();
      };
    }
    this.find(".undo").onclick = () => this.undo();
    this.find(".clear").onclick = () => this.change(() => (this.points = []));
    this.find(".shake").onclick = () => this.change(() => this.shake());
    this.find(".use").onclick = () => this.use();
    for (const slider of this.root.querySelectorAll("input[type=range]")) slider.oninput = () => this.draw();
  }

  press(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (steps[event.key]) {
      const [x, y] = this.cursor ?? [0, 0];
      this.cursor = inside(x + KEY_STEP * steps[event.key][0], y + KEY_STEP * steps[event.key][1]);
      this.draw();
    } else if (event.key === " ") {
      this.cursor ??= [0, 0];
      this.change(() => this.dab(...this.cursor));
    } else if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      this.undo();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return inside(
      ((event.clientX - box.left) / box.width - 0.5) * 2 * HALF_WIDTH,
      (0.5 - (event.clientY - box.top) / box.height) * 2 * HALF_HEIGHT,
    );
  }

  shake() {
    const spread = Number(this.find(".jitter").value);
    this.points = this.points.map(([x, y, k]) => [...scattered(x, y, spread), k]);
  }

  use() {
    this.send({ points: this.points, names: this.names });
  }

  // -- pictures -------------------------------------------------------------------------------------

  show() {
    this.showClasses();
    for (const button of this.root.querySelectorAll(".tool")) {
      button.setAttribute("aria-checked", String(button.dataset.tool === this.tool));
    }
    const none = this.points.length === 0;
    this.find(".undo").disabled = this.past.length === 0;
    for (const name of [".clear", ".shake", ".use"]) this.find(name).disabled = none;
    this.find(".status").textContent = this.note || this.words();
    this.draw();
  }

  words() {
    if (!this.points.length) return "Choose a class and drag over the plane.";
    const counts = this.names.map((_, k) => this.points.filter((point) => point[2] === k).length);
    const parts = this.names.flatMap((name, k) => (counts[k] ? [`${name} ${counts[k]}`] : []));
    return `${this.points.length} points: ${parts.join(", ")}`;
  }

  showClasses() {
    const row = this.find(".classes");
    while (row.querySelectorAll(".class").length > this.names.length) row.querySelector(".class:last-of-type").remove();
    const add = row.querySelector(".add") ?? row.appendChild(this.makeAdd());
    this.names.forEach((name, k) => {
      const box = row.querySelectorAll(".class")[k] ?? row.insertBefore(this.makeClass(k), add);
      box.querySelector("button").setAttribute("aria-checked", String(k === this.chosen));
      const field = box.querySelector("input");
      if (field.value !== name && this.root.activeElement !== field) field.value = name;
    });
    add.disabled = this.names.length >= this.colours.length;
  }

  makeClass(k) {
    const box = document.createElement("div");
    box.className = "class";
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-label", `Paint class ${k + 1}`);
    const dot = document.createElement("span");
    dot.className = "dot";
    dot.style.background = this.colours[k];
    button.append(dot);
    button.onclick = () => {
      this.chosen = k;
      this.tool = "brush";
      this.show();
    };
    const field = document.createElement("input");
    field.type = "text";
    field.maxLength = 40;
    field.setAttribute("aria-label", `Name of class ${k + 1}`);
    field.oninput = () => {
      this.names[k] = field.value;
      this.finish();
    };
    box.append(button, field);
    return box;
  }

  makeAdd() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "add";
    button.textContent = "Add class";
    button.onclick = () => {
      this.names.push(String.fromCharCode(65 + this.names.length));
      this.chosen = this.names.length - 1;
      this.tool = "brush";
      this.finish();
    };
    return button;
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    if (this.colours) this.draw();
  }

  draw() {
    const { canvas, pen } = this;
    if (!canvas.width) return;
    const scale = canvas.width / (2 * HALF_WIDTH);
    const middle = [canvas.width / 2, canvas.height / 2];
    const px = ([x, y]) => [middle[0] + x * scale, middle[1] - y * scale];
    const style = getComputedStyle(canvas);
    const line = style.getPropertyValue("--st-border-color") || "#ccc";
    pen.clearRect(0, 0, canvas.width, canvas.height);
    this.drawGrid(px, line, style.getPropertyValue("--st-text-color") || "#444", scale);
    pen.lineWidth = Math.max(1, scale * 0.02);
    pen.strokeStyle = "#808080";
    for (const point of this.points) {
      pen.beginPath();
      pen.arc(...px(point), Math.max(3, scale * 0.09), 0, 2 * Math.PI);
      pen.fillStyle = this.colours[point[2]];
      pen.fill();
      pen.stroke();
    }
    if (this.cursor) this.drawCursor(px, scale);
  }

  drawGrid(px, line, ink, scale) {
    const pen = this.pen;
    pen.strokeStyle = line;
    pen.fillStyle = ink;
    pen.lineWidth = 1;
    pen.font = `${Math.max(10, scale * 0.28)}px sans-serif`;
    for (let x = 2 - HALF_WIDTH; x < HALF_WIDTH; x += 2) {
      this.drawLine(px([x, -HALF_HEIGHT]), px([x, HALF_HEIGHT]));
      pen.fillText(String(x), px([x, 0])[0] + 3, px([0, -HALF_HEIGHT])[1] - 5);
    }
    for (let y = -4; y < HALF_HEIGHT; y += 2) {
      this.drawLine(px([-HALF_WIDTH, y]), px([HALF_WIDTH, y]));
      pen.fillText(String(y), 4, px([0, y])[1] - 3);
    }
  }

  drawLine(from, to) {
    this.pen.beginPath();
    this.pen.moveTo(...from);
    this.pen.lineTo(...to);
    this.pen.stroke();
  }

  drawCursor(px, scale) {
    const pen = this.pen;
    const erasing = this.tool === "eraser";
    const reach = erasing ? Number(this.find(".reach").value) : 2 * Number(this.find(".jitter").value);
    pen.beginPath();
    pen.arc(...px(this.cursor), Math.max(4, reach * scale), 0, 2 * Math.PI);
    pen.lineWidth = 2;
    pen.setLineDash(erasing ? [6, 4] : []);
    pen.strokeStyle = erasing ? "#808080" : this.colours[this.chosen];
    pen.stroke();
    pen.setLineDash([]);
  }
}

function inside(x, y) {
  const clip = (value, half) => Math.min(half, Math.max(-half, value));
  return [clip(x, HALF_WIDTH), clip(y, HALF_HEIGHT)];
}

function named(points, names) {
  return JSON.stringify(points.map(([x, y, k]) => [x, y, names[k]]));
}

function scattered(x, y, spread) {
  const radius = spread * Math.sqrt(-2 * Math.log(1 - Math.random()));
  const angle = 2 * Math.PI * Math.random();
  const rounded = (value) => Math.round(value * 1e4) / 1e4;
  return inside(x + radius * Math.cos(angle), y + radius * Math.sin(angle)).map(rounded);
}
