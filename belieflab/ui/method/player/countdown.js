// Counts down on a finished step of a lesson and then presses the button that opens the next one.
// The time runs only while the countdown is in view, and begins again while something is dragged.
// A click or a key anywhere, Stay among them, ends it: then the step stays.

const TICK = 250; // milliseconds
const ACTS = ["pointerdown", "keydown"];
const over = new Set(); // countdowns that are not begun again, by name

export default function (component) {
  return stand(component, (root) => new Countdown(root));
}

class Countdown {
  constructor(root) {
    this.line = root.querySelector(".line");
    this.said = root.querySelector(".said");
    this.stay = root.querySelector("button");
    this.stay.onclick = () => this.end();
    this.act = () => this.end();
    this.drag = (event) => {
      if (event.buttons) this.left = this.seconds;
    };
    for (const kind of ACTS) document.addEventListener(kind, this.act, true);
    document.addEventListener("pointermove", this.drag, true);
    this.ticking = setInterval(() => this.tick(), TICK);
  }

  leave() {
    clearInterval(this.ticking);
    for (const kind of ACTS) document.removeEventListener(kind, this.act, true);
    document.removeEventListener("pointermove", this.drag, true);
  }

  receive({ data }) {
    if (data.name === this.name) return;
    const { name, seconds, button } = data;
    Object.assign(this, { name, seconds, button, left: seconds, at: performance.now() });
    this.say(`The next step opens in ${seconds} seconds. A click or any key stops it.`);
    this.show();
  }

  // Said once, a while after the text around it: every second would be too much to hear.
  say(text) {
    clearTimeout(this.saying);
    if (!over.has(this.name)) this.saying = setTimeout(() => (this.said.textContent = text), 500);
  }

  tick() {
    const now = performance.now();
    const passed = Math.min(now - this.at, 4 * TICK) / 1000; // a browser that slept starts late
    this.at = now;
    if (over.has(this.name) || !this.isInView()) return;
    this.left -= passed;
    this.show();
    if (this.left > 0) return;
    over.add(this.name);
    document.querySelector(this.button)?.click();
  }

  isInView() {
    const box = this.line.getBoundingClientRect();
    const inside = box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    return inside && box.top >= 0 && box.width > 0 && document.visibilityState === "visible";
  }

  end() {
    if (over.has(this.name)) return;
    this.say("This step stays open.");
    over.add(this.name);
    this.show();
  }

  show() {
    const ended = over.has(this.name);
    const rest = Math.max(0, Math.ceil(this.left));
    this.line.textContent = ended ? "Stays until you press Next." : `Next step in ${rest} s`;
    this.stay.hidden = ended;
  }
}
