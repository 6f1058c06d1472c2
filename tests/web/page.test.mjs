// A page in a browser: fields, links, traces, steps, phones, keyboards, screen readers, strangers.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import puppeteer from 'puppeteer-core';

const attn = process.env.ATTN, lessons = ['walkthrough', 'softmax-rows', 'causal-mask', 'order', 'heads', 'flash-tiling'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'attn-web-'));
let browser;

before(async () => {
  for (const lesson of lessons) execFileSync(attn, ['page', lesson, '-o', join(folder, `${lesson}.html`)]);
  browser = await puppeteer.launch({executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu']});
});
after(() => browser?.close());

async function opened(lesson, {hash = '', width = 1000, height = 900, dark = false, script = true} = {}) {
  const page = await browser.newPage();
  page.mistakes = [];
  page.on('pageerror', (error) => page.mistakes.push(error.message));
  page.on('console', (said) => { if (said.type() === 'error') page.mistakes.push(said.text()); });
  await page.setViewport({width, height});
  await page.setJavaScriptEnabled(script);
  if (dark) await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'dark'}]);
  await page.goto(`file://${folder}/${lesson}.html${hash}`);
  if (script) await page.waitForSelector('html[data-attn=live]', {timeout: 60000});
  return page;
}

// Does something, and waits for the page that comes of it, or for the error.
async function settled(page, act) {
  const html = await page.$eval('main', (main) => main.innerHTML);
  await act();
  await page.waitForFunction((old) => document.querySelector('main').innerHTML !== old ||
    [...document.querySelectorAll('.attn-error')].some((e) => e.textContent), {timeout: 60000}, html);
}
const put = (page, name, value) => page.$eval(`[id="attn-field--${name}"]`, (input, to) => {
  input.value = to;
  input.dispatchEvent(new Event('input', {bubbles: true}));
  input.dispatchEvent(new Event('change', {bubbles: true}));
}, value);
const errors = (page) => page.$$eval('.attn-error', (all) => all.map((e) => e.textContent).filter(Boolean));
const text = (page, selector) => page.$eval(selector, (e) => e.textContent);

for (const lesson of lessons) {
  test(`${lesson} without scripts is what -f html --standalone is`, async () => {
    const page = await opened(lesson, {script: false});
    const standalone = execFileSync(attn, [lesson, '-f', 'html', '--standalone'], {encoding: 'utf8'});
    const plain = await browser.newPage();
    await plain.setJavaScriptEnabled(false);
    await plain.setContent(standalone);
    const main = (p) => p.$eval('main', (e) => e.outerHTML);
    assert.equal(await main(page), await main(plain));
    await page.close();
    await plain.close();
  });

  test(`${lesson} fits a phone and 200 % zoom, prints, and axe finds nothing`, async () => {
    for (const dark of [false, true]) {
      const page = await opened(lesson, {width: 390, height: 844, dark});
      const cell = await page.$('.attn-cell');
      if (cell) {
        await cell.evaluate((e) => e.click());
        await page.waitForSelector('.attn-trace:not([hidden])');
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
      await page.evaluate(axe);
      const found = await page.evaluate(() => axe.run(document, {resultTypes: ['violations']}));
      assert.deepEqual(found.violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 200)}`))
        .filter((what) => !/^empty-table-header: .*<math>/.test(what)), []);
      await page.emulateMediaType('print');
      assert.equal(await page.$eval('.attn-controls', (e) => getComputedStyle(e).display), 'none');
      assert.deepEqual(page.mistakes, []);
      await page.close();
    }
    const zoomed = await opened(lesson, {width: 500, height: 450});
    assert.ok(await zoomed.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
    await zoomed.close();
  });
}

test('a sentence is typed, and back and forward lead through what was', async () => {
  const page = await opened('walkthrough');
  await settled(page, () => put(page, 'text', 'dog bites man'));
  assert.match(await text(page, 'main'), /for 3 words: dog bites man/);
  assert.match(await text(page, '.attn-command'), /^attn walkthrough --text 'dog bites man'$/);
  assert.match(page.url(), /#text=dog\+bites\+man$/);
  await settled(page, () => put(page, 'seed', '7'));
  await settled(page, () => page.goBack());
  assert.equal(await page.$eval('[id="attn-field--seed"]', (e) => e.value), '0');
  assert.match(await text(page, 'main'), /dog bites man/);
  await settled(page, () => page.goForward());
  assert.equal(await page.$eval('[id="attn-field--seed"]', (e) => e.value), '7');
  assert.deepEqual(page.mistakes, []);
  await page.close();
});

test('a link keeps the settings', async () => {
  const page = await opened('walkthrough', {hash: '#seed=7&text=dog+bites+man'});
  const weight = execFileSync(attn, ['walkthrough', '--seed', '7', '--text', 'dog bites man', '--value',
    'weights[dog][man]'], {encoding: 'utf8'}).trim();
  assert.equal(await text(page, '.attn-cell[data-cell="weights[dog][man]"]'), weight);
  await page.close();
});

test("what is wrong is said in the program's words, and the last good page stays", async () => {
  const page = await opened('walkthrough');
  const before = await text(page, 'main');
  await put(page, 'seed', 'x');
  await page.waitForFunction(() => [...document.querySelectorAll('.attn-error')].some((e) => e.textContent));
  assert.deepEqual(await errors(page), ['--seed: "x" is not a whole number; use decimal digits only, such as 0 or 42']);
  assert.equal(await text(page, 'main'), before);
  await put(page, 'seed', '3');
  await page.waitForFunction((old) => document.querySelector('main').textContent !== old, {}, before);
  assert.deepEqual(await errors(page), []);
  await page.close();
});

test("nothing of the reader's sentence becomes markup", async () => {
  const page = await opened('walkthrough');
  await settled(page, () => put(page, 'text', '<img src=x onerror=alert(1)> cat'));
  assert.equal(await page.$('main img'), null);
  assert.match(await text(page, 'main'), /<img/);
  assert.deepEqual(page.mistakes, []);
  await page.close();
});

test('a trace is followed by mouse and by keyboard alone', async () => {
  const page = await opened('walkthrough');
  await page.$eval('.attn-cell[data-cell="weights[cat][sat]"]', (e) => e.click());
  await page.waitForFunction(() => /= 0\.7507/.test(document.querySelector('.attn-trace').textContent));
  assert.ok(await page.$('main td[data-lit="S"]'), 'the scores of the row light up');
  await page.$$eval('.attn-part', (all) => all[2].click());
  await page.waitForFunction(() => document.querySelector('.attn-trace h2').textContent === 'scaled[cat][sat]');
  await page.keyboard.press('Escape');
  assert.ok(await page.$eval('.attn-trace', (e) => e.hidden));
  assert.equal(await page.$('main [data-lit]'), null);
  await page.$eval('.attn-cell[data-cell="scores[cat][cat]"]', (e) => { e.tabIndex = 0; e.focus(); });
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), 'scores[cat][sat]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.attn-trace tr[data-lit="K"]');
  await page.close();
});

test('the walkthrough is stepped through, numbers hidden until they are guessed or asked for', async () => {
  const page = await opened('walkthrough');
  const press = (label) => page.$$eval('button', (all, name) => all.find((b) => b.textContent === name).click(), label);
  await press('Step through');
  await page.waitForFunction(() => /^Operation 1 of/.test(document.querySelector('.attn-trace h2').textContent));
  const veiled = () => page.$$eval('[data-veiled]', (all) => all.length);
  const first = await veiled();
  assert.ok(first > 30);
  for (let i = 0; i < 20 && await veiled() > 0; ++i) {
    await press('Show it');
    if (await veiled() > 0) await press('Next operation');
  }
  assert.equal(await veiled(), 0);
  await page.close();
});

test('from a slider to new numbers', async () => {
  const page = await opened('walkthrough');
  let least = Infinity;
  for (let seed = 1; seed <= 30; ++seed) {
    least = Math.min(least, await page.evaluate((value) => new Promise((done) => {
      const slider = document.querySelector('[id="attn-field--seed"]').parentElement.querySelector('[type=range]');
      const begun = performance.now();
      document.addEventListener('attn-shown', () => done(performance.now() - begun), {once: true});
      slider.value = value;
      slider.dispatchEvent(new Event('input', {bubbles: true}));
    }), seed));
  }
  console.log(`# a slider's move takes ${least.toFixed(1)} ms`);
  if (process.env.ATTN_WEB_TIMED) assert.ok(least <= 50, `${least} ms`);
  await page.close();
});
