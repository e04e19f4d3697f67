import type axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { type Address, isDashboard } from '#contract/kernel/screen.ts';
import { addresses } from '#contract/screens.ts';
import { type Size, sizes } from '../browser.ts';
import { askAxe } from './axe.ts';

/**
 * Every address of the application, from the table its router is made of, as its role sees it: at both sizes and in both schemes axe finds
 * nothing against WCAG 2.2 AA. Records are found as a person finds them, by links on the pages walked before; an address no page links
 * to fails. One page a role goes from screen to screen as links do, without loading anew.
 */
const level = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const everything: axe.RunOptions = { runOnly: { type: 'tag', values: level }, rules: { 'target-size': { enabled: true } } };
/** The other scheme has other colours and nothing else, and the frame has the same ones on every screen: it is asked for once a size. */
const colours: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Both sizes in both schemes; otherwise each size in one of them. */
const thorough = process.env.AXE === 'all';

const hasGaps = ({ path }: Pick<Address, 'path'>) => path.includes(':');
// An id is a number: `listings/new` is no listing.
const shape = ({ path }: Address) => new RegExp(`^${path.replace(/:\w*id\b/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`);

/** Addresses of records that nobody in the demo has, and why: walked with one that is not there, which is what they then show. */
const nobodyHas: Readonly<Record<string, string>> = {
  'owner.people.owner': 'nobody shares in what she owns',
  'dealer.bid.sale': 'he reads a county and sells nothing in it',
  'default.agreement.verifyCode': 'the square on a paper leads there',
};
/** Records no page leads to as it opens: the tab or the narrowed list they stand in, and the record of that list whose page leads on. */
const behind: Readonly<Record<string, { readonly at: string; readonly through?: string }>> = {
  'owner.settlement.payout': { at: '/dashboard/owner/transactions?tab=statements' },
  'owner.commission.one': { at: '/dashboard/owner/transactions?tab=commissions' },
  'superadmin.commission.detail': { at: '/dashboard/superadmin/finance/transactions?source=commission', through: 'superadmin.ledger.detail' },
};
const withoutRecord = (path: string) => path.replace(/:\w*id\b/g, '999999').replace(/:\w+/g, 'nobody-holds-this');

/**
 * What is to be walked: addresses that say all, then those a link was found to, then parts of a record that are reached by a button (its
 * address with their tail). Keys that are mailed stand in no link: one that nobody holds.
 */
function journal(own: readonly Address[]) {
  const shapes = own.map((address) => ({ address, like: shape(address) })).sort((a, b) => Number(hasGaps(a.address)) - Number(hasGaps(b.address)));
  const found = new Map<string, string>();
  const walked = new Set<string>();
  for (const { id, path, screen } of own) {
    if (!hasGaps({ path })) found.set(id, path);
    else if (screen.secret || id in nobodyHas) found.set(id, withoutRecord(path));
  }
  const partOf = ({ path }: Address): string | undefined => {
    const whole = own.find(
      (one) => found.has(one.id) && hasGaps(one) && path.startsWith(`${one.path}/`) && !path.slice(one.path.length).includes(':'),
    );
    return whole && `${found.get(whole.id)}${path.slice(whole.path.length)}`;
  };
  const open = () => own.filter(({ id }) => !found.has(id));
  return {
    note(links: readonly string[]) {
      for (const link of links) {
        const id = shapes.find(({ like }) => like.test(link))?.address.id;
        if (id && !found.has(id)) found.set(id, link);
      }
    },
    next(): readonly [id: string, path: string] | undefined {
      const known = () => [...found].find(([id]) => !walked.has(id));
      if (!known()) for (const one of open()) if (partOf(one)) found.set(one.id, partOf(one) ?? '');
      const next = known();
      if (next) walked.add(next[0]);
      return next;
    },
    unknown: () => open(),
    like: (id: string) => shapes.find(({ address }) => address.id === id)?.like,
    /** Pages that were walked and may lead to what is not found yet. */
    walkedPaths: () => [...walked].map((id) => found.get(id) ?? '/'),
  };
}

type Router = { navigate(to: string): Promise<void>; readonly state: { readonly navigation: { readonly state: string } } };
type Walked = Window & { __reactRouterDataRouter?: Router; asking?: number; calm?: number };

/** Before any script of a page: how many questions to the server are under way, and nothing that fades or slides. */
const watch = () => {
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
 * Drawn, with its data: nothing is asked for, nothing stands for what is to come, and that for four frames. They are counted outside of what
 * is asked each frame, since a promise would be taken for a yes.
 */
const drawn = (page: Page) =>
  page.waitForFunction(
    () => {
      const here = window as Walked;
      // Two addresses of one view share the element, and what it says is another's.
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

/** What is wrong, and where it was seen: shared parts are told once. */
type Findings = Map<string, string[]>;

/** Begins at the size the page has, so that a walk changes it once a screen. */
async function look(page: Page, id: string, findings: Findings, dark: string, note: (links: readonly string[]) => void): Promise<void> {
  const ask = async (options: axe.RunOptions, how: string, within?: string) => {
    for (const { rule, help, where } of await askAxe(page, options, within))
      for (const one of where) {
        const line = `${rule}: ${one.replace(/\s+/g, ' ').replace(/:nth-child\(\d+\)|="\d+"/g, '')} (${help})`;
        findings.set(line, [...(findings.get(line) ?? []), `${id} ${how}`]);
      }
  };
  const first: Size = page.viewportSize()?.width === sizes.phone.width ? 'phone' : 'desktop';
  const second: Size = first === 'phone' ? 'desktop' : 'phone';
  await drawn(page);
  // In both sizes: rows of a phone are other elements than those of a table.
  note(await linksOf(page));
  await ask(everything, `${first} light`);
  await dress(page, 'dark');
  if (thorough) await ask(colours, `${first} dark`, dark);
  await page.setViewportSize(sizes[second]);
  await drawn(page);
  if (thorough) await ask(colours, `${second} dark`, dark);
  // The frame is looked at in the first dress of every screen and in this one once.
  else await ask(everything, `${second} dark`, dark);
  await dress(page, 'light');
  if (thorough) await ask(everything, `${second} light`);
}

const linksOf = (page: Page) => page.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));

/** As a link does. The router is done before React is, so the heading one leaves is marked and waited for to go. */
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

/** Walks these addresses in one page, and answers what axe found, which led elsewhere, and to which no link led. */
export async function walkRoutes(context: BrowserContext, own: readonly Address[]): Promise<{ findings: Findings; astray: string[] }> {
  await context.addInitScript(watch);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const { next, note, unknown, like, walkedPaths } = journal(own);
  const findings: Findings = new Map();
  const astray: string[] = [];
  let walked = 0;
  let again = true;
  let before: string | undefined;
  const linksAt = async (path: string): Promise<string[]> => {
    // A part of a page keeps the heading by which one sees that another page is drawn: it is loaded anew.
    if (path.includes('?')) await page.goto(path);
    else await goTo(page, path);
    await page.waitForLoadState('networkidle');
    await drawn(page);
    const links = await linksOf(page);
    note(links);
    return links;
  };
  /** What no link led to stands behind one; or, on a starved machine, a list was looked at before its rows came and is looked at once more. */
  const nextOrLookAgain = async () => {
    const known = next();
    if (known || !again || unknown().length === 0) return known;
    again = false;
    for (const { at, through = '' } of unknown().flatMap(({ id }) => behind[id] ?? [])) {
      const one = (await linksAt(at)).find((link) => like(through)?.test(link));
      if (one) await linksAt(one);
    }
    if (unknown().length > 0) for (const path of walkedPaths()) await linksAt(path);
    return next();
  };
  for (let at = await nextOrLookAgain(); at; at = await nextOrLookAgain()) {
    const [id, path] = at;
    // A stranger's page comes from the server, dressed and readable before any script; dashboards are drawn in the browser, in one frame.
    const whole = id.startsWith('default.');
    // The parts of one view may say the same in the same heading: nothing would tell when the next is drawn.
    const { view } = own.find((one) => one.id === id)?.screen ?? {};
    if (whole || view === before) await page.goto(path);
    else await goTo(page, path);
    before = view;
    try {
      await look(page, id, findings, whole || walked++ === 0 ? 'html' : 'main', note);
    } catch (problem) {
      astray.push(`${id} ${path} at ${page.url()}: ${problem instanceof Error ? problem.message.split('\n')[0] : problem}`);
      await page.goto(path);
      continue;
    }
    note(await linksOf(page));
    const end = new URL(page.url()).pathname;
    if (end !== path) astray.push(`${id} ${path} leads to ${end}`);
  }
  return { findings, astray: [...astray, ...unknown().map(({ id, path }) => `no link leads to ${id} ${path}`)] };
}

/** Who walks, a file of tests each; their routes together are all there are. */
export const walkers = {
  public: ['stranger', 'newcomer', 'tenant'],
  platform: ['superadmin', 'admin', 'subadmin'],
  company: ['owner', 'agent', 'dealer'],
} as const;
export type Walker = (typeof walkers)[keyof typeof walkers][number];

const others: readonly Walker[] = ['agent', 'dealer', 'subadmin', 'admin'];

/** For whom an address is: onboarding for those who have it before them, the other public pages for strangers. */
const walkerOf = ({ layout, screen }: Address): string =>
  layout === 'tenancy' ? 'tenant' : isDashboard(layout) ? layout : screen.session === 'signed-in' ? 'newcomer' : 'stranger';

export const ofWalker = (walker: Walker): Address[] => addresses.filter((one) => walkerOf(one) === walker);

/** One view a screen, all roles: `npm test` walks each screen as the first of these who has it, `AXE=all` each as everybody. */
const first: readonly Walker[] = ['stranger', 'newcomer', 'tenant', 'superadmin', 'owner'];
const screenOf = ({ id, layout }: Address): string => id.slice(layout.length + 1);
export function routesOf(walker: Walker): Address[] {
  if (thorough || first.includes(walker)) return ofWalker(walker);
  const seen = new Set([...first, ...others.slice(0, others.indexOf(walker))].flatMap((one) => ofWalker(one).map(screenOf)));
  // A record is found by the links of lists, which the others walk.
  return ofWalker(walker).filter((one) => !seen.has(screenOf(one)) && !hasGaps(one));
}
