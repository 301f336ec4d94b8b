// Tells the server where a person clicked on a chart, in the chart's own numbers, be there a point
// or empty ground. Dragging (a zoom, a pan) and double clicks (back to the whole) are not clicks.

const FARTHEST = 4; // pixels that a hand may tremble
const HIT = 8; // pixels from the middle of an object
const PATIENCE = 260; // milliseconds in which a second click makes it a double click

export default function (component) {
  return stand(component, () => new Listener());
}

// The row of the object under the pointer, or null: Plotly names the nearest point as it hovers.
function objectAt(graph, across, down) {
  const { xaxis, yaxis } = graph._fullLayout;
  const near = (graph._hoverdata ?? []).find((point) => Number.isInteger(point.customdata));
  if (!near) return null;
  const apart = Math.hypot(xaxis.d2p(near.x) - across, yaxis.d2p(near.y) - down);
  return apart <= HIT ? near.customdata : null;
}

// Listens on the whole page: charts come late and are built anew, the page stays.
class Listener {
  constructor() {
    this.began = null;
    this.waiting = null;
    this.onDown = (event) => {
      const ground = event.target.closest?.(".nsewdrag");
      const inside = ground?.closest(`.${CSS.escape(this.chart)} .js-plotly-plot`);
      this.began = inside && event.button === 0 ? { ground, x: event.clientX, y: event.clientY } : null;
    };
    this.onUp = (event) => this.answer(event);
    document.addEventListener("pointerdown", this.onDown, true);
    document.addEventListener("pointerup", this.onUp, true);
  }

  receive({ data, setTriggerValue }) {
    this.chart = data.chart;
    this.send = (place) => setTriggerValue("place", place);
  }

  leave() {
    clearTimeout(this.waiting);
    document.removeEventListener("pointerdown", this.onDown, true);
    document.removeEventListener("pointerup", this.onUp, true);
  }

  answer(event) {
    const { began } = this;
    this.began = null;
    if (!began) return;
    const moved = Math.hypot(event.clientX - began.x, event.clientY - began.y);
    const graph = began.ground.closest(".js-plotly-plot");
    if (moved > FARTHEST || !graph?._fullLayout) return;
    if (this.waiting !== null) {
      clearTimeout(this.waiting);
      this.waiting = null;
      return;
    }
    const box = began.ground.getBoundingClientRect();
    const { xaxis, yaxis } = graph._fullLayout;
    const [across, down] = [began.x - box.left, began.y - box.top];
    const place = { x: xaxis.p2d(across), y: yaxis.p2d(down) };
    const hit = objectAt(graph, across, down);
    if (hit !== null) place.row = hit;
    this.waiting = setTimeout(() => {
      this.waiting = null;
      this.send(place);
    }, PATIENCE);
  }
}
