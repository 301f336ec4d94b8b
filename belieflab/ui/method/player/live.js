// Lets the page follow a slider of Streamlit while it is dragged: the nearest of the levels that
// the server has computed ahead is shown at once, on the charts, among the numbers and in the lines
// about the labels. Streamlit sends the value when the slider is released, and the page is then drawn
// as always.

const ASK_AGAIN = 250; // milliseconds, while the pointer is near and levels are missing
const SEND_FIRST = 30; // milliseconds in which a key sends its value, before drawing keeps the browser busy
const LET_GO = 4000; // milliseconds after which charts that nobody drew anew go back

const sliders = (window.belieflabSliders ??= new Map()); // class -> {batch, levels, have}

export default function (component) {
  return stand(component, () => new Listener());
}

// Levels come in order, each once; `have` counts them.
function takeLevels({ slider, batch, start, texts }) {
  const held = sliders.get(slider);
  if (held?.batch !== batch || held.have !== start) return;
  held.have += texts.length;
  for (const text of texts) {
    const level = JSON.parse(text);
    held.levels.set(level.value, level);
  }
}

class Listener {
  constructor() {
    this.known = new Map(); // class of a slider -> what the server says about it
    this.pressed = false;
    this.over = null; // where the pointer or the focus is
    this.near = null; // the slider there
    this.shown = null; // the level on screen; null: what the server has drawn
    this.wanted = null;
    this.busy = false;
    this.charts = new Set();
    this.onOver = (event) => this.approach(event.target);
    this.onDown = () => (this.pressed = true);
    this.onUp = () => {
      this.pressed = false;
      this.letGoLater();
    };
    // React sets the value of the slider without an event that could be heard.
    this.observer = new MutationObserver((changes) => {
      for (const { target } of changes) this.follow(target);
    });
    const attributeFilter = ["aria-valuetext", "value"];
    this.observer.observe(document.body, { subtree: true, attributes: true, attributeFilter });
    document.addEventListener("pointerover", this.onOver, true);
    document.addEventListener("focusin", this.onOver, true);
    document.addEventListener("pointerdown", this.onDown, true);
    document.addEventListener("pointerup", this.onUp, true);
  }

  leave() {
    this.observer.disconnect();
    clearTimeout(this.retry);
    clearTimeout(this.leaving);
    document.removeEventListener("pointerover", this.onOver, true);
    document.removeEventListener("focusin", this.onOver, true);
    document.removeEventListener("pointerdown", this.onDown, true);
    document.removeEventListener("pointerup", this.onUp, true);
    this.letGo();
  }

  receive({ data, setTriggerValue }) {
    this.send = setTriggerValue;
    this.known = new Map(data.sliders.map((each) => [each.slider, each]));
    for (const { slider, batch } of data.sliders) {
      if (sliders.get(slider)?.batch === batch) continue;
      sliders.set(slider, { batch, levels: new Map(), have: 0 });
      if (this.near === slider) this.ask(); // no event says so to a pointer that rests there
    }
    if (data.levels) {
      takeLevels(data.levels);
      const { slider } = data.levels;
      const input = document.querySelector(`.${CSS.escape(slider)} input[type=range]`);
      if (this.pressed && input) this.follow(input); // a nearer level may have come
      if (this.near === slider && sliders.get(slider).have < this.known.get(slider).count) this.ask();
    }
    this.place = data.place;
    this.said = { numbers: data.numbers, lines: data.lines };
    if (data.stamp !== this.stamp) {
      this.stamp = data.stamp;
      if (!this.pressed) this.letGo(); // the page was drawn: what it shows is true now
    }
    if (!data.here) this.send("here", true);
    if (this.over && this.near === null) this.approach(this.over); // the pointer was here before
  }

  // -- the slider ----------------------------------------------------------------------------------

  find(element) {
    for (const slider of this.known.keys()) {
      if (element.closest?.(`.${CSS.escape(slider)}`)) return slider;
    }
    return null;
  }

  approach(element) {
    this.over = element;
    const slider = this.find(element);
    this.near = slider;
    if (slider !== null) this.ask();
  }

  ask() {
    clearTimeout(this.retry);
    const slider = this.near;
    const known = this.known.get(slider);
    const have = sliders.get(slider)?.have ?? 0;
    if (!known || (known.done && have >= known.count)) return;
    this.send("near", { slider, batch: known.batch, have });
    this.retry = setTimeout(() => this.ask(), ASK_AGAIN);
  }

  follow(input) {
    if (!input.matches?.("input[type=range]")) return;
    const slider = this.find(input);
    if (slider === null) return;
    this.wish(slider, Number(input.value));
  }

  // -- what is seen --------------------------------------------------------------------------------

  wish(slider, value) {
    const own = this.known.get(slider).value;
    let best = null;
    let distance = Math.abs(value - own);
    for (const level of sliders.get(slider)?.levels.values() ?? []) {
      const away = Math.abs(value - level.value);
      // A drag over the value of the page shows it as any other level: to let go and look again
      // would leave a gap.
      if (away < distance || (this.pressed && away === distance)) [best, distance] = [level, away];
    }
    this.wanted = best;
    clearTimeout(this.leaving);
    if (this.busy) return;
    this.busy = true;
    if (this.pressed) this.draw();
    else setTimeout(() => this.draw(), SEND_FIRST);
  }

  async draw() {
    while (this.wanted !== this.shown) {
      const level = this.wanted;
      this.shown = level;
      if (level === null) this.letGo();
      else {
        this.write(level);
        await Promise.all(Object.entries(level.charts).map((each) => this.move(...each, level)));
      }
    }
    this.busy = false;
  }

  async move(chart, { base, change }, level) {
    const graph = findGraph(chart);
    if (!graph || graph._dragging || graph.layout.meta?.base !== base) return;
    const known = memory(graph);
    const last = frameNames(graph).at(-1);
    known.held = true;
    this.charts.add(chart);
    if (known.frame !== undefined && known.frame !== last) {
      await moveTo(graph, last, { frame: { duration: 0, redraw: false } });
    }
    await inTurn(graph, () => show(graph, base, `level ${level.value}`, change));
  }

  // The restyler of a chart that is held no more brings back what the server wants.
  letGo() {
    clearTimeout(this.leaving);
    for (const graph of [...this.charts].map(findGraph)) if (graph) memory(graph).held = false;
    this.charts.clear();
    this.shown = this.wanted = null;
    this.write(this.said);
  }

  letGoLater() {
    clearTimeout(this.leaving);
    if (this.charts.size) this.leaving = setTimeout(() => this.letGo(), LET_GO);
  }

  // Each number stands in the text that follows its title; a line is written from its first text to
  // its last, where it has as many as before.
  write({ numbers, lines }) {
    let title = null;
    for (const node of textsIn(`.${CSS.escape(this.place)}`)) {
      if (title !== null) {
        writeInto(node, numbers[title]);
        title = null;
      } else if (node.nodeValue.trim() in numbers) {
        title = node.nodeValue.trim();
      }
    }
    for (const [place, texts] of Object.entries(lines)) {
      const nodes = textsIn(place);
      if (nodes.length !== texts.length) continue;
      nodes.forEach((node, number) => writeInto(node, texts[number]));
    }
  }
}

function textsIn(place) {
  const found = [];
  const element = document.querySelector(place);
  if (!element) return found;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.nodeValue.trim()) found.push(walker.currentNode);
  return found;
}

function writeInto(node, text) {
  const now = node.nodeValue.trim();
  if (now !== text) node.nodeValue = node.nodeValue.replace(now, () => text);
}
