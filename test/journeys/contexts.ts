import type { Browser, BrowserContext } from 'playwright-core';
import { openContext, type Size } from '../browser.ts';

type Options = NonNullable<Parameters<Browser['newContext']>[0]>;
export type Lent = {
  readonly context: BrowserContext;
  /** Whoever comes next finds nothing of this walk. */
  giveBack(): Promise<void>;
};

/** Contexts that ask for nothing of their own, by address and size: they wait here for the next walk, of this file or of the next. */
const idle = new Map<string, BrowserContext[]>();
const idleOf = (url: string, size: Size): BrowserContext[] => {
  const key = `${size} ${url}`;
  const known = idle.get(key) ?? [];
  idle.set(key, known);
  return known;
};

export type Contexts = {
  lend(size: Size, options?: Options): Promise<Lent>;
  /** Closes those that were not given back: a walk that failed leaves its page as it was. */
  end(): Promise<void>;
};

/**
 * Walks follow each other in the same context where they ask for nothing of their own: what never changes (scripts, styles, fonts) is fetched
 * and compiled once a worker, and everything a person leaves behind is taken out between them.
 */
export function contextsOf(browser: Browser, url: string): Contexts {
  const lent = new Set<BrowserContext>();
  const out = (context: BrowserContext, back: () => Promise<unknown>): Lent => {
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
        const own = await openContext(browser, url, size, { reducedMotion: 'reduce', ...options });
        return out(own, () => own.close());
      }
      const warm = idleOf(url, size).pop() ?? (await openWarm(browser, url, size));
      return out(warm, async () => {
        await forget(warm, url);
        idleOf(url, size).push(warm);
      });
    },
    async end() {
      await Promise.all([...lent].map((context) => context.close()));
      lent.clear();
    },
  };
}

/** Its pages are touched as soon as they can be read: scripts wait for that, or for the pictures (web/layout/later.ts). */
async function openWarm(browser: Browser, url: string, size: Size): Promise<BrowserContext> {
  const context = await openContext(browser, url, size, { reducedMotion: 'reduce' });
  await context.addInitScript(() => addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('pointerdown'))));
  return context;
}

/** Takes out everything a person leaves behind. */
export async function forget(context: BrowserContext, url: string): Promise<void> {
  const blank = await context.newPage();
  // First, or what still runs in them would leave something again.
  for (const page of context.pages()) if (page !== blank) await page.close();
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await context.clearCookies();
  await context.clearPermissions();
  await blank.close();
}
