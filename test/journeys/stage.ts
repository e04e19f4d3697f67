import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowser, openContext, type Size } from '../browser.ts';
import { freshDatabase } from '../db.ts';

/** A server of one's own on a fresh copy of the demo data, and a browser to walk it with. */
export type Stage = {
  readonly url: string;
  readonly database: string;
  readonly browser: Browser;
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
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(server, url);
  const browser = await openBrowser();
  return {
    url,
    database,
    browser,
    enter: (size = 'desktop', options = {}) => walkWith(browser, url, size, options),
    close: async () => {
      await browser.close();
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
    },
  };
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error('the server of the journey stopped while starting');
    if (
      await fetch(`${url}/healthz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server of the journey did not answer within a minute');
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
  accessible(): Promise<void>;
  expects(pattern: RegExp): void;
  done(): Promise<void>;
};

async function walkWith(browser: Browser, url: string, size: Size, options: NonNullable<Parameters<Browser['newContext']>[0]>): Promise<Walk> {
  const context = await openContext(browser, url, size, { reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const noise: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (m) => m.type() === 'error' && noise.push(`${page.url()} ${m.text()}`));
  page.on('pageerror', (e) => noise.push(`${page.url()} ${e.stack ?? e.message}`));
  const scripted = options.javaScriptEnabled !== false;
  const walk: Walk = {
    page,
    context,
    async go(path) {
      await page.goto(path);
      if (scripted) await page.locator('html[data-ready]').waitFor();
    },
    async accessible() {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(
          (v) =>
            `${page.url()} ${v.id}: ${v.help} (${v.nodes
              .map((n) => n.target.join(' '))
              .slice(0, 3)
              .join('; ')})`,
        ),
      ).toEqual([]);
    },
    expects: (pattern) => void expected.push(pattern),
    async done() {
      expect(noise.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
      await context.close();
    },
  };
  return walk;
}

/** The text of the newest toast. */
export const toastText = async (page: Page): Promise<string> =>
  (await page.locator('[data-position] [data-kind]').first().innerText()).replace(/\s+/g, ' ').trim();
