// Every number of every lesson: the module's against the program's, by what -f json holds.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {test} from 'node:test';
import {gunzipSync} from 'node:zlib';

const attn = process.env.ATTN;
const compiled = new WebAssembly.Module(gunzipSync(readFileSync(join(dirname(attn), 'attn.wasm.gz'))));

function answer(words) {
  let exports, failure;
  const text = (at, size) => Buffer.from(exports.memory.buffer, at, size).toString();
  const page = {failed(at, size) { failure = text(at, size); }, progress() {}};
  const system = new Proxy({}, {get: () => () => 52});
  exports = new WebAssembly.Instance(compiled, {page, wasi_snapshot_preview1: system}).exports;
  exports._initialize();
  const bytes = Buffer.from(words.map((word) => word + '\0').join(''));
  const at = exports.attn_words(bytes.length);
  new Uint8Array(exports.memory.buffer).set(bytes, at);
  try {
    const out = exports.attn_answer();
    return text(out, exports.attn_answer_size());
  } catch (trap) {
    return {error: failure ?? String(trap)};
  }
}

function program(...words) {
  try {
    return execFileSync(attn, words, {encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe'});
  } catch (failed) {
    return {error: failed.stderr.trim().replace(/^attn: /, '')};
  }
}

// Libraries differ in the last bits of exp, sin and tanh, and sums of them in a few more; what is
// itself a rounding error has no digits to compare.
const far = (a, b) => Math.abs(a - b) > 1e-9 * Math.max(Math.abs(a), Math.abs(b)) + 1e-12;

let compared = 0;
function same(mine, theirs, path) {
  if (typeof theirs === 'number') {
    ++compared;
    assert.equal(typeof mine, 'number', path);
    assert.ok(!far(mine, theirs), `${path}: ${mine} in the page, ${theirs} in the program`);
  } else if (theirs !== null && typeof theirs === 'object') {
    assert.deepEqual(Object.keys(mine), Object.keys(theirs), path);
    for (const key of Object.keys(theirs)) same(mine[key], theirs[key], `${path}.${key}`);
  } else if (path.endsWith('evidence')) {
    assert.equal(typeof mine, 'string', path);  // it may be a rounding error, in figures
  } else {
    assert.equal(mine, theirs, path);
  }
}

const lessons = JSON.parse(program('list', '-f', 'json')).blocks[0].rows.map((row) => row[0]);

for (const lesson of lessons) {
  test(`${lesson} has the program's numbers`, () => {
    const mine = answer(['data', lesson]);
    assert.equal(typeof mine, 'string', mine.error);
    same(JSON.parse(mine), JSON.parse(program(lesson, '-f', 'json')), lesson);
  });
  test(`${lesson} refuses in the program's words`, () => {
    for (const {name, kind, low} of JSON.parse(answer(['knobs', lesson])).options) {
      // Words that are added to an error on its way are left out in the page, which catches none.
      const below = kind === 'count' ? `${BigInt(low) - 1n}` : '';
      const wrong = {flag: [], count: ['x', below, '99999999999999999999'], real: ['x', '1e999', 'nan'],
                     choice: ['no-such'], text: ['']}[kind];
      for (const value of wrong) {
        const theirs = program(lesson, name, value, '-f', 'json');
        const mine = answer(['data', lesson, name, value]);
        assert.ok((theirs.error ?? '').startsWith(mine.error ?? ''), `${lesson} ${name} ${value}: ${mine.error}`);
        assert.equal(typeof mine, typeof theirs, `${lesson} ${name} ${value}`);
      }
    }
  });
}

test('many numbers were compared', () => assert.ok(compared > 10000, `${compared}`));
