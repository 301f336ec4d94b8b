// A plane to paint points on. Points live in the browser until "Use these points" sends them;
// a draft is kept in the tab's session storage, so another page or a reload does not lose it.

const DAB_SPACING = 0.25; // plane units the brush travels between two dabs
const KEY_STEP = 0.25;
const UNDO_DEPTH = 100;

export default function (component) {
  return stand(component, (root) => new Painter(root));
}

class Painter {
  constructor(root) {
    this.root = root;
    this.canvas = this.find("canvas");
    this.picture = new Picture(this.canvas);
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
    this.limit = data.limit;
    if (!this.names.length) this.recall(data);
    if (data.token && data.token !== this.token) this.adopt(data);
    this.token = data.token || this.token;
    this.show();
  }

  recall(data) {
    this.names = data.names.slice();
    const draft = readDraft();
    if (!draft) return;
    this.points = draft.points.slice(0, this.limit);
    this.names = draft.names.slice(0, this.colours.length).map(String);
    this.token = String(draft.token);
  }

  adopt(data) {
    if (named(data.points, data.names) === named(this.points, this.names)) return;
    this.remember();
    this.points = data.points.map((point) => point.slice());
    this.names = data.names.slice();
    this.chosen = Math.min(this.chosen, this.names.length - 1);
  }

  save() {
    keepDraft({ points: this.points, names: this.names, token: this.token });
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
      if (this.points.length >= this.limit) {
        this.note = `The plane is full: ${this.limit} points at most.`;
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
      this.stroke = this.picture.place(event);
      this.travelled = 0;
      this.cursor = this.stroke;
      this.dab(...this.stroke);
      this.show();
    };
    canvas.onpointermove = (event) => {
      this.cursor = this.picture.place(event);
      if (this.stroke) {
        const moves = event.getCoalescedEvents?.() ?? [];
        for (const move of moves.length ? moves : [event]) this.travel(this.picture.place(move));
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
    this.find(".status").textContent = this.note || this.summary();
    this.draw();
  }

  summary() {
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
    this.picture.resize();
    if (this.colours) this.draw();
  }

  draw() {
    const brush = { erasing: this.tool === "eraser", place: this.cursor, reach: this.reach() };
    this.picture.draw(this.points, this.colours, { ...brush, colour: this.colours[this.chosen] });
  }

  reach() {
    if (this.tool === "eraser") return Number(this.find(".reach").value);
    return 2 * Number(this.find(".jitter").value);
  }
}

function named(points, names) {
  return JSON.stringify(points.map(([x, y, k]) => [x, y, names[k]]));
}
