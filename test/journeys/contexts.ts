import type { Browser, BrowserContext } from 'playwright-core';
import { openContext, type Size } from '../browser.ts';

type Options = NonNullable<Parameters<Browser['newContext']>[0]>;
export type Lent = {
  readonly context: BrowserContext;
  /** Whoever comes next finds nothing of this walk. */
  giveBack(): Promise<void>;
};

/**
 * Walks of one file follow each other in the same context where they ask for nothing of their own: what never changes (scripts, styles,
 * fonts) is fetched and compiled once, and everything a person leaves behind is taken out between them.
 */
export function contextsOf(browser: Browser, url: string): (size: Size, options?: Options) => Promise<Lent> {
  const idle: Record<Size, BrowserContext[]> = { desktop: [], phone: [] };
  return async (size, options) => {
    if (options) {
      const context = await openContext(browser, url, size, { reducedMotion: 'reduce', ...options });
      return { context, giveBack: () => context.close() };
    }
    const context = idle[size].pop() ?? (await openWarm(browser, url, size));
    return {
      context,
      async giveBack() {
        await forget(context, url);
        idle[size].push(context);
      },
    };
  };
}

/** Its pages are touched as soon as they can be read: scripts wait for that, or for the pictures (web/layout/later.ts). */
async function openWarm(browser: Browser, url: string, size: Size): Promise<BrowserContext> {
  const context = await openContext(browser, url, size, { reducedMotion: 'reduce' });
  await context.addInitScript(() => addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('pointerdown'))));
  return context;
}

async function forget(context: BrowserContext, url: string): Promise<void> {
  const blank = await context.newPage();
  // First, or what still runs in them would leave something again.
  for (const page of context.pages()) if (page !== blank) await page.close();
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await context.clearCookies();
  await context.clearPermissions();
  await blank.close();
}
