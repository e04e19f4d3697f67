import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { fillDemo } from '#server/db/demo/fill.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { openBrowser, openBrowserContext } from '../test/browser.ts';
import { calculateMedian } from './load.ts';

/**
 * `npm run bench:reach [-- --url http://localhost:3000 --rounds 3]`: how soon a page appears on a cheap phone with a poor network. It uses real
 * Chromium with an empty cache; without `--url` it starts a server of its own with the demo data.
 */
const { values: asked } = parseArgs({ options: { url: { type: 'string' }, rounds: { type: 'string', default: '3' } } });
const poor = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const slower = 4;
const goals = { first: 1800, largest: 2500, shift: 0.02, requests: 20 };

type Seen = { first: number; largest: number; what: string; shift: number; requests: number; kb: number; ready: number };

async function main(url: string): Promise<void> {
  const browser = await openBrowser(console.log);
  try {
    const pages = await records(browser, url);
    console.log('page        first paint   largest   shift   requests   KB   answers   (until the largest paint; goal 1800, 2500, 0.02, 20)');
    for (const [name, path] of pages) {
      await fetch(url + path);
      const all: Seen[] = [];
      for (let round = 0; round < Number(asked.rounds); round++) all.push(await look(browser, url, path));
      const mid = (pick: (seen: Seen) => number) => calculateMedian(all.map(pick));
      const [first, largest, shift, requests] = [mid((s) => s.first), mid((s) => s.largest), mid((s) => s.shift), mid((s) => s.requests)];
      const kept = first <= goals.first && largest <= goals.largest && shift <= goals.shift && requests <= goals.requests;
      const cells = [`${ms(first)}`.padStart(11), ms(largest).padStart(9), shift.toFixed(3).padStart(7), String(requests).padStart(10)];
      const rest = [String(Math.round(mid((s) => s.kb))).padStart(4), ms(mid((s) => s.ready)).padStart(9)];
      console.log(`${name.padEnd(11)} ${cells.join(' ')} ${rest.join(' ')}   ${kept ? 'kept' : 'MISSED'}   ${all[0]?.what ?? ''}`);
    }
  } finally {
    await browser.close();
  }
}

const ms = (value: number) => `${Math.round(value)} ms`;

/** A property and a unit as a visitor finds them: the first of the list. */
async function records(browser: Browser, url: string): Promise<[string, string][]> {
  const context = await openBrowserContext(browser, url, 'phone');
  const page = await context.newPage();
  const firstOf = async (pattern: RegExp) => {
    const links = await page.locator('a[href^="/property/"]').evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
    return links.find((link) => pattern.test(link)) ?? '';
  };
  await page.goto('/listings');
  const unit = await firstOf(/^\/property\/\d+\/[^/]+\/units\/\d+/);
  const property = (await firstOf(/^\/property\/\d+\/[^/]+$/)) || unit.replace(/\/units\/.*$/, '');
  await context.close();
  if (!unit) throw new Error('the list shows no unit');
  const at = (await fetch(url + property)).url;
  return [
    ['home', '/'],
    ['listings', '/listings'],
    ['property', new URL(at).pathname],
    ['unit', unit],
  ];
}

async function look(browser: Browser, url: string, path: string): Promise<Seen> {
  const context = await openBrowserContext(browser, url, 'phone', { deviceScaleFactor: 2 });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', poor);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const asks: { at: number; bytes: number; id: string }[] = [];
  let began = 0;
  devtools.on('Network.requestWillBeSent', (e) => {
    began ||= e.timestamp;
    asks.push({ at: (e.timestamp - began) * 1000, bytes: 0, id: e.requestId });
  });
  devtools.on('Network.dataReceived', (e) => {
    const one = asks.find((a) => a.id === e.requestId);
    if (one) one.bytes += e.encodedDataLength;
  });
  await page.addInitScript(watch);
  await page.goto(path, { waitUntil: 'load', timeout: 120_000 });
  await page.locator('html[data-ready]').waitFor({ timeout: 120_000 });
  const ready = await page.evaluate(() => performance.now());
  const seen = await page.evaluate(() => (window as unknown as { seen: { first: number; largest: number; what: string; shift: number } }).seen);
  const before = asks.filter((a) => a.at <= seen.largest);
  await context.close();
  return { ...seen, requests: before.length, kb: before.reduce((sum, a) => sum + a.bytes, 0) / 1024, ready };
}

/** This runs in the page before the page's own scripts. */
function watch(): void {
  const seen = { first: 0, largest: 0, what: '', shift: 0 };
  Object.assign(window, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
  });
  on('largest-contentful-paint', (entry) => {
    const { element, url } = entry as PerformanceEntry & { element: Element | null; url: string };
    seen.largest = entry.startTime;
    seen.what = url ? new URL(url).pathname : `${element?.tagName.toLowerCase()} "${(element?.textContent ?? '').slice(0, 30)}"`;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
}

/** Starts the product as it is deployed, with the demo data, for the time of the measurement. */
async function withOwnServer(look: (url: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'makao-reach-'));
  const cluster = await startCluster({ dir: join(dir, 'postgres'), scratch: true });
  const url = 'http://localhost:3993';
  await migrate(cluster.url);
  await fillVocabulary(cluster.url);
  await fillDemo(cluster.url, { appUrl: url });
  const env = {
    NODE_ENV: 'production',
    PORT: '3993',
    APP_URL: url,
    DATABASE_URL: cluster.url,
    DATA_DIR: join(dir, 'data'),
    LOG_LEVEL: 'warn',
    MAP_STYLE_URL: 'own',
  };
  const server = spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
  try {
    const up = () =>
      fetch(`${url}/healthz`).then(
        (r) => r.ok,
        () => false,
      );
    while (!(await up()) && server.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 200));
    await look(url);
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    if (server.exitCode === null) await ended;
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

await (asked.url ? main(asked.url) : withOwnServer(main));
