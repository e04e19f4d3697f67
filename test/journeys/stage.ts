import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFailed, type TestContext } from 'vitest';
import { getDashboardLayout, getHomePath } from '#contract/kernel/roles.ts';
import { demoAccounts } from '#server/db/demo/people/accounts.ts';
import { demoPassword, getWorkerBrowser, openBrowserProfile, type ViewportSize } from '../browser.ts';
import { runAxe } from './accessible/axe.ts';
import { isMissedByScreenCheck } from './accessible/beyond-walk.ts';
import { createBrowserContextPool, type PooledBrowserContext } from './contexts.ts';
import { queryRows, runWithConnection, startJourneyServer } from './servers.ts';

/** A server on a fresh copy of the demo data, and a browser for it. */
export type JourneyEnvironment = {
  readonly url: string;
  readonly database: string;
  readonly browser: Browser;
  /** The link in the newest mail or SMS to an address that leads to such a page, read from the sent text. */
  mailed(address: string, page: string): Promise<string>;
  /** The six digits of the newest code sent to an address since a moment; earlier codes do not count. */
  codeSent(address: string, since: Date): Promise<string>;
  /** Queries the database: to choose a starting point, and to check the results of a journey. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** With options of its own it is a new browser context, without stored data and without input. */
  enter(size?: ViewportSize, options?: Parameters<Browser['newContext']>[0]): Promise<JourneySession>;
  /** A phone with a stored browser profile in a folder; `done` closes the browser, and a browser that opens the folder again finds the profile. */
  phoneOf(dir: string): Promise<JourneySession>;
  close(): Promise<void>;
};

/** `own process` starts server/main.ts as in production; otherwise the server process of the test worker serves this stage's database. */
export async function openJourneyEnvironment(env: Record<string, string> = {}, how?: 'own process'): Promise<JourneyEnvironment> {
  early.length = 0;
  // Starts beside the server. A fault is reported below, where the browser is needed.
  getWorkerBrowser().catch(() => undefined);
  const { url, database, stop } = await startJourneyServer(env, how);
  const browser = await getWorkerBrowser().catch(async (problem) => {
    await stop();
    throw problem;
  });
  const contexts = createBrowserContextPool(browser, url);
  return {
    url,
    database,
    browser,
    mailed: (address, page) => linkSent(database, address, `${url}${page}`),
    codeSent: (address, since) => codeSent(database, address, since),
    rows: (text, values) => runWithConnection(database, (client) => queryRows(client, text, values)),
    enter: async (size = 'desktop', options) => walkWith(await contexts.lend(size, options), options?.javaScriptEnabled !== false),
    phoneOf: async (dir) => {
      const context = await openBrowserProfile(dir, url, 'phone', { reducedMotion: 'reduce', serviceWorkers: 'allow' });
      return walkWith({ context, giveBack: () => context.close() }, true);
    },
    close: async () => {
      await contexts.end();
      await stop();
    },
  };
}

/** Sends an SMS that quiet hours delay until the morning, so that the journey passes at any hour. */
const morning = `with woken as (update notification_delivery set due_at = now() where address = $1 and state = 'queued' and due_at > now() + interval '1 minute' returning id)
  update job.job set start_after = now() from woken where name = 'notification.send' and state < 'active' and (data ->> 'deliveryId')::bigint = woken.id`;
const linkSent = (database: string, address: string, start: string): Promise<string> =>
  runWithConnection(database, async (client) => {
    const newest = async () => {
      await queryRows(client, morning, [address]);
      const [sent] = await queryRows<{ body: string }>(
        client,
        'select body from local_outbox where address = $1 and position($2 in body) > 0 order by id desc limit 1',
        [address, start],
      );
      const body = sent?.body ?? '';
      return body.slice(body.indexOf(start)).split(/\s/)[0] ?? '';
    };
    await expect.poll(newest).not.toBe('');
    const { pathname, search } = new URL(await newest());
    return pathname + search;
  });

const codeSent = (database: string, address: string, since: Date): Promise<string> =>
  runWithConnection(database, async (client) => {
    const newest = async () => {
      const sent = await queryRows<{ body: string }>(
        client,
        'select body from local_outbox where address = $1 and created_at >= $2 order by id desc',
        [address, since],
      );
      return sent.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]).find(Boolean) ?? '';
    };
    await expect.poll(newest).not.toBe('');
    return newest();
  });

/** Tests of a file that are steps of one way: after a failed step the later ones are skipped, because they could only time out. */
export function skipTestsAfterFailure(): void {
  let broken = false;
  beforeEach(({ skip }) => skip(broken, 'an earlier step did not come about'));
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    broken = true;
    for (const say of early) await say(task);
  });
}
/** Walks that span several tests report their position in each test. */
const early: ((task: TestContext['task']) => Promise<void>)[] = [];

/** One person's browser page: its console is monitored and its screens are checked for accessibility. */
export type JourneySession = {
  readonly page: Page;
  readonly context: BrowserContext;
  go(path: string): Promise<void>;
  /** Signs in without the form, which has journeys of its own, and opens `path`, or the home page of that account. */
  signIn(who: string, path?: string): Promise<void>;
  /** Axe finds no violation: for states that the check of all screens does not see, such as a step of a form or a tab. */
  accessible(): Promise<void>;
  /** Drawn, nothing wider than the screen, and accessible where the check of all screens does not see it (beyond-walk.ts). */
  settled(): Promise<void>;
  /** A console message that this journey expects. */
  expects(pattern: RegExp): void;
  done(): Promise<void>;
};

async function walkWith({ context, giveBack }: PooledBrowserContext, scripted: boolean): Promise<JourneySession> {
  const page = await context.newPage();
  // A time limit for a busy machine. Only a failing test waits that long.
  page.setDefaultTimeout(90_000);
  const noise: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (m) => m.type() === 'error' && noise.push(`${page.url()} ${m.text()} ${m.location().url}`));
  page.on('pageerror', (e) => noise.push(`${page.url()} ${e.stack ?? e.message}`));
  const go = async (path: string) => {
    await page.goto(path);
    if (scripted) await page.locator('html[data-ready]').waitFor();
  };
  // One string: a reader of the first line of a failure sees the violation.
  const accessible = async () => expect((await violations(page)).join(' | ')).toBe('');
  try {
    onTestFailed(({ task }) => sayWhereItStood(task, page, noise));
  } catch {
    // The stage is opened before the tests of its file, so no test is running that could fail.
    early.push((task) => sayWhereItStood(task, page, noise));
  }
  return {
    page,
    context,
    go,
    accessible,
    async signIn(who, path = homeFor(who)) {
      await signInAgain(context, who);
      await go(path);
    },
    async settled() {
      await drawn(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0);
      if (await isMissedByScreenCheck(page)) await accessible();
    },
    expects: (pattern) => void expected.push(pattern),
    async done() {
      expect(noise.filter((line) => !expected.some((pattern) => pattern.test(line))).join(' | ')).toBe('');
      await giveBack();
    },
  };
}

/** Prints the address and the text of the page at a failure, because a reader of the CI log sees only its end. */
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

async function drawn(page: Page): Promise<void> {
  // The progress bar at the top is outside of the page's parts while something loads.
  await page.locator('[role="progressbar"][data-state="running"]').waitFor({ state: 'detached' });
  // Placeholders have no heading: a page has none until its data is loaded, and a page that never gets one is a failure.
  await page.locator('h1').first().waitFor({ state: 'attached' });
}

async function violations(page: Page): Promise<string[]> {
  await drawn(page);
  const found = await runAxe(page);
  return found.map(({ rule, help, where }) => `${page.url()} ${rule}: ${help} (${where.slice(0, 3).join('; ')})`);
}

const homeFor = (who: string): string => {
  const account = demoAccounts.find(({ email }) => email === `${who}@makao.test`);
  if (!account) throw new Error(`the demo knows no ${who}`);
  return getHomePath(getDashboardLayout(account.type, 'owner'));
};

export async function signInAgain({ request }: BrowserContext, who: string): Promise<void> {
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const form = { csrfToken, email: `${who}@makao.test`, password: demoPassword, json: 'true' };
  const answer = await request.post('/api/auth/callback/credentials', { form });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The newest toast has this text. It must be called directly after the act, because a toast disappears. */
export const expectToast = async (page: Page, text: string): Promise<void> => {
  const newest = async () => (await page.locator('[data-position] [data-kind]').first().innerText()).replace(/\s+/g, ' ').trim();
  await expect.poll(newest).toBe(text);
};
