// Counts down on a finished step of a lesson and then presses the button that opens the next one.
// The time runs only while the countdown is in view, and begins again while something is dragged.
// Where a control further down was moved, it comes into view, and what it stands under with it, once
// nothing has been touched for a moment.
// A click or a key anywhere, Stay among them, ends it: then the step stays.

const TICK = 250; // milliseconds
const CALM = 1000; // milliseconds without an act after which it comes into view
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
    this.act = () => {
      this.acted = performance.now();
      this.end();
    };
    this.drag = (event) => {
      if (!event.buttons) return;
      this.acted = performance.now();
      this.left = this.seconds;
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
    const now = performance.now();
    Object.assign(this, { name, seconds, button, left: seconds, at: now, acted: now, came: false });
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
    if (!this.came && now - this.acted > CALM) this.come();
    if (over.has(this.name) || !this.isInView()) return;
    this.left -= passed;
    this.show();
    if (this.left > 0) return;
    over.add(this.name);
    document.querySelector(this.button)?.click();
  }

  // Not in a sidebar that is closed: there it would move the page sideways.
  come() {
    this.came = true;
    const box = this.line.getBoundingClientRect();
    const outside = box.top < 0 || box.bottom > innerHeight;
    if (outside && isAcross(box)) this.line.scrollIntoView({ block: "end", inline: "nearest" });
  }

  isInView() {
    const box = this.line.getBoundingClientRect();
    const inside = box.top >= 0 && box.bottom <= innerHeight && isAcross(box);
    return inside && document.visibilityState === "visible";
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

function isAcross(box) {
  return box.width > 0 && box.left >= 0 && box.right <= innerWidth;
}
