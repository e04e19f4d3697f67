import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowserContext, type ViewportSize } from '../browser.ts';

type Options = NonNullable<Parameters<Browser['newContext']>[0]>;
export type PooledBrowserContext = {
  readonly context: BrowserContext;
  /** Removes all traces of this walk for the next one. */
  giveBack(): Promise<void>;
};

/** Contexts without options of their own, by address and size. They are reused by the next walk of this file or of the next. */
const idle = new Map<string, BrowserContext[]>();
const idleOf = (url: string, size: ViewportSize): BrowserContext[] => {
  const key = `${size} ${url}`;
  const known = idle.get(key) ?? [];
  idle.set(key, known);
  return known;
};

export type BrowserContextPool = {
  lend(size: ViewportSize, options?: Options): Promise<PooledBrowserContext>;
  /** Closes contexts that were not returned: a failed walk leaves its page as it was. */
  end(): Promise<void>;
};

/**
 * Walks without options of their own share a context: files that never change (scripts, styles, fonts) are loaded and compiled once a worker, and
 * everything that a person stores is removed between walks.
 */
export function createBrowserContextPool(browser: Browser, url: string): BrowserContextPool {
  const lent = new Set<BrowserContext>();
  const out = (context: BrowserContext, back: () => Promise<unknown>): PooledBrowserContext => {
    lent.add(context);
    return {
      context,
      async giveBack() {
        lent.delete(context);
        await back();
      },
    };
  };
  return {
    async lend(size, options) {
      if (options) {
        const own = await openBrowserContext(browser, url, size, { reducedMotion: 'reduce', ...options });
        return out(own, () => own.close());
      }
      const warm = idleOf(url, size).pop() ?? (await openWarm(browser, url, size));
      return out(warm, async () => {
        if (await isClearedInTime(warm, url)) idleOf(url, size).push(warm);
        else void warm.close();
      });
    },
    async end() {
      await Promise.all([...lent].map((context) => context.close()));
      lent.clear();
    },
  };
}

/**
 * The pages of this context are touched as soon as they can be read, because scripts load after a touch, or after the pictures (web/layout/deferred-
 * scripts.ts).
 */
async function openWarm(browser: Browser, url: string, size: ViewportSize): Promise<BrowserContext> {
  const context = await openBrowserContext(browser, url, size, { reducedMotion: 'reduce' });
  await context.addInitScript(() => addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('pointerdown'))));
  return context;
}

/** Closing a page that is still navigating can hang in Chromium: once, a finished test waited until its limit of ten minutes. */
async function isClearedInTime(context: BrowserContext, url: string): Promise<boolean> {
  const limit = new AbortController();
  const late = setTimeout(30_000, false, { signal: limit.signal }).catch(() => false);
  const cleared = clearContext(context, url).then(() => true);
  const inTime = await Promise.race([cleared, late]);
  limit.abort();
  if (!inTime) {
    cleared.catch(() => undefined);
    console.error(`a browser context was not cleared within 30 s; its pages: ${context.pages().map((page) => page.url())}`);
  }
  return inTime;
}

/** Removes everything that a person stores in the browser. */
export async function clearContext(context: BrowserContext, url: string): Promise<void> {
  const blank = await context.newPage();
  // Pages are closed first, because their running scripts would store data again.
  for (const page of context.pages()) if (page !== blank) await page.close();
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await context.clearCookies();
  await context.clearPermissions();
  await blank.close();
}
