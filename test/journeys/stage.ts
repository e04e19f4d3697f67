import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFailed, type TestContext } from 'vitest';
import { homeOf, layoutOf } from '#contract/kernel/roles.ts';
import { demoAccounts } from '#server/db/demo/people/accounts.ts';
import { browserOfWorker, demoPassword, openProfile, type Size } from '../browser.ts';
import { askAxe } from './accessible/axe.ts';
import { isBeyondWalk } from './accessible/beyond-walk.ts';
import { contextsOf, type Lent } from './contexts.ts';
import { asked, rowsOf, startServer } from './servers.ts';

/** A server of one's own on a fresh copy of the demo data, and a browser to walk it with. */
export type Stage = {
  readonly url: string;
  readonly database: string;
  readonly browser: Browser;
  /** Where the newest mail or SMS to an address leads, of those that lead to such a page: read as its reader would, from what was sent. */
  mailed(address: string, page: string): Promise<string>;
  /** The six digits of the newest code sent to an address since a moment: none of before is taken for it. */
  codeSent(address: string, since: Date): Promise<string>;
  /** What the database holds: to choose where a journey begins, and to look at what it left behind. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** With options of its own it is a browser that has been nowhere and that nobody touches. */
  enter(size?: Size, options?: Parameters<Browser['newContext']>[0]): Promise<Walk>;
  /** A phone whose browser keeps what it keeps in a folder; `done` closes the browser, and whoever opens the folder again finds it there. */
  phoneOf(dir: string): Promise<Walk>;
  close(): Promise<void>;
};

/** `own process` starts server/main.ts as an operator would; otherwise the server process of the test worker serves this stage's database. */
export async function openStage(env: Record<string, string> = {}, how?: 'own process'): Promise<Stage> {
  early.length = 0;
  const { url, database, stop } = await startServer(env, how);
  const browser = await browserOfWorker().catch(async (problem) => {
    await stop();
    throw problem;
  });
  const contexts = contextsOf(browser, url);
  return {
    url,
    database,
    browser,
    mailed: (address, page) => linkSent(database, address, `${url}${page}`),
    codeSent: (address, since) => codeSent(database, address, since),
    rows: (text, values) => asked(database, (client) => rowsOf(client, text, values)),
    enter: async (size = 'desktop', options) => walkWith(await contexts.lend(size, options), options?.javaScriptEnabled !== false),
    phoneOf: async (dir) => {
      const context = await openProfile(dir, url, 'phone', { reducedMotion: 'reduce', serviceWorkers: 'allow' });
      return walkWith({ context, giveBack: () => context.close() }, true);
    },
    close: async () => {
      await contexts.end();
      await stop();
    },
  };
}

/** Whatever the hour of the run: an SMS that waits for the end of the night is read in the morning, which is now. */
const morning = `with woken as (update notification_delivery set due_at = now() where address = $1 and state = 'queued' and due_at > now() + interval '30 minutes' returning id)
  update job.job set start_after = now() from woken where name = 'notification.send' and state < 'active' and (data ->> 'deliveryId')::bigint = woken.id`;
const linkSent = (database: string, address: string, start: string): Promise<string> =>
  asked(database, async (client) => {
    const newest = async () => {
      await rowsOf(client, morning, [address]);
      const [sent] = await rowsOf<{ body: string }>(
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
  asked(database, async (client) => {
    const newest = async () => {
      const sent = await rowsOf<{ body: string }>(client, 'select body from local_outbox where address = $1 and created_at >= $2 order by id desc', [
        address,
        since,
      ]);
      return sent.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]).find(Boolean) ?? '';
    };
    await expect.poll(newest).not.toBe('');
    return newest();
  });

/** Tests of a file that are steps of one way: where one did not come about, those after it would only wait for what cannot come. */
export function inTurn(): void {
  let broken = false;
  beforeEach(({ skip }) => skip(broken, 'an earlier step did not come about'));
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    broken = true;
    for (const say of early) await say(task);
  });
}
/** Those who walk through several tests say where they stood in each. */
const early: ((task: TestContext['task']) => Promise<void>)[] = [];

/** One person walking: a page whose console is watched and whose screens are checked for accessibility. */
export type Walk = {
  readonly page: Page;
  readonly context: BrowserContext;
  go(path: string): Promise<void>;
  /** Signs in without the form, which has journeys of its own, and opens `path`, or the home of that account. */
  signIn(who: string, path?: string): Promise<void>;
  /** Axe finds nothing wrong: for a state the walk of all screens does not see, such as a step of a form or a tab. */
  accessible(): Promise<void>;
  /** Drawn, nothing wider than the screen, and accessible where the walk of all screens does not see it (beyond-walk.ts). */
  settled(): Promise<void>;
  /** A line in the console that this journey is meant to cause. */
  expects(pattern: RegExp): void;
  done(): Promise<void>;
};

async function walkWith({ context, giveBack }: Lent, scripted: boolean): Promise<Walk> {
  const page = await context.newPage();
  // Long enough for a machine that is busy with other things; only what fails ever waits for it.
  page.setDefaultTimeout(90_000);
  const noise: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (m) => m.type() === 'error' && noise.push(`${page.url()} ${m.text()} ${m.location().url}`));
  page.on('pageerror', (e) => noise.push(`${page.url()} ${e.stack ?? e.message}`));
  const go = async (path: string) => {
    await page.goto(path);
    if (scripted) await page.locator('html[data-ready]').waitFor();
  };
  // One string: whoever sees only the first line of a failure sees what was found.
  const accessible = async () => expect((await violations(page)).join(' | ')).toBe('');
  try {
    onTestFailed(({ task }) => sayWhereItStood(task, page, noise));
  } catch {
    // Opened before the tests of its file, so there is none yet that could fail.
    early.push((task) => sayWhereItStood(task, page, noise));
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
      await drawn(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0);
      if (await isBeyondWalk(page)) await accessible();
    },
    expects: (pattern) => void expected.push(pattern),
    async done() {
      expect(noise.filter((line) => !expected.some((pattern) => pattern.test(line))).join(' | ')).toBe('');
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

async function drawn(page: Page): Promise<void> {
  // The line along the top stands outside of the page's parts while something is fetched.
  await page.locator('[role="progressbar"][data-state="running"]').waitFor({ state: 'detached' });
  // Bones have no heading: until its data is there a page has none, and one that never gets one is waited for in vain.
  await page.locator('h1').first().waitFor({ state: 'attached' });
}

async function violations(page: Page): Promise<string[]> {
  await drawn(page);
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
