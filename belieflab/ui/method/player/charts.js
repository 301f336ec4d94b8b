// What the scripts of this folder share: finding a chart that Streamlit has drawn, and bringing it
// from the figure that it was drawn with (its base) to another, without building it anew.

const LOOK_EVERY = 150; // milliseconds; charts appear late and are built anew, and no event says so
const GIVE_UP_AFTER = 3000; // milliseconds

function findGraph(chart) {
  const graph = document.querySelector(`.${CSS.escape(chart)} .js-plotly-plot`);
  return window.Plotly && graph?.data && graph._fullLayout ? graph : null;
}

function frameNames(graph) {
  return (graph._transitionData?._frames ?? []).map((frame) => frame.name);
}

// What a chart shows, in words, for those who do not see it.
function tell(graph, words) {
  if (words) graph.closest('[data-testid="stPlotlyChart"]')?.setAttribute("aria-label", words);
}

// A drawing of a chart that is taken away or changed meanwhile fails, or never ends; the next look
// finds what is there then.
function finished(draw) {
  const patience = new Promise((resolve) => setTimeout(resolve, GIVE_UP_AFTER));
  const drawing = (async () => draw())();
  return Promise.race([drawing.catch(() => {}), patience]);
}

const turns = new WeakMap(); // chart -> the end of what is being done to it

// One after the other: a frame that moves while traces come or go speaks of traces that are not
// there, and Plotly fails.
function inTurn(graph, act) {
  const turn = (turns.get(graph) ?? Promise.resolve()).then(() => finished(act));
  turns.set(graph, turn);
  return turn;
}

// Moves a chart to a frame, in its turn, if the traces of that frame are there then.
function moveTo(graph, name, look) {
  return inTurn(graph, () => {
    const frame = graph._transitionData?._frames?.find((each) => each.name === name);
    const numbers = frame?.traces ?? frame?.data?.map((_, number) => number);
    if (!numbers?.every((number) => graph.data[number] && graph._fullData[number])) return null;
    // Marked before the move: a chart that is built anew meanwhile then looks untouched.
    memory(graph).frame = name;
    return window.Plotly.animate(graph, [name], look);
  });
}

// What was done to a chart: `frame`, to which a player has moved it; `held`, whether a slider that
// is dragged decides what it shows; `version` of the change that it shows. It is kept in the layout
// of our charts, because Streamlit builds them again as they were last. Others are known by their
// traces and transition data, which are new whenever they are drawn anew.
function memory(graph) {
  if (graph.layout.meta?.base) return graph.layout.meta;
  const known = graph.belieflab;
  if (known && known.data === graph.data && known.transitions === graph._transitionData) {
    return known;
  }
  return (graph.belieflab = { data: graph.data, transitions: graph._transitionData });
}

// Frames that came after the picture: chart -> {base, version, stamp, frames}.
const laterFrames = (window.belieflabFrames ??= new Map());

// The values of a base that changes have replaced. They outlive the chart: Streamlit may build it
// again as it was last, and the note in its layout then tells which change that was.
function baseOf(graph) {
  const bases = (window.belieflabBases ??= new Map());
  const { base } = graph.layout.meta;
  if (!bases.has(base)) {
    bases.set(base, {
      count: graph.data.length,
      original: new Map(), // by number of the trace, or "layout": attribute -> value
      first: ranges(graph),
      placed: {}, // ranges of axes as they were set: one that is neither is a person's zoom
    });
  }
  return bases.get(base);
}

function ranges(graph) {
  const axes = Object.keys(graph.layout).filter((name) => /^[xy]axis\d*$/.test(name));
  return Object.fromEntries(axes.map((axis) => [`${axis}.range`, String(graph.layout[axis].range)]));
}

// Shows the base with this change and with nothing of an earlier one, in one drawing, unless the
// chart has got another base meanwhile.
// `change`: {traces: {number: {attribute: value}}, added, count, layout: {attribute: value}, frames}
async function show(graph, name, version, change) {
  if (graph.layout.meta?.base !== name) return;
  const { data, layout } = graph;
  const base = baseOf(graph);
  const known = memory(graph);
  const count = change.count ?? base.count;
  data.length = Math.min(base.count, data.length);
  for (let number = data.length; number < count; number += 1) {
    data.push(number < base.count ? base.gone[number] : change.added[number - base.count]);
  }
  if (count < base.count) base.gone = Object.assign(base.gone ?? [], data);
  data.length = count;
  put(base, "layout", layout, unzoomed(layout, base, change.layout ?? {}));
  data.slice(0, base.count).forEach((trace, number) => {
    put(base, number, trace, change.traces?.[number] ?? {});
  });
  known.version = version;
  const stoodAtEnd = known.frame !== undefined && known.frame === frameNames(graph).at(-1);
  let frames = null;
  if (change.frames || base.frames) {
    base.frames ??= graph._transitionData?._frames.slice() ?? [];
    frames = change.frames ?? base.frames;
    known.frame = stoodAtEnd ? frames.at(-1)?.name : undefined;
  } else if (!stoodAtEnd) {
    known.frame = undefined;
  }
  await finished(() => window.Plotly.react(graph, data, layout)); // the picture first
  if (frames) await placeFrames(graph, frames);
}

async function placeFrames(graph, frames) {
  Object.assign(graph._transitionData, { _frames: [], _frameHash: {} });
  if (frames.length) await window.Plotly.addFrames(graph, frames);
}

// Sets attributes of a trace or of the layout; what an earlier change set goes back to the base.
function put(base, where, target, update) {
  if (!base.original.has(where)) base.original.set(where, new Map());
  const original = base.original.get(where);
  for (const [name, value] of original) if (!(name in update)) set(target, name, value);
  for (const [name, value] of Object.entries(update)) {
    if (!original.has(name)) original.set(name, get(target, name));
    set(target, name, value ?? undefined);
  }
}

// The change of the layout without the ranges of axes that a person has zoomed.
function unzoomed(layout, base, update) {
  const left = { ...update };
  const original = base.original.get("layout") ?? new Map();
  for (const [name, first] of Object.entries(base.first)) {
    if (!(name in update) && !original.has(name)) continue;
    const now = String(get(layout, name));
    if (now !== first && now !== base.placed[name]) {
      delete left[name];
      original.delete(name);
    } else if (name in left) {
      base.placed[name] = String(left[name]);
    }
  }
  return left;
}

function get(target, name) {
  return name.split(".").reduce((place, part) => place?.[part], target);
}

function set(target, name, value) {
  const parts = name.split(".");
  const last = parts.pop();
  let place = target;
  for (const part of parts) place = place[part] ??= {};
  place[last] = value;
}

// The layout with all its type in one colour: Streamlit's grey is too faint, and the style sheet that
// mends it on the page does not reach a file.
function inked(layout, ink) {
  const dyed = (font) => ({ ...font, color: ink });
  const axes = Object.entries(layout)
    .filter(([name]) => /^[xy]axis\d*$/.test(name))
    .map(([name, axis]) => {
      const title = { ...axis.title, font: dyed(axis.title?.font) };
      return [name, { ...axis, tickfont: dyed(axis.tickfont), title }];
    });
  const legend = { ...layout.legend, font: dyed(layout.legend?.font) };
  return { ...layout, ...Object.fromEntries(axes), legend, font: dyed(layout.font) };
}

function pageOf(element) {
  return element.closest('[data-testid="stApp"]') ?? document.body;
}

// What is on a chart right now (the zoom, the frame of the player) as the address of a picture.
function pictureOf(graph, format, scale, ground, ink) {
  const { width, height } = graph._fullLayout;
  const picture = { data: graph.data, layout: { ...inked(graph.layout, ink), paper_bgcolor: ground } };
  return window.Plotly.toImage(picture, { format, width, height, scale });
}
