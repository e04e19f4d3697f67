import type axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import type { ScreenAddress } from '#contract/kernel/screen.ts';
import { type ViewportSize, viewportSizes } from '#test/browser.ts';
import { runAxe } from './axe.ts';
import { planRouteVisits, unlinkedRecords } from './route-journal.ts';
import { isFullAccessibilityCheck } from './walked-screens.ts';

/**
 * Screens of the application, from the table of its router: at both sizes and in both schemes axe finds no violation of WCAG 2.2 AA. Records are
 * found by links on pages of the same account, as a person finds them; an address without a link to it fails. One page per account moves between
 * screens by links, without reloading.
 */
const level = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const everything: axe.RunOptions = { runOnly: { type: 'tag', values: level }, rules: { 'target-size': { enabled: true } } };
/** The other colour scheme differs only in colours, and the frame has the same ones on every screen, so it is checked once per size. */
const colours: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

type Router = { navigate(to: string): Promise<void>; readonly state: { readonly navigation: { readonly state: string } } };
type Walked = Window & { __reactRouterDataRouter?: Router; asking?: number; calm?: number };

/** Runs before any script of a page: counts pending requests to the server, and turns off transitions. */
export const countPendingRequests = () => {
  const here = window as Walked;
  const real = window.fetch;
  here.asking = 0;
  const less = () => {
    here.asking = (here.asking ?? 1) - 1;
  };
  window.fetch = (...given) => {
    here.asking = (here.asking ?? 0) + 1;
    const answer = real(...given);
    answer.then(less, less);
    return answer;
  };
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
  document.addEventListener('DOMContentLoaded', () => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  });
};

/**
 * Whether the page is rendered with its data: no request is running and no placeholder is visible, for four frames. The frames are counted outside of
 * the function that runs each frame, because a returned promise would count as true.
 */
const drawn = (page: Page) =>
  page.waitForFunction(
    () => {
      const here = window as Walked;
      // Two addresses of one view share the element, so its text may be that of the other address.
      const left = document.querySelector('h1[data-left]');
      const calm =
        document.documentElement.hasAttribute('data-ready') &&
        here.asking === 0 &&
        here.__reactRouterDataRouter?.state.navigation.state === 'idle' &&
        document.querySelector('h1') !== null &&
        !(left && left.textContent === left.getAttribute('data-left')) &&
        document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null;
      here.calm = calm ? (here.calm ?? 0) + 1 : 0;
      if (here.calm < 4) return false;
      here.calm = 0;
      return true;
    },
    undefined,
    { timeout: 120_000 },
  );

const dress = (page: Page, scheme: 'light' | 'dark') =>
  page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);

/** Violations, and where they were found; those of shared parts are reported once. */
type Findings = Map<string, string[]>;

/** Begins at the current size of the page, so that each screen changes the size only once. */
async function look(page: Page, id: string, findings: Findings, dark: string, note: (links: readonly string[]) => void): Promise<void> {
  const ask = async (options: axe.RunOptions, how: string, within?: string) => {
    for (const { rule, help, where } of await runAxe(page, options, within))
      for (const one of where) {
        const line = `${rule}: ${one.replace(/\s+/g, ' ').replace(/:nth-child\(\d+\)|="\d+"/g, '')} (${help})`;
        findings.set(line, [...(findings.get(line) ?? []), `${id} ${how}`]);
      }
  };
  const first: ViewportSize = page.viewportSize()?.width === viewportSizes.phone.width ? 'phone' : 'desktop';
  const second: ViewportSize = first === 'phone' ? 'desktop' : 'phone';
  await drawn(page);
  // In both sizes, because rows of a phone are other elements than those of a table.
  note(await linksOf(page));
  await ask(everything, `${first} light`);
  await dress(page, 'dark');
  if (isFullAccessibilityCheck) await ask(colours, `${first} dark`, dark);
  await page.setViewportSize(viewportSizes[second]);
  await drawn(page);
  if (isFullAccessibilityCheck) await ask(colours, `${second} dark`, dark);
  // The frame is checked in the first variant of every screen, and once in this one.
  else await ask(everything, `${second} dark`, dark);
  await dress(page, 'light');
  if (isFullAccessibilityCheck) await ask(everything, `${second} light`);
}

const linksOf = (page: Page) => page.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));

/** Navigates like a link. The router finishes before React, so the heading of the old page is marked, and the test waits until it is gone. */
async function goTo(page: Page, path: string): Promise<void> {
  const routed = await page.evaluate(async (to) => {
    const router = (window as Walked).__reactRouterDataRouter;
    const heading = document.querySelector('h1');
    heading?.setAttribute('data-left', heading.textContent ?? '');
    await router?.navigate(to);
    return router !== undefined;
  }, path);
  if (!routed) await page.goto(path);
}

/**
 * Visits the wanted addresses of one account in one page, and returns violations, redirected addresses, and addresses without a link. `own` are all
 * addresses of the account, which may link to the wanted records.
 */
export async function checkRouteAccessibility(
  context: BrowserContext,
  wanted: readonly ScreenAddress[],
  own: readonly ScreenAddress[],
): Promise<{ findings: Findings; astray: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const journal = planRouteVisits(wanted, own);
  const findings: Findings = new Map();
  const astray: string[] = [];
  let framed = false;
  let before: string | undefined;

  const open = async ({ id, screen }: ScreenAddress, path: string): Promise<void> => {
    // Two parts of one view may have the same heading, so the test could not detect when the next part is rendered.
    if (id.startsWith('default.') || screen.view === before) await page.goto(path);
    else await goTo(page, path);
    before = screen.view;
  };
  const check = async (address: ScreenAddress, path: string): Promise<void> => {
    const { id } = address;
    await open(address, path);
    try {
      // A public page has its own frame from the server; the frame of a dashboard is the same on every screen.
      await look(page, id, findings, id.startsWith('default.') || !framed ? 'html' : 'main', journal.note);
      framed = true;
    } catch (problem) {
      astray.push(`${id} ${path} at ${page.url()}: ${problem instanceof Error ? problem.message.split('\n')[0] : problem}`);
      await page.goto(path);
      return;
    }
    journal.note(await linksOf(page));
    const end = new URL(page.url()).pathname;
    if (end !== path) astray.push(`${id} ${path} leads to ${end}`);
  };
  /** Opens a page only to read its links. */
  const readLinks = async (path: string): Promise<string[]> => {
    await page.goto(path);
    before = undefined;
    await page.waitForLoadState('networkidle');
    await drawn(page);
    const links = await linksOf(page);
    journal.note(links);
    return links;
  };

  for (let step = journal.next(); step; step = journal.next()) {
    if (step.why === 'wanted') await check(step.address, step.path);
    else if (step.why === 'links') {
      await open(step.address, step.path);
      await drawn(page);
      journal.note(await linksOf(page));
    } else {
      const { at, through = '' } = unlinkedRecords[step.address.id] ?? { at: step.path };
      const one = (await readLinks(at)).find((link) => journal.like(through)?.test(link));
      if (one) await readLinks(one);
    }
  }
  return { findings, astray: [...astray, ...journal.unknown().map(({ id, path }) => `no link leads to ${id} ${path}`)] };
}
