// Gives traces of a chart new values. The chart's figure stays what the server sent, so Streamlit
// never builds it anew and a person's zoom, pan and drag are left alone.

// By chart the pushers on the page, the one that received values last at the end. Where an element
// moves on the page, Streamlit keeps the old one beside the new for a while: it must not put its old
// values over the newer ones, nor leave the chart to nobody when it goes.
const pushers = (window.belieflabPushers ??= new Map());

export default function (component) {
  return stand(component, () => new Pusher());
}

class Pusher {
  constructor() {
    // The chart that carries our newest values: a new figure brings a new list of traces, the
    // same figure drawn anew new transition data.
    this.traces = null;
    this.transitions = null;
    this.looking = setInterval(() => this.look(), LOOK_EVERY);
  }

  // The same values come again with every rerun and with another theme. Pushed at once onto the
  // chart as it still is, they would make Streamlit keep it in the colours of the old theme.
  receive({ data }) {
    const values = JSON.stringify(data);
    if (values === this.values) return;
    this.values = values;
    if (this.chart) pushers.set(this.chart, this.others()); // it may have been another chart
    this.chart = data.chart;
    this.changes = data.changes;
    this.alt = data.alt;
    this.traces = null;
    pushers.set(this.chart, [...this.others(), this]);
    this.look();
  }

  others() {
    return (pushers.get(this.chart) ?? []).filter((each) => each !== this);
  }

  leave() {
    clearInterval(this.looking);
    pushers.set(this.chart, this.others());
  }

  look() {
    if (this.pushing || pushers.get(this.chart)?.at(-1) !== this) return;
    const graph = document.querySelector(`.${CSS.escape(this.chart)} .js-plotly-plot`);
    if (!window.Plotly || !graph?.data) return;
    const isKnown = graph.data === this.traces && graph._transitionData === this.transitions;
    if (isKnown && carries(graph, this.changes)) return;
    rebase(graph, this.changes);
    if (graph._dragging) return; // a restyle in the middle of a zoom box would end it
    if (graph.layout.meta?.held) return; // a slider is dragged
    this.traces = graph.data;
    this.transitions = graph._transitionData;
    tell(graph, this.alt);
    this.pushing = true;
    inTurn(graph, () => push(graph, this.changes)).then(() => (this.pushing = false));
  }
}

// Whether a chart has these values still: Plotly keeps the arrays that it is given.
function carries(graph, changes) {
  return changes.every(({ trace, update }) =>
    Object.entries(update).every(
      ([name, value]) =>
        !Array.isArray(value) || !graph.data[trace] || get(graph.data[trace], name) === value,
    ),
  );
}

// A chart that a slider lets go of goes back to the newest values.
function rebase(graph, changes) {
  const originals = window.belieflabBases?.get(graph.layout.meta?.base)?.original;
  for (const { trace, update } of changes) {
    const original = originals?.get(trace);
    if (!original) continue;
    for (const [name, value] of Object.entries(update)) {
      if (original.has(name)) original.set(name, value);
    }
  }
}

function push(graph, changes) {
  let layout = beginning(graph, changes);
  const drawings = [];
  for (const { traces, update } of alike(changes, graph.data.length)) {
    drawings.push(window.Plotly.update(graph, update, layout, traces));
    layout = {};
  }
  return Promise.all(drawings);
}

// With its first values a chart loses the sentence about what will come, its axes get numbers, and
// lines and texts that wait for values are shown.
function beginning(graph, changes) {
  const sentences = graph.layout.annotations ?? [];
  const waits = sentences.some((sentence) => sentence.name === "waiting");
  if (!waits || !changes.some(({ update }) => update.x?.length)) return {};
  const axes = Object.keys(graph.layout).filter((name) => /^[xy]axis\d*$/.test(name));
  const shown = (each) => (each.name === "later" ? { ...each, visible: true } : each);
  return {
    annotations: sentences.filter((sentence) => sentence.name !== "waiting").map(shown),
    shapes: (graph.layout.shapes ?? []).map(shown),
    ...Object.fromEntries(axes.map((axis) => [`${axis}.showticklabels`, true])),
  };
}

// Every restyle draws the chart once: traces that change the same attributes go together.
function alike(changes, count) {
  const groups = new Map();
  for (const { trace, update } of changes) {
    if (trace >= count) continue;
    const names = Object.keys(update);
    const group = groups.get(names.join()) ?? {
      traces: [],
      update: Object.fromEntries(names.map((name) => [name, []])),
    };
    group.traces.push(trace);
    for (const name of names) group.update[name].push(update[name]);
    groups.set(names.join(), group);
  }
  return groups.values();
}
