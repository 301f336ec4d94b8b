// Makes the pictures of a report, once for each request: the charts on the page as they are now, and
// figures that are not on it, which Plotly draws out of sight. White paper, dark type.

const PER_INCH = 300 / 96; // pixels of the file per pixel on the screen, at 300 dots per inch
const PAPER = "#FFFFFF";
const INK = "#31333F";
const made = new Set();

export default function (component) {
  const { data } = component;
  if (made.has(data.request)) return;
  made.add(data.request);
  take(data).then(
    (pictures) => component.setTriggerValue("pictures", { request: data.request, pictures }),
    (error) => component.setTriggerValue("pictures", { request: data.request, error: `${error}` }),
  );
}

async function take({ charts, figures }) {
  const pictures = [];
  for (const { key, name } of charts) {
    const graph = document.querySelector(`.${CSS.escape(name)} .js-plotly-plot`);
    if (!graph?._fullLayout) continue;
    const draw = (format, scale) => pictureOf(graph, format, scale, PAPER, INK);
    pictures.push({ key, svg: await draw("svg", 1), png: await draw("png", PER_INCH) });
  }
  for (const { key, figure, width, height } of figures) {
    const { data, layout } = JSON.parse(figure);
    const picture = { data, layout: { ...inked(layout, INK), paper_bgcolor: PAPER } };
    const draw = (format, scale) =>
      window.Plotly.toImage(picture, { format, width, height, scale });
    pictures.push({ key, svg: await draw("svg", 1), png: await draw("png", PER_INCH) });
  }
  return pictures;
}
