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

// Not `Plotly.downloadImage`: its click on the page closes the fold that the buttons are in.
async function save(graph, format, name) {
  const link = document.createElement("a");
  // On the ground of the page: the pale type of a dark page could not be read on white paper.
  const { backgroundColor: ground, color: ink } = getComputedStyle(pageOf(graph));
  link.href = await pictureOf(graph, format, format === "png" ? SHARPNESS : 1, ground, ink);
  link.download = `${name}.${format}`;
  link.click();
}
