import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFailed, type TestContext } from 'vitest';
import { homeOf, layoutOf } from '#contract/kernel/roles.ts';
import { demoAccounts } from '#server/db/demo/accounts.ts';
import { demoPassword, openBrowser, type Size } from '../browser.ts';
import { freshDatabase } from '../db.ts';
import { askAxe } from './axe.ts';
import { contextsOf, type Lent } from './contexts.ts';

/** A server of one's own on a fresh copy of the demo data, and a browser to walk it with. */
export type Stage = {
  readonly url: string;
  readonly database: string;
  readonly browser: Browser;
  /** Where the newest mail or SMS to an address leads, of those that lead to such a page: read as its reader would, from what was sent. */
  mailed(address: string, page: string): Promise<string>;
  /** With options of its own it is a browser that has been nowhere and that nobody touches. */
  enter(size?: Size, options?: Parameters<Browser['newContext']>[0]): Promise<Walk>;
  close(): Promise<void>;
};

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const database = await freshDatabase('demo');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEMO: 'on',
      PORT: String(port),
      DATABASE_URL: database,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'makao-stage-')),
      LOG_LEVEL: 'error',
      RATE_LIMIT: '100000',
      APP_URL: url,
      // Nobody outside is asked, so that no journey waits for the internet.
      MAP_STYLE_URL: 'own',
      ...env,
    },
    // The channel tells it when we are gone: a run that is broken off leaves no server behind.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = async () => {
    if (server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  };
  const browser = await ready(server, url)
    .then(() => openBrowser())
    .catch(async (problem) => {
      await stop();
      throw problem;
    });
  const lend = contextsOf(browser, url);
  return {
    url,
    database,
    browser,
    mailed: (address, page) => linkSent(database, address, `${url}${page}`),
    enter: async (size = 'desktop', options) => walkWith(await lend(size, options), options?.javaScriptEnabled !== false),
    close: async () => {
      await browser.close();
      await stop();
    },
  };
}

async function linkSent(database: string, address: string, start: string): Promise<string> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const newest = async () => {
    const { rows } = await client.query<{ body: string }>(
      'select body from local_outbox where address = $1 and position($2 in body) > 0 order by id desc limit 1',
      [address, start],
    );
    const body = rows[0]?.body ?? '';
    return body.slice(body.indexOf(start)).split(/\s/)[0] ?? '';
  };
  try {
    await expect.poll(newest).not.toBe('');
    const { pathname, search } = new URL(await newest());
    return pathname + search;
  } finally {
    await client.end();
  }
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const answers = () =>
    fetch(`${url}/healthz`).then(
      (r) => r.ok,
      () => false,
    );
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    if (server.exitCode !== null) throw new Error('the server of the journey stopped while starting');
    if (await answers()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server of the journey did not answer within five minutes');
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** One person walking: a page whose console is watched and whose screens are checked for accessibility. */
export type Walk = {
  readonly page: Page;
  readonly context: BrowserContext;
  go(path: string): Promise<void>;
  /** Signs in without the form, which has journeys of its own, and opens `path`, or the home of that account. */
  signIn(who: string, path?: string): Promise<void>;
  /** Axe finds nothing wrong. */
  accessible(): Promise<void>;
  /** Nothing wider than the screen, and accessible. */
  settled(): Promise<void>;
  /** A line in the console that this journey is meant to cause. */
  expects(pattern: RegExp): void;
  done(): Promise<void>;
};

async function walkWith({ context, giveBack }: Lent, scripted: boolean): Promise<Walk> {
  const page = await context.newPage();
  // Long enough for a machine that is busy with other things; only what fails ever waits for it.
  page.setDefaultTimeout(30_000);
  const noise: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (m) => m.type() === 'error' && noise.push(`${page.url()} ${m.text()}`));
  page.on('pageerror', (e) => noise.push(`${page.url()} ${e.stack ?? e.message}`));
  const go = async (path: string) => {
    await page.goto(path);
    if (scripted) await page.locator('html[data-ready]').waitFor();
  };
  const accessible = async () => expect(await violations(page)).toEqual([]);
  try {
    onTestFailed(({ task }) => sayWhereItStood(task, page, noise));
  } catch {
    // Opened before the tests of its file, so there is none yet that could fail.
  }
  return {
    page,
    context,
    go,
    accessible,
    async signIn(who, path = homeFor(who)) {
      await signInOver(context, who);
      await go(path);
    },
    async settled() {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0);
      await accessible();
    },
    expects: (pattern) => void expected.push(pattern),
    async done() {
      expect(noise.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
      await giveBack();
    },
  };
}

/** Whoever reads only the end of a run of CI sees where the journey stood and what the page said, beside what it waited for. */
async function sayWhereItStood(task: TestContext['task'], page: Page, noise: readonly string[]): Promise<void> {
  const [error] = task.result?.errors ?? [];
  if (!error || page.isClosed()) return;
  const seen = await page
    .locator('h1, [role=alert], [role=status], [data-kind]')
    .allInnerTexts()
    .catch(() => []);
  const stood = ` | at ${page.url()}: ${seen.join(' / ').replace(/\s+/g, ' ').slice(0, 300)}; console: ${noise.join(' / ').slice(0, 300) || 'silent'}`;
  error.message += stood;
  if (error.stack) error.stack = error.stack.replace(/$/m, stood);
}

async function violations(page: Page): Promise<string[]> {
  // The line along the top stands outside of the page's parts while something is fetched.
  await page.locator('[role="progressbar"][data-state="running"]').waitFor({ state: 'detached' });
  const found = await askAxe(page);
  return found.map(({ rule, help, where }) => `${page.url()} ${rule}: ${help} (${where.slice(0, 3).join('; ')})`);
}

const homeFor = (who: string): string => {
  const account = demoAccounts.find(({ email }) => email === `${who}@makao.test`);
  if (!account) throw new Error(`the demo knows no ${who}`);
  return homeOf(layoutOf(account.type, 'owner'));
};

export async function signInOver({ request }: BrowserContext, who: string): Promise<void> {
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const form = { csrfToken, email: `${who}@makao.test`, password: demoPassword, json: 'true' };
  const answer = await request.post('/api/auth/callback/credentials', { form });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The newest toast says this. Asked right after the act: a toast does not stay. */
export const toasted = async (page: Page, text: string): Promise<void> => {
  const newest = async () => (await page.locator('[data-position] [data-kind]').first().innerText()).replace(/\s+/g, ' ').trim();
  await expect.poll(newest).toBe(text);
};
