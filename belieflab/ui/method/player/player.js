// Moves charts from frame to frame without asking the server, so that they answer while the
// slider is being dragged. Streamlit draws the charts; this finds them by their class and uses
// the Plotly that Streamlit has put on `window`.

const ICONS = {
  first: "M6 5h2.5v14H6zM19 5v14L9.5 12z",
  back: "M17 5v14L7 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  forward: "M7 5v14l10-7z",
  last: "M15.5 5H18v14h-2.5zM5 5v14l9.5-7z",
};
// A heat map vanishes in a frame that is not drawn anew, and points on WebGL keep their old looks;
// the rest only slows down by it.
const atOnce = (graph) => ({
  mode: "immediate",
  frame: {
    duration: 0,
    redraw: graph.data.some((trace) => ["heatmap", "image"].includes(trace.type)) || movesOnWebGL(graph),
  },
  transition: { duration: 0 },
});
const movesOnWebGL = (graph) =>
  (graph._transitionData?._frames ?? []).some((frame) =>
    frame.data?.some((trace) => trace.type === "scattergl"),
  );
// Controls that have their own use for arrow keys, and those that have one for space.
const USES_ARROWS =
  "input, textarea, select, canvas, [contenteditable], [role=slider], [role=tab], [role=radio]," +
  "[role=combobox], [role=listbox], [role=option], [role=menu], [role=menuitem], [role=grid]";
const USES_SPACE = "button, a, summary";
const REST_AFTER = 350; // milliseconds without a move

export default function (component) {
  return stand(component, (root) => new Player(root));
}

class Player {
  constructor(root) {
    this.root = root;
    this.names = [];
    this.place = 0;
    this.touched = false; // whether a person has moved this player
    this.timer = null; // of the next frame while playing
    this.busy = false; // while Plotly draws; the newest wish waits, those between are dropped
    this.waiting = false;
    this.resting = null; // timer until the charts are made ready for clicks again
    for (const name of ["first", "back", "play", "forward", "last"]) this.setIcon(name, name);
    this.find(".first").onclick = () => this.step(-Infinity);
    this.find(".back").onclick = () => this.step(-1);
    this.find(".play").onclick = () => this.toggle();
    this.find(".forward").onclick = () => this.step(1);
    this.find(".last").onclick = () => this.step(Infinity);
    this.find(".place").oninput = (event) => {
      this.pause();
      this.goTo(Number(event.target.value));
    };
    this.onKey = (event) => this.answerKey(event);
    document.addEventListener("keydown", this.onKey);
    this.skip = skipLink(() => this.find(this.find(".play").disabled ? "select" : ".play").focus());
    this.looking = setInterval(() => this.look(), LOOK_EVERY);
  }

  leave() {
    clearInterval(this.looking);
    clearTimeout(this.timer);
    clearTimeout(this.resting);
    document.removeEventListener("keydown", this.onKey);
    this.skip.remove();
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  setIcon(button, icon) {
    this.find(`.${button}`).innerHTML =
      `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  }

  // -- what the server says ----------------------------------------------------------------------

  receive({ data }) {
    const same = this.names.join("\n") === data.names.join("\n");
    Object.assign(this, data);
    if (!same) {
      this.pause();
      this.place = Math.min(Math.max(data.start, 0), data.names.length - 1);
    }
    this.find(".player").setAttribute("aria-label", `Player over ${data.word}s`);
    this.find(".place").setAttribute("aria-label", data.word);
    this.find(".place").max = String(Math.max(data.names.length - 1, 0));
    this.keepRoom();
    this.show();
  }

  // -- what a person does ------------------------------------------------------------------------

  step(by) {
    this.pause();
    this.goTo(this.place + by);
  }

  toggle() {
    if (this.timer !== null) return this.pause();
    if (this.place >= this.names.length - 1) this.goTo(0);
    this.setPlaying(true);
    this.playOn();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.setPlaying(false);
  }

  // The next frame waits until this one is drawn: a slow chart plays slower, it skips nothing.
  playOn() {
    const wait = 1000 / Number(this.find("select").value);
    this.timer = setTimeout(() => {
      if (this.charts.map(findGraph).some((graph) => graph && memory(graph).held)) {
        return this.pause(); // a slider that is dragged decides what is seen
      }
      if (this.busy) return this.playOn();
      this.goTo(this.place + 1);
      if (this.place >= this.names.length - 1) this.pause();
      else this.playOn();
    }, wait);
  }

  // Keys work wherever the page is looked at, but never take a key from another control.
  answerKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key];
    const isOurs = by !== undefined || event.key === " ";
    if (!this.keys || !isOurs || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.isFree(event.key === " ")) return;
    event.preventDefault();
    if (by === undefined) this.toggle();
    else this.step(by);
  }

  isFree(forSpace) {
    const focused = document.activeElement;
    if (focused === this.root.host) {
      const inside = this.root.activeElement;
      return !inside?.matches(forSpace ? `select, ${USES_SPACE}` : "select");
    }
    if (focused?.shadowRoot || focused?.matches(USES_ARROWS)) return false;
    return !(forSpace && focused?.matches(USES_SPACE));
  }

  goTo(place) {
    const last = this.names.length - 1;
    this.place = Math.min(Math.max(place, 0), last);
    this.touched = true;
    this.show();
    this.draw();
  }

  // -- what is seen ------------------------------------------------------------------------------

  show() {
    const last = this.names.length - 1;
    this.find(".place").value = String(this.place);
    this.find(".counter").textContent = this.wordsAt(this.place);
    for (const name of ["first", "back"]) this.find(`.${name}`).disabled = this.place <= 0;
    for (const name of ["forward", "last"]) this.find(`.${name}`).disabled = this.place >= last;
    this.find(".play").disabled = last < 1;
    this.find(".place").disabled = last < 1;
  }

  wordsAt(place) {
    if (!this.names.length) return "";
    const last = this.names[this.names.length - 1];
    const caption = this.captions[place];
    return `${this.word} ${this.names[place]} / ${last}` + (caption ? ` · ${caption}` : "");
  }

  // As wide as its longest words, so that the slider does not move under the pointer.
  keepRoom() {
    const lengths = this.names.map((_, place) => this.wordsAt(place).length);
    const longest = `${Math.max(0, ...lengths) * 0.5}em`;
    this.find(".counter").style.minWidth = `min(${longest}, 100% - 0.35rem)`;
  }

  setPlaying(playing) {
    this.setIcon("play", playing ? "pause" : "play");
    this.find(".play").setAttribute("aria-label", playing ? "Pause" : "Play");
  }

  // -- the charts --------------------------------------------------------------------------------

  async draw() {
    this.waiting = true;
    if (this.busy) return;
    this.busy = true;
    while (this.waiting) {
      this.waiting = false;
      const name = this.names[this.place];
      await Promise.all(this.charts.map((chart) => this.move(chart, name)));
    }
    this.busy = false;
    this.restLater();
  }

  restLater() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), REST_AFTER);
  }

  // A quick move leaves Plotly without the marks by which it finds a clicked point again. A whole
  // drawing brings them back; it is slow, so it waits until nothing moves.
  async rest() {
    const graphs = this.charts.map(findGraph).filter(takesClicks);
    if (this.busy || this.timer !== null || graphs.some((graph) => graph._dragging)) {
      this.restLater();
      return;
    }
    this.busy = true;
    await Promise.all(graphs.map((graph) => inTurn(graph, () => window.Plotly.redraw(graph))));
    this.busy = false;
    if (this.waiting) this.draw();
  }

  async move(chart, name) {
    const graph = findGraph(chart);
    if (graph) await moveTo(graph, name, atOnce(graph));
  }

  look() {
    const held = this.charts.map(findGraph).some((graph) => graph && memory(graph).held);
    // What it says is not what is seen: its place is paler, its error rate gone.
    this.find(".player").style.opacity = held ? 0.4 : 1;
    this.find(".counter").style.visibility = held ? "hidden" : "";
    if (this.busy || (this.passive && !this.touched)) return;
    const name = this.names[this.place];
    const stale = this.charts.map(findGraph).some((graph) => {
      if (!graph || memory(graph).held || memory(graph).frame === name) return false;
      const names = frameNames(graph); // a chart may have its new frames before we know of them
      return names.includes(name) && names.at(-1) === this.names.at(-1);
    });
    if (stale) this.draw();
  }
}

// The first stop of the Tab key on the page, seen while it has the focus: bar and sidebar come
// before the player otherwise.
function skipLink(act) {
  const button = document.createElement("button");
  button.className = "skip-link";
  button.textContent = "Skip to the picture's controls";
  button.onclick = act;
  document.body.prepend(button);
  return button;
}

function takesClicks(graph) {
  return graph?._fullLayout?.clickmode?.includes("select");
}
