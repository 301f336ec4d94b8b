// Reads all curves of a chart at one level: a slider moves an upright line over the chart, and what
// every curve says there stands in a list. All of it happens in the browser, so that it answers
// while the slider is being dragged; the curves are those on the chart, which may be growing.

export default function (component) {
  return stand(component, (root) => new Reader(root));
}

class Reader {
  constructor(root) {
    this.root = root;
    this.level = null; // where the slider stands
    this.sent = new Set(); // levels that come back from the server
    this.slider = root.querySelector("input");
    this.slider.oninput = () => {
      this.level = Number(this.slider.value);
      this.look();
    };
    this.slider.onchange = () => {
      this.sent.add(this.level);
      this.send(this.level);
    };
    this.looking = setInterval(() => this.look(), LOOK_EVERY);
  }

  leave() {
    clearInterval(this.looking);
  }

  receive({ data, setTriggerValue }) {
    this.send = (level) => setTriggerValue("at", level);
    this.data = data;
    const { low, high, step, start, title } = data;
    Object.assign(this.slider, { min: low, max: high, step });
    const isNew = start !== this.start && !this.sent.has(start);
    if (isNew || this.level < low || this.level > high) this.level = start;
    this.start = start;
    this.slider.value = this.level;
    this.slider.setAttribute("aria-label", `Read the curves at: ${title}`);
    this.root.querySelector(".title").textContent = title;
    this.root.querySelector(".note").textContent = data.note;
    this.look();
  }

  look() {
    this.root.querySelector("output").textContent = this.data.unit.replace("{}", this.level);
    const graph = findGraph(this.data.chart);
    if (!graph) return;
    const curves = graph._fullData.filter(
      (trace) => trace.mode === "lines+markers" && trace.showlegend && trace.x?.length,
    );
    this.write(curves.map((curve) => [curve, valueAt(curve, this.level)]));
    this.place(graph, curves.length > 0);
  }

  write(read) {
    const known = read.map(([, value]) => value).filter(Number.isFinite);
    const best = Math.min(...known);
    const rows = read.map(([curve, value]) => {
      const row = document.createElement("tr");
      const key = document.createElement("span");
      key.className = "key";
      key.style.background = curve.line.color;
      const [name, number] = [document.createElement("td"), document.createElement("td")];
      name.append(key, curve.name);
      number.textContent = Number.isFinite(value) ? `${value.toFixed(1)} %` : "–";
      if (value === best && known.length > 1) row.className = "best";
      row.append(name, number);
      return row;
    });
    const text = rows.map((row) => row.textContent).join();
    if (text === this.written) return;
    this.written = text;
    this.root.querySelector("tbody").replaceChildren(...rows);
  }

  // The newest wish waits while Plotly draws; those between are dropped.
  place(graph, visible) {
    const [line] = graph.layout.shapes ?? [];
    const stands = line?.name === "cursor" && line.x0 === this.level;
    if (this.busy || graph._dragging || (visible ? stands : !line)) return;
    const x = { x0: this.level, x1: this.level, xref: "x", y0: 0, y1: 1, yref: "y domain" };
    const look = { color: this.data.colour, width: 2 };
    const shapes = visible ? [{ name: "cursor", type: "line", ...x, line: look }] : [];
    this.busy = true;
    finished(() => window.Plotly.relayout(graph, { shapes })).then(() => {
      this.busy = false;
      if (visible && graph.layout.shapes?.[0]?.x0 !== this.level) this.look();
    });
  }
}

// Between two levels by the straight line; nothing before the first and after the last.
function valueAt(curve, level) {
  const { x, y } = curve;
  for (let place = 0; place < x.length; place += 1) {
    if (Math.abs(x[place] - level) < 1e-9) return y[place];
    if (place > 0 && x[place - 1] < level && level < x[place]) {
      const share = (level - x[place - 1]) / (x[place] - x[place - 1]);
      return y[place - 1] + share * (y[place] - y[place - 1]);
    }
  }
  return NaN;
}
