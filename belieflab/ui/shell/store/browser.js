// Keeps the key of the workspace in the browser: for this tab in sessionStorage, for new tabs in
// localStorage. A cookie without any content says that there is a key, so that the server waits for
// it before it draws a page. Where the browser refuses to keep anything, nothing happens.
const TAB = 'belieflab.workspace';
const ALL = 'belieflab.workspaces';
const COOKIE = 'belieflab_saved';
let answered; // the session that was answered last; a new server or an expired session asks again

function stored(area, name) {
  try { return window[area].getItem(name) || ''; } catch { return ''; }
}

function store(area, name, value) {
  try {
    if (value) window[area].setItem(name, value);
    else window[area].removeItem(name);
  } catch { /* blocked */ }
}

function allKeys() {
  try {
    const keys = JSON.parse(stored('localStorage', ALL) || '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch { return []; }
}

function hint(seconds) {
  try { document.cookie = `${COOKIE}=1; path=/; max-age=${seconds}; samesite=strict`; } catch { /* blocked */ }
}

function answer(data, setStateValue) {
  const reconnected = answered !== undefined;
  answered = data.session;
  const tab = stored('sessionStorage', TAB);
  const all = allKeys();
  if (!tab && !all.length) {
    hint(0);
    if (!data.waiting) return false;
  }
  const type = performance.getEntriesByType('navigation')[0]?.type;
  const same = reconnected || type === 'reload' || type === 'back_forward';
  setStateValue('found', { session: data.session, tab, all: all.slice(0, data.most), same });
  return true;
}

function forget() {
  store('sessionStorage', TAB, '');
  store('localStorage', ALL, '');
  hint(0);
}

function keep(data) {
  store('sessionStorage', TAB, data.key);
  const gone = new Set(data.gone);
  const others = allKeys().filter((key) => key !== data.key && !gone.has(key));
  const all = (data.offered ? [data.key, ...others] : others).slice(0, data.most);
  store('localStorage', ALL, all.length ? JSON.stringify(all) : '');
  if (stored('sessionStorage', TAB) || all.length) hint(data.seconds);
}

export default function ({ data, setStateValue }) {
  if (data.forget) forget();
  if (data.session !== answered && answer(data, setStateValue)) return;
  if (data.key) keep(data);
}
