// Saves what is on a chart right now (the zoom, the frame of the player) as a picture file.

const SHARPNESS = 2; // pixels of the file per pixel on the screen

export default function (component) {
  const { data, parentElement: root } = component;
  for (const format of ["png", "svg"]) {
    const button = root.querySelector(`.${format}`);
    button.onclick = () => {
      const graph = document.querySelector(`.${CSS.escape(data.chart)} .js-plotly-plot`);
      if (!window.Plotly || !graph) return;
      save(graph, format, data.name);
    };
  }
}

// The layout with all its type in the colour of the page's text: Streamlit's grey is too faint, and
// the style sheet that mends it on the page does not reach a file.
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

// Not `Plotly.downloadImage`: its click on the page closes the fold that the buttons are in.
async function save(graph, format, name) {
  const { width, height } = graph._fullLayout;
  const scale = format === "png" ? SHARPNESS : 1;
  // On the ground of the page: the pale type of a dark page could not be read on white paper.
  const page = graph.closest('[data-testid="stApp"]') ?? document.body;
  const { backgroundColor: ground, color: ink } = getComputedStyle(page);
  const layout = { ...inked(graph.layout, ink), paper_bgcolor: ground };
  const picture = { data: graph.data, layout };
  const link = document.createElement("a");
  link.href = await window.Plotly.toImage(picture, { format, width, height, scale });
  link.download = `${name}.${format}`;
  link.click();
}
