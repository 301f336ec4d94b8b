// Keeps a chart at what the server wants it to show: the figure that it was drawn with, and a
// change. The figure stays what Streamlit knows, so the chart is never built anew, and a person's
// zoom and pan are left alone.

export default function (component) {
  return stand(component, () => new Restyler());
}

class Restyler {
  constructor() {
    this.busy = false;
    this.looking = setInterval(() => this.look(), LOOK_EVERY);
  }

  receive({ data: { chart, base, version, change, alt } }) {
    if (base === this.base && version === this.version) return;
    Object.assign(this, { chart, base, version, alt });
    this.change = change ? JSON.parse(change) : {};
    const graph = findGraph(chart);
    if (graph) memory(graph).held = false;
    this.look();
  }

  leave() {
    clearInterval(this.looking);
  }

  // All frames of the chart once they have come, else those that came with the picture.
  frames() {
    const later = laterFrames.get(this.chart);
    const isOurs = later?.base === this.base && later.version === this.version;
    return isOurs ? later.frames : this.change.frames;
  }

  async look() {
    const graph = findGraph(this.chart);
    if (this.busy || !graph || graph.layout.meta?.base !== this.base) return;
    if (graph._dragging || memory(graph).held) return; // it would end a zoom box
    baseOf(graph); // its values and ranges as they are before anything changes them
    const frames = this.frames();
    const isShown = (graph.layout.meta.version ?? "") === this.version;
    const isPlaced = this.placed === graph._transitionData && this.placedFrames === frames;
    if (isShown && (!frames || isPlaced)) return;
    this.busy = true;
    this.placed = graph._transitionData;
    this.placedFrames = frames;
    if (isShown) {
      // Its frames have come, or another theme: the chart was built as it was last, but with the
      // frames of its base.
      await inTurn(graph, () => placeFrames(graph, frames));
      this.busy = false;
      return;
    }
    tell(graph, this.alt);
    const { base, version } = this;
    const change = frames ? { ...this.change, frames } : this.change;
    await inTurn(graph, () => show(graph, base, version, change));
    this.busy = false;
    this.look();
  }
}
