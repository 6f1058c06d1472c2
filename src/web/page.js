// What makes a page compute: fields from the lesson's knobs, all else from the module's answers.
// It runs twice: in the page, and in a worker made of its own text, where the module is.
'use strict';

// ── In the worker: one question at a time ────────────────────────────────────────────────────────

// words -> {answer} or {error, byReader}. What the module throws ends its instance; the next
// question gets a fresh one.
function moduleRunner(compiled, onProgress) {
  let exports, failure;
  const text = (at, size) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, size));
  const page = {
    failed(at, size, byReader) { failure = {error: text(at, size), byReader: byReader === 1}; },
    progress(at, size) { onProgress(text(at, size)); },
  };
  // Of the system there is nothing: every call says so (ENOSYS).
  const system = new Proxy({}, {get: () => () => 52});
  return (words) => {
    try {
      if (!exports) {
        exports = new WebAssembly.Instance(compiled, {page, wasi_snapshot_preview1: system}).exports;
        exports._initialize();
      }
      const bytes = new TextEncoder().encode(words.map((word) => word + '\0').join(''));
      const at = exports.attn_words(bytes.length);
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      const answer = exports.attn_answer();
      return {answer: text(answer, exports.attn_answer_size())};
    } catch (trap) {
      const said = failure ?? {error: `the module stopped: ${trap.message}`, byReader: false};
      exports = failure = undefined;
      return said;
    }
  };
}

async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

function work() {
  let runner;
  onmessage = async ({data}) => {
    if (data.module === undefined) return postMessage({id: data.id, ...(await runner)(data.words)});
    const progress = (what) => postMessage({progress: what});
    runner = unpacked(data.module).then((compiled) => moduleRunner(compiled, progress));
  };
}

// ── In the page: asking the worker ───────────────────────────────────────────────────────────────

// ask(words) is a promise of the answer; stop() ends what is being computed, and rejects it.
function askingWorker(script, module, onProgress) {
  let worker, open = new Map(), next = 0;
  const url = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
  const start = () => {
    worker = new Worker(url);
    worker.onmessage = ({data}) => {
      if (data.progress !== undefined) return onProgress(data.progress);
      const asked = open.get(data.id);
      open.delete(data.id);
      if (!asked) return;
      if (data.error === undefined) asked.resolve(JSON.parse(data.answer));
      else asked.reject(data);
    };
    worker.postMessage({module});
  };
  start();
  return {
    ask: (words) => new Promise((resolve, reject) => {
      open.set(++next, {resolve, reject});
      worker.postMessage({id: next, words});
    }),
    stop() {
      worker.terminate();
      const left = open;
      open = new Map();
      start();
      for (const asked of left.values()) asked.reject({error: 'stopped', stopped: true});
    },
  };
}

// ── Small things ─────────────────────────────────────────────────────────────────────────────────

// make('p', {class: 'x'}, 'text', child): text is always text.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const shellQuoted = (word) =>
  /^[\w./:=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

// The words of a command as a shell would split it; quotes are all that our pages use.
function shellWords(command) {
  const words = [];
  for (const [, single, double, bare] of command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)) {
    words.push(single ?? double ?? bare);
  }
  return words;
}

// Whose numbers they are, by the letter that the equations have for it; '' where they have none.
function letterOf(array) {
  const letters = {q: 'Q', k: 'K', v: 'V', weights: 'A', scores: 'S', scaled: 'S', visible: 'S',
                   embeddings: 'X', w_q: 'W', w_k: 'W', w_v: 'W', w_o: 'W'};
  return letters[array] ?? letters[array.split('_').find((part) => part in letters)] ?? '';
}
const arrayOf = (cell) => cell.slice(0, cell.indexOf('['));

// ── The fields ───────────────────────────────────────────────────────────────────────────────────

// A range that is worth dragging: about the default, within the bounds.
function slider(option, value) {
  const low = Number(option.low), high = Number(option.high), at = Number(value);
  const seed = option.name === '--seed';
  if (option.repeatable || value === '' || !Number.isFinite(at)) return null;
  if (!seed && option.kind !== 'count' && option.kind !== 'real') return null;
  const span = seed ? 99 : Math.max(4 * Math.abs(at), option.kind === 'count' ? 16 : 1);
  const min = seed ? 0 : Math.max(low, at < 0 || low < 0 ? -span : 0, option.kind === 'real' && low > 0 ? span / 100 : low);
  const max = seed ? span : Math.min(high, span);
  const step = seed || option.kind === 'count' ? 1 : Number(((max - min) / 100).toPrecision(1));
  return make('input', {type: 'range', min, max, step, value: at,
                        'aria-label': `${option.name.slice(2)}, by sliding`});
}

// {element, get, set, fail}: one option as a labelled field. Values are strings, null for "not given".
function fieldFor(option, changed) {
  const id = `attn-field${option.name}`, name = option.name.slice(2);
  const hint = make('p', {class: 'attn-hint', id: `${id}-hint`},
                    option.help + (option.range ? ` (${option.range})` : ''));
  const error = make('p', {class: 'attn-error', id: `${id}-error`, role: 'alert'});
  const about = {id, 'aria-describedby': `${id}-hint ${id}-error`};
  const label = make('label', {for: id}, name);
  let input, drag = null;
  if (option.kind === 'flag') {
    input = make('input', {type: 'checkbox', ...about});
  } else if (option.kind === 'choice') {
    const words = option.choices.includes(option.default) ? option.choices : ['', ...option.choices];
    input = make('select', about, ...words.map((word) => make('option', {value: word}, word || '–')));
    input.value = option.default;
  } else if (option.kind === 'text' && option.repeatable) {
    input = make('textarea', {rows: 3, spellcheck: 'false', ...about});
    hint.append(' One a line.');
  } else {
    const numeric = option.kind !== 'text' || option.name === '--seed';
    input = make('input', {type: 'text', autocomplete: 'off', spellcheck: 'false', ...about,
                           inputmode: numeric && !option.repeatable ? 'decimal' : 'text',
                           placeholder: option.default || false});
    drag = slider(option, option.default);
  }
  const get = () => {
    if (option.kind === 'flag') return input.checked ? '1' : null;
    return input.value === '' || input.value === option.default ? null : input.value;
  };
  const set = (value) => {
    if (option.kind === 'flag') input.checked = value === '1';
    else input.value = value ?? (option.kind === 'choice' || drag ? option.default : '');
    if (drag) drag.value = input.value;
  };
  set(null);
  const told = (kind) => () => { if (drag) drag.value = input.value; changed(kind); };
  input.addEventListener('input', told('input'));
  input.addEventListener('change', told('change'));
  drag?.addEventListener('input', () => { input.value = drag.value; changed('input'); });
  drag?.addEventListener('change', () => changed('change'));
  const row = option.kind === 'flag' ? [make('div', {class: 'attn-row'}, input, label)]
                                     : [label, make('div', {class: 'attn-row'}, input, ...(drag ? [drag] : []))];
  return {
    option, get, set,
    element: make('div', {class: 'attn-field'}, ...row, error, hint),
    words() {
      const value = get();
      if (value === null) return [];
      if (option.kind === 'flag') return [option.name];
      const values = option.kind === 'text' && option.repeatable
        ? value.split('\n').filter((line) => line !== '') : [value];
      return values.flatMap((each) => [option.name, each]);
    },
    fail(message) {
      error.textContent = message;
      input.setAttribute('aria-invalid', message ? 'true' : 'false');
      if (message) unfold(input);
    },
  };
}

function foremost(fields) {
  const shared = fields.filter((f) => ['--text', '--seed'].includes(f.option.name));
  const own = fields.filter((f) => !shared.includes(f));
  const few = [...shared, ...own.slice(0, 4 - shared.length)];
  return [few, fields.filter((f) => !few.includes(f))];
}

// An error in a folded part has to be seen.
function unfold(element) {
  for (let at = element; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
}

// What words of a command line say of the options: name -> value. Null when they are not all known.
function valuesOf(words, options) {
  const values = new Map();
  for (let i = 0; i < words.length; ++i) {
    const equals = words[i].indexOf('=');
    const name = equals < 0 ? words[i] : words[i].slice(0, equals);
    const option = options.find((each) => each.name === name);
    if (!option) return null;
    const value = option.kind === 'flag' ? '1' : equals < 0 ? words[++i] : words[i].slice(equals + 1);
    if (value === undefined) return null;
    const glue = option.kind === 'text' ? '\n' : ',';
    values.set(name, values.has(name) ? values.get(name) + glue + value : value);
  }
  return values;
}

// ── The page ─────────────────────────────────────────────────────────────────────────────────────

async function live() {
  const script = document.currentScript.textContent;
  const start = JSON.parse(document.getElementById('attn-start').textContent);
  const module = globalThis.attnModule ?? document.getElementById('attn-module').textContent;
  const main = document.querySelector('main');
  const status = make('p', {role: 'status', class: 'attn-status'});
  const stop = make('button', {type: 'button', class: 'attn-stop', hidden: '',
                               onclick: () => worker.stop()}, 'Stop');
  const worker = askingWorker(script, module, (what) => { status.textContent = `${what} …`; });
  const {options} = await worker.ask(['knobs', start.lesson]);

  const fields = options.map((option) => fieldFor(option, changed));
  const general = make('p', {class: 'attn-error', role: 'alert'});
  const command = make('code', {tabindex: 0});
  const given = valuesOf(start.words, options) ?? new Map();
  const panel = tracePanel(worker, () => [start.lesson, ...shown], main);
  let shown = null, asking = false, waiting = null, recorded = location.hash;

  const words = () => fields.flatMap((field) => field.words());
  const setAll = (values) => { for (const f of fields) f.set(values.get(f.option.name) ?? null); };

  // Only what differs from how the page came is in its address.
  function address() {
    const query = new URLSearchParams();
    for (const {option, get} of fields) {
      const value = get(), was = given.get(option.name) ?? null;
      if (value !== was) query.set(option.name.slice(2), value ?? (option.kind === 'flag' ? '0' : option.default));
    }
    const text = query.toString();
    return text ? `#${text}` : location.pathname.split('/').pop() + location.search;
  }

  function readAddress() {
    const values = new Map(given);
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) values.set(`--${name}`, value);
    setAll(values);
  }

  function record(kind) {
    try {
      if (kind === 'change' && address() !== recorded) history.pushState(null, '', recorded = address());
      else if (kind === 'input') history.replaceState(null, '', recorded);
    } catch { /* a page in a frame may not */ }
  }

  function showError(problem) {
    const message = problem.error ?? problem.message;
    const field = fields.find((each) => message.startsWith(`${each.option.name}:`)) ??
      fields.find((each) => message.includes(`${each.option.name} `) || message.includes(`${each.option.name}:`));
    if (field) field.fail(message);
    else general.textContent = message;
  }

  // The newest wish is computed when the one before is done; those in between are not.
  async function compute() {
    const wish = words();
    command.textContent = ['attn', start.lesson, ...wish].map(shellQuoted).join(' ');
    waiting = wish;
    if (asking) return;
    asking = true;
    const late = setTimeout(() => { stop.hidden = false; status.textContent ||= 'computing …'; }, 300);
    while (waiting) {
      const now = waiting;
      waiting = null;
      try {
        const answer = await worker.ask(['page', start.lesson, ...now]);
        for (const field of fields) field.fail('');
        general.textContent = '';
        shown = now;
        show(answer);
      } catch (problem) {
        for (const field of fields) field.fail('');
        general.textContent = '';
        if (!waiting) showError(problem);
      }
    }
    clearTimeout(late);
    asking = false;
    stop.hidden = true;
    status.textContent = '';
  }

  function show(answer) {
    const focused = [...main.querySelectorAll('button')].indexOf(document.activeElement);
    main.innerHTML = answer.html;  // written, and escaped, by attn's own renderer
    document.title = answer.title;
    const footer = document.querySelector('footer p');
    if (footer) footer.replaceChildren('Settings: ', make('code', {}, command.textContent));
    colourMath(main);
    easeReading(main);
    panel.attach(answer.cells);
    offerTries();
    if (focused >= 0) main.querySelectorAll('button')[focused]?.focus();
    document.dispatchEvent(new CustomEvent('attn-shown'));
  }

  // A command that the page suggests, and that its fields can do, is one press away.
  function offerTries() {
    for (const code of main.querySelectorAll('dt > code')) {
      const [, attn, lesson, ...rest] = shellWords(code.textContent);
      const values = attn === 'attn' && lesson === start.lesson ? valuesOf(rest, options) : null;
      if (!values) continue;
      code.after(' ', make('button', {type: 'button', class: 'attn-try', onclick: () => {
        setAll(values);
        changed('change');
        scrollTo({top: 0});
      }}, 'Try it here'));
    }
  }

  function changed(kind) {
    record(kind);
    compute();
  }

  const copied = make('span', {role: 'status'});
  const copy = make('button', {type: 'button', onclick: async () => {
    try {
      await navigator.clipboard.writeText(command.textContent);
      copied.textContent = 'copied';
    } catch {
      getSelection().selectAllChildren(command);
      copied.textContent = 'selected: copy it with your keyboard';
    }
  }}, 'Copy the command');
  const reset = make('button', {type: 'button', onclick: () => { setAll(given); changed('change'); }}, 'As it was');
  const step = make('button', {type: 'button', onclick: () => panel.stepThrough()}, 'Step through');
  // The words and the seed, and the first of a lesson's own; the others are folded away.
  const [few, more] = foremost(fields);
  const form = make('form', {onsubmit: (event) => event.preventDefault()},
    make('div', {class: 'attn-fields'}, ...few.map((f) => f.element)),
    ...(more.length ? [make('details', {}, make('summary', {}, `${more.length} more settings`),
                            make('div', {class: 'attn-fields'}, ...more.map((f) => f.element)))] : []));
  main.before(make('section', {class: 'attn-controls', 'aria-label': 'Settings'}, form, general,
    make('div', {class: 'attn-bar'}, step, reset, copy, copied, stop, status),
    make('p', {class: 'attn-command'}, command)));
  main.after(panel.element);
  addEventListener('popstate', () => { readAddress(); recorded = location.hash; compute(); });
  readAddress();
  await compute();
  document.documentElement.dataset.attn = 'live';
}

// Q, K and V, and what is called after them, in the colours of their numbers. Of small letters only
// those with an index: a bare k counts something.
function colourMath(main) {
  for (const letter of main.querySelectorAll('math mi')) {
    const text = letter.textContent, parent = letter.parentElement;
    const indexed = ['msub', 'msup', 'msubsup'].includes(parent.localName);
    const base = !indexed || parent.firstElementChild === letter;
    const ofWeights = indexed && parent.firstElementChild.textContent === 'W';
    const is = /^[QKV]$/.test(text) && (base || ofWeights) || (/^[qkv]$/.test(text) && indexed && base);
    if (is) letter.classList.add(`attn-${text.toUpperCase()}`);
  }
}

// What is wider than a phone scrolls by itself, by keyboard too; a head without words is no head.
function easeReading(main) {
  for (const head of main.querySelectorAll('thead th:empty')) head.replaceWith(make('td'));
  for (const math of main.querySelectorAll('math[display="block"]')) {
    const box = make('div', {class: 'attn-scroll'});
    math.replaceWith(box);
    box.append(math);
  }
  for (const box of main.querySelectorAll('.attn-scroll, main div[style*="overflow"], main figure')) {
    if (box.scrollWidth <= box.clientWidth) continue;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', box.querySelector('caption, figcaption')?.textContent ?? 'Equation');
  }
}

// ── Where a number comes from ────────────────────────────────────────────────────────────────────

// The panel at the foot of the page, and the cells of the page's tables. `page` gives the lesson and
// the options that the page shows.
function tracePanel(worker, page, main) {
  const body = make('div', {class: 'attn-trace-body'});
  const title = make('h2', {});
  const back = make('button', {type: 'button', hidden: '', onclick: () => open(trail.pop(), true)}, 'Back');
  const close = make('button', {type: 'button', onclick: hide}, 'Close');
  const element = make('aside', {class: 'attn-trace', 'aria-label': 'Where a number comes from', hidden: ''},
    make('div', {class: 'attn-bar'}, title, back, close), make('div', {'aria-live': 'polite'}, body));
  let places = new Map(), trail = [], current = null, pinned = false, opener = null, stepping = null, turn = 0, closing = false;

  // Every number of a table is a button; one of a table is reached by Tab, the others by arrows.
  function attach(cells) {
    places = new Map();
    [...main.querySelectorAll('table')].forEach((table, t) => {
      [...table.tBodies[0].rows].forEach((row, r) => [...row.cells].forEach((cell, c) => {
        const name = cells[t]?.[r]?.[c];
        if (!name) return;
        const button = make('button', {type: 'button', class: 'attn-cell', tabindex: -1}, ...cell.childNodes);
        button.dataset.cell = name;
        cell.append(button);
        if (!places.has(name)) places.set(name, []);
        places.get(name).push(button);
      }));
      table.querySelector('.attn-cell')?.setAttribute('tabindex', 0);
    });
    if (stepping) veil();
    else if (current && !element.hidden && places.has(current)) open(current, true);
    else if (!element.hidden) hide();
  }

  function unlight() {
    for (const lit of main.querySelectorAll('[data-lit]')) delete lit.dataset.lit;
  }

  function light(parts, cell) {
    unlight();
    for (const {cell: part, array, right} of parts) {
      const letter = letterOf(array) || (right ? '2' : '1');
      for (const place of places.get(part) ?? []) place.closest('td,th').dataset.lit = letter;
    }
    for (const place of places.get(cell) ?? []) place.closest('td,th').dataset.lit = '=';
  }

  async function open(cell, keep) {
    const mine = ++turn;
    current = cell;
    pinned = keep;
    if (cell.startsWith('=')) {
      unlight();
      return present(cell.slice(1), [make('p', {}, 'This is all of its digits. It is no cell of an array that steps lead to.')]);
    }
    try {
      const answer = await worker.ask(['cell', cell, ...page()]);
      if (mine === turn) presentStep(answer);
    } catch (problem) {
      if (mine === turn) present(cell, [make('p', {class: 'attn-error'}, problem.error)]);
    }
  }

  function present(heading, content) {
    title.textContent = heading;
    back.hidden = trail.length === 0;
    body.replaceChildren(...content);
    element.hidden = false;
  }

  // The numbers of one side, each of which opens too.
  function side(parts, name) {
    if (parts.length === 0) return [];
    const letter = letterOf(parts[0].array) || name;
    const number = ({cell, shown}) => make('button', {type: 'button', class: 'attn-part', title: cell,
      onclick: () => { trail.push(current); open(cell, true); }}, shown.replace('-', '−'));
    return [make('tr', {'data-lit': letter},
      make('th', {scope: 'row'}, make('b', {class: `attn-${letter}`}, letter), ` ${arrayOf(parts[0].cell)}`),
      ...parts.map((part) => make('td', {}, number(part))))];
  }

  function partsTable(parts) {
    const left = parts.filter((part) => !part.right), right = parts.filter((part) => part.right);
    return make('div', {class: 'attn-parts', tabindex: 0, role: 'group', 'aria-label': 'Its parts'},
                make('table', {}, make('tbody', {}, ...side(left, '1'), ...side(right, '2'))));
  }

  function presentStep({cell, parts, steps}) {
    light(parts, cell);
    const lines = steps.flatMap((step) => [...step.sides.map((text) => make('p', {class: 'attn-side'}, `= ${text}`)),
                                           ...(step.remark ? [make('p', {}, step.remark)] : [])]);
    if (parts.length === 0 && lines.length === 0) lines.push(make('p', {}, 'This number is given: no steps lead to it.'));
    present(cell, [...lines, ...(parts.length ? [partsTable(parts)] : []),
                   ...(parts.length ? [make('button', {type: 'button', onclick: () => stepThrough(cell)}, 'Step through to it')] : [])]);
  }

  function hide() {
    element.hidden = true;
    trail = [];
    current = null;
    pinned = false;
    ++turn;
    unlight();
    if (stepping) { stepping = null; unveil(() => true); }
    const to = opener;
    opener = null;
    closing = true;
    to?.focus();
    closing = false;
  }

  // One operation at a time: the numbers of an array, of which the first is to be guessed.
  async function stepThrough(cell) {
    const all = [...places.keys()].filter((name) => !name.startsWith('='));
    const goal = cell ?? all.find((name) => arrayOf(name) === 'output') ?? all.at(-1);
    if (!goal) return present('Step through', [make('p', {}, 'No steps are known for the numbers of this page.')]);
    trail = [];
    present('Step through', [make('p', {}, 'computing …')]);
    try {
      const {steps} = await worker.ask(['steps', goal, ...page()]);
      const operations = new Map();
      for (const one of steps) {
        const array = arrayOf(one.cell);
        if (!operations.has(array)) operations.set(array, []);
        operations.get(array).push(one);
      }
      stepping = {operations: [...operations.values()], at: 0};
      veil();
      presentOperation();
    } catch (problem) {
      present(goal, [make('p', {class: 'attn-error'}, problem.error)]);
    }
  }

  const hiddenArrays = () => new Set(stepping.operations.slice(stepping.at).map((steps) => arrayOf(steps[0].cell)));
  const cellsOf = (test) => [...main.querySelectorAll('.attn-cell')].filter((cell) => test(arrayOf(cell.dataset.cell)));

  function veil() {
    const hidden = hiddenArrays();
    for (const cell of cellsOf((array) => hidden.has(array))) {
      cell.dataset.number ??= cell.textContent;
      cell.textContent = '?';
      cell.closest('td,th').dataset.veiled = '';
    }
  }

  function unveil(test) {
    for (const cell of cellsOf(test)) {
      if (cell.dataset.number === undefined) continue;
      cell.textContent = cell.dataset.number;
      delete cell.dataset.number;
      delete cell.closest('td,th').dataset.veiled;
    }
  }

  function presentOperation() {
    const {operations, at} = stepping, steps = operations[at], first = steps[0], array = arrayOf(first.cell);
    const result = first.sides.at(-1), said = make('p', {role: 'status'});
    light(first.parts, first.cell);
    const reveal = () => {
      ++stepping.at;
      unveil((name) => name === array);
      light(first.parts, first.cell);
      const others = steps.slice(1, 9).map((one) => make('li', {}, `${one.cell} = ${one.sides.at(-1)}`));
      const rest = steps.length > 9 ? [make('li', {}, `and ${steps.length - 9} more`)] : [];
      const last = stepping.at === operations.length;
      const next = make('button', {type: 'button', onclick: last ? hide : presentOperation}, last ? 'Done' : 'Next operation');
      guess.replaceWith(make('p', {}, `${first.cell} = ${result}`),
                        ...(others.length ? [make('ul', {class: 'attn-others'}, ...others, ...rest)] : []), next);
      next.focus();
    };
    const input = make('input', {type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': `${first.cell} is`});
    const guess = make('form', {class: 'attn-row', onsubmit: (event) => {
      event.preventDefault();
      const digits = (result.split('.')[1] ?? '').length;
      const off = Math.abs(Number(input.value.replace('−', '-').replace(',', '.')) - Number(result.replace('−', '-')));
      const right = input.value.trim() !== '' && off <= 1.01 * 10 ** -Math.min(digits, 2);
      said.textContent = right ? 'Yes.' : 'Not yet: try again, or let it be shown.';
      if (right) reveal();
    }}, `${first.cell} = `, input, make('button', {}, 'Check'), make('button', {type: 'button', onclick: reveal}, 'Show it'));
    const formulas = first.sides.slice(0, -1).map((text) => make('p', {class: 'attn-side'}, `= ${text}`));
    present(`Operation ${at + 1} of ${operations.length}: ${array}`,
            [...formulas, ...(first.parts.length ? [partsTable(first.parts)] : []), guess, said]);
    input.focus();
  }

  const cellAt = (event) => event.target.closest?.('.attn-cell');
  main.addEventListener('click', (event) => {
    const cell = cellAt(event);
    if (!cell || stepping) return;
    trail = [];
    opener = cell;
    open(cell.dataset.cell, true);
  });
  main.addEventListener('pointerover', (event) => {
    const cell = cellAt(event);
    if (cell && event.pointerType === 'mouse' && !pinned && !stepping) open(cell.dataset.cell, false);
  });
  main.addEventListener('focusin', (event) => {
    const cell = cellAt(event);
    if (!cell || stepping || closing || !cell.matches(':focus-visible')) return;
    opener = cell;
    trail = [];
    open(cell.dataset.cell, pinned);
  });
  main.addEventListener('keydown', (event) => {
    const cell = cellAt(event), moves = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
    if (!cell || !moves) return;
    event.preventDefault();
    const here = cell.closest('td,th'), body = here.closest('tbody');
    let r = here.parentElement.sectionRowIndex, c = here.cellIndex, to = null;
    while (!to) {
      r += moves[0];
      c += moves[1];
      if (!body.rows[r]?.cells[c]) return;
      to = body.rows[r].cells[c].querySelector('.attn-cell');
    }
    cell.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && !element.hidden) hide(); });
  return {element, attach, stepThrough};
}

if (typeof document === 'undefined') work();
else live();
