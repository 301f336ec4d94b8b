// What all components share, charts or not.

const MAX_CALLS = 4; // of one element that are remembered

const standing = new WeakMap(); // element -> {thing, calls}

// Gives the thing that stands on the element of a component what it is called with; returns what
// ends this call. Streamlit calls a component with everything new. A call that is overtaken while
// its script is being loaded may still come after the one that overtook it, and is ended at once:
// then the other counts again. The element leaves the page before its last call is ended.
function stand(component, make) {
  const root = component.parentElement;
  if (!standing.has(root)) standing.set(root, { thing: make(root), calls: [] });
  const { thing, calls } = standing.get(root);
  calls.push(component);
  if (calls.length > MAX_CALLS) calls.shift();
  thing.receive(component);
  return () => {
    if (standing.get(root)?.thing !== thing) return;
    const newest = calls.at(-1);
    if (calls.includes(component)) calls.splice(calls.indexOf(component), 1);
    if (!root.isConnected || !calls.length) {
      standing.delete(root);
      thing.leave();
    } else if (newest === component) {
      thing.receive(calls.at(-1));
    }
  };
}
