// Takes the frames of a chart that come after its picture; the chart's restyler places them there.

export default function (component) {
  const { chart, base, version, stamp, frames } = component.data;
  const known = laterFrames.get(chart);
  if (known?.base === base && known.version === version && known.stamp === stamp) return;
  laterFrames.set(chart, { base, version, stamp, frames: JSON.parse(frames) });
}
