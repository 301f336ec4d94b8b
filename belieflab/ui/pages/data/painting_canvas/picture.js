// What is seen of a painting: the plane with its grid, the points, and the reach of the tool.

const HALF_WIDTH = 8;
const HALF_HEIGHT = 5;

class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return inside(
      ((event.clientX - box.left) / box.width - 0.5) * 2 * HALF_WIDTH,
      (0.5 - (event.clientY - box.top) / box.height) * 2 * HALF_HEIGHT,
    );
  }

  // `brush` is {place, colour, reach, erasing}; its place is null while the pointer is elsewhere
  draw(points, colours, brush) {
    const { canvas, pen } = this;
    if (!canvas.width) return;
    const scale = canvas.width / (2 * HALF_WIDTH);
    const middle = [canvas.width / 2, canvas.height / 2];
    const px = ([x, y]) => [middle[0] + x * scale, middle[1] - y * scale];
    const style = getComputedStyle(canvas);
    const line = style.getPropertyValue("--st-border-color") || "#ccc";
    pen.clearRect(0, 0, canvas.width, canvas.height);
    this.drawGrid(px, line, style.getPropertyValue("--st-text-color") || "#444", scale);
    pen.lineWidth = Math.max(1, scale * 0.02);
    pen.strokeStyle = "#808080";
    for (const point of points) {
      pen.beginPath();
      pen.arc(...px(point), Math.max(3, scale * 0.09), 0, 2 * Math.PI);
      pen.fillStyle = colours[point[2]];
      pen.fill();
      pen.stroke();
    }
    if (brush.place) this.drawBrush(px, scale, brush);
  }

  drawGrid(px, line, ink, scale) {
    const pen = this.pen;
    pen.strokeStyle = line;
    pen.fillStyle = ink;
    pen.lineWidth = 1;
    pen.font = `${Math.max(10, scale * 0.28)}px sans-serif`;
    for (let x = 2 - HALF_WIDTH; x < HALF_WIDTH; x += 2) {
      this.drawLine(px([x, -HALF_HEIGHT]), px([x, HALF_HEIGHT]));
      pen.fillText(String(x), px([x, 0])[0] + 3, px([0, -HALF_HEIGHT])[1] - 5);
    }
    for (let y = -4; y < HALF_HEIGHT; y += 2) {
      this.drawLine(px([-HALF_WIDTH, y]), px([HALF_WIDTH, y]));
      pen.fillText(String(y), 4, px([0, y])[1] - 3);
    }
  }

  drawLine(from, to) {
    this.pen.beginPath();
    this.pen.moveTo(...from);
    this.pen.lineTo(...to);
    this.pen.stroke();
  }

  drawBrush(px, scale, { place, colour, reach, erasing }) {
    const pen = this.pen;
    pen.beginPath();
    pen.arc(...px(place), Math.max(4, reach * scale), 0, 2 * Math.PI);
    pen.lineWidth = 2;
    pen.setLineDash(erasing ? [6, 4] : []);
    pen.strokeStyle = erasing ? "#808080" : colour;
    pen.stroke();
    pen.setLineDash([]);
  }
}

function inside(x, y) {
  const clip = (value, half) => Math.min(half, Math.max(-half, value));
  return [clip(x, HALF_WIDTH), clip(y, HALF_HEIGHT)];
}

function scattered(x, y, spread) {
  const radius = spread * Math.sqrt(-2 * Math.log(1 - Math.random()));
  const angle = 2 * Math.PI * Math.random();
  const rounded = (value) => Math.round(value * 1e4) / 1e4;
  return inside(x + radius * Math.cos(angle), y + radius * Math.sin(angle)).map(rounded);
}
