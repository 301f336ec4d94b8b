"""What the figures of all pages share: palette, plane, legend, hover, trace, frames."""
