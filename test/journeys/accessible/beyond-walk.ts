import type { Page } from 'playwright-core';
import { screenAddresses } from '#contract/screens.ts';

/** Pages behind a mailed key: the check of all screens has no such key and sees only the page for an invalid one. */
const keyed = screenAddresses.filter(({ screen }) => screen.secret).map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog[open]';

/** The check of all screens sees each screen as it opens, without overlays and without pages behind a mailed key. */
export async function isMissedByScreenCheck(page: Page): Promise<boolean> {
  const { pathname } = new URL(page.url());
  return keyed.some((like) => like.test(pathname)) || (await page.locator(overlays).filter({ visible: true }).count()) > 0;
}
