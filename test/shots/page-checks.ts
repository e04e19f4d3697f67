import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Waits until the page is rendered with its data. */
export async function waitForPage(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ timeout: 20_000 });
  await page
    .waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]'), undefined, { timeout: 8_000 })
    .catch(() => undefined);
  await page.waitForTimeout(350);
}

/** Problems that a script can detect: a page wider than its window, words cut off or too small, a missing or second main heading, a missing title. */
export const findPageProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const out: string[] = [];
    const root = document.documentElement;
    const name = (e: Element) =>
      `${e.tagName.toLowerCase()}.${String(e.getAttribute('class') ?? '').split(' ')[0]} "${(e.textContent ?? '').trim().slice(0, 40)}"`;
    const shown = (e: Element) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && e.getBoundingClientRect().width > 1;
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter((e) => shown(e) && e.getBoundingClientRect().right > root.clientWidth + 1);
      out.push(`wider than the window (${root.scrollWidth}): ${wide.slice(0, 2).map(name).join(', ')}`);
    }
    const words = [...document.querySelectorAll('body *')].filter(
      (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim()) && shown(e),
    );
    for (const e of words) {
      const style = getComputedStyle(e);
      if (Number.parseFloat(style.fontSize) < 10 && !e.closest('svg, .maplibregl-map')) out.push(`small (${style.fontSize}): ${name(e)}`);
      const cut = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 4;
      if (cut && !['auto', 'scroll'].includes(style.overflowX) && !e.matches('input, textarea, select')) out.push(`cut off: ${name(e)}`);
    }
    const heads = [...document.querySelectorAll('h1')].filter((e) => e.checkVisibility()).length;
    if (heads !== 1) out.push(`${heads} first headings`);
    if (!document.title || /undefined|null/.test(document.title)) out.push(`title "${document.title}"`);
    if (/\b(undefined|NaN|\[object|Invalid Date)\b/.test(document.body.innerText)) out.push('undefined, NaN or an object among the words');
    return [...new Set(out)].slice(0, 8);
  });

export async function findAxeViolations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map((v) => {
    const [first] = v.nodes;
    return `axe ${v.id} (${v.nodes.length}): ${first?.target.join(' ')} ${first?.any[0]?.message ?? ''}`.slice(0, 260);
  });
}

/** Presses the buttons of a page's heading and of its filters one after the other, takes a picture of each result and closes it. */
export async function captureOpenedControls(page: Page, show: (name: string) => Promise<void>): Promise<void> {
  const at = page.url();
  const buttons = page.locator('main header button:enabled:visible, main button[aria-label^="Filter"]:visible');
  for (let n = 0; n < (await buttons.count()); n++) {
    const name = (await buttons.nth(n).innerText()) || (await buttons.nth(n).getAttribute('aria-label')) || String(n);
    await buttons.nth(n).click({ timeout: 5_000 });
    await page.waitForTimeout(600);
    if (await page.locator('[role="dialog"]:visible, [role="menu"]:visible').count()) await show(name.replace(/\W+/g, '-').slice(0, 24));
    // The open part may be in the address, so the page is loaded again.
    await page.goto(at);
    await waitForPage(page);
  }
}
