// What was painted and not yet used, kept in the storage of the browser's tab.

const DRAFT = "belieflab.paint";

function readDraft() {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT));
    return draft && Array.isArray(draft.points) && Array.isArray(draft.names) ? draft : null;
  } catch {
    return null; // no draft, or storage switched off: start empty
  }
}

function keepDraft(draft) {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  } catch {
    // a full or forbidden storage only means that the draft is not kept
  }
}
