// Takes the frames of a chart that come after its picture; the chart's restyler places them there.

export default function (component) {
  return stand(component, () => new Taker());
}

class Taker {
  receive({ data: { chart, base, version, stamp, frames } }) {
    const known = laterFrames.get(chart);
    if (known?.base === base && known.version === version && known.stamp === stamp) return;
    const lengthened = JSON.parse(frames).map(lengthen);
    laterFrames.set(chart, { base, version, stamp, frames: lengthened });
  }

  leave() {} // the frames stay with their chart
}

// A list of few different entries comes as these and where they stand, a byte for each place.
function lengthen(value) {
  if (Array.isArray(value)) return value.map(lengthen);
  if (value === null || typeof value !== "object") return value;
  if (value.different && typeof value.at === "string") {
    return Array.from(atob(value.at), (letter) => value.different[letter.charCodeAt(0)]);
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthen(part)]));
}
