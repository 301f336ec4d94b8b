// Saves what is on a chart right now (the zoom, the frame of the player) as a picture file.

const SHARPNESS = 2; // pixels of the file per pixel on the screen

export default function (component) {
  const { data, parentElement: root } = component;
  for (const format of ["png", "svg"]) {
    const button = root.querySelector(`.${format}`);
    button.onclick = () => {
      const graph = document.querySelector(`.${CSS.escape(data.chart)} .js-plotly-plot`);
      if (!window.Plotly || !graph) return;
      const { width, height } = graph._fullLayout;
      window.Plotly.downloadImage(graph, {
        format, filename: data.name, width, height, scale: format === "png" ? SHARPNESS : 1,
      });
    };
  }
}
