import type { Page } from 'playwright-core';
import { addresses } from '#contract/screens.ts';

/** Pages behind a key that was mailed: the walk of all screens has no such key and sees only that it opens nothing. */
const keyed = addresses.filter(({ screen }) => screen.secret).map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog[open]';

/** The walk sees every screen as it opens: not what opens over it, and not what a mailed key opens. */
export async function isBeyondWalk(page: Page): Promise<boolean> {
  const { pathname } = new URL(page.url());
  return keyed.some((like) => like.test(pathname)) || (await page.locator(overlays).filter({ visible: true }).count()) > 0;
}
