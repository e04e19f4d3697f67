import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium } from './chromium.ts';

/** Without these options Chromium connects to Google's hosts at every start, and a closed network rejects each attempt. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds, so the optimising compilers take more time than their code saves: 15 % of a renderer's CPU time (decision 321).
  '--js-flags=--no-turbofan --no-maglev --sparkplug',
  '--num-raster-threads=1',
];

export const viewportSizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 800 } } as const;
export type ViewportSize = keyof typeof viewportSizes;

export async function openBrowser(say: (line: string) => void = () => undefined): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(say), args: quiet });
}

let running: Promise<Browser> | undefined;
/** One for all files of a test worker. It ends with the worker's process. */
export async function getWorkerBrowser(): Promise<Browser> {
  running ??= openBrowser();
  const browser = await running.catch((problem) => {
    running = undefined;
    throw problem;
  });
  if (browser.isConnected()) return browser;
  running = undefined;
  return getWorkerBrowser();
}

type Options = NonNullable<Parameters<Browser['newContext']>[0]>;
const optionsFor = (baseURL: string, size: ViewportSize, options: Options) =>
  ({
    baseURL,
    viewport: viewportSizes[size],
    deviceScaleFactor: 1,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    // A service worker would intercept the requests that tests intercept; the one test of it turns it on.
    serviceWorkers: 'block',
    ...(size === 'phone' ? { hasTouch: true, isMobile: true } : {}),
    ...options,
  }) satisfies Options;

export const openBrowserContext = (browser: Browser, baseURL: string, size: ViewportSize, options: Options = {}): Promise<BrowserContext> =>
  browser.newContext(optionsFor(baseURL, size, options));

/** A browser with a stored profile in a folder: after a restart it has the same data. */
export const openBrowserProfile = async (dir: string, baseURL: string, size: ViewportSize, options: Options = {}): Promise<BrowserContext> =>
  chromium.launchPersistentContext(dir, {
    executablePath: await ensureChromium(() => undefined),
    args: quiet,
    ...optionsFor(baseURL, size, options),
  });

export const demoPassword = 'Karibu-2026!';

/** Signs in by the form, as a person does, and waits until the browser leaves the sign-in page. */
export async function signInAs(page: Page, who: string): Promise<void> {
  await page.goto('/auth/sign_in');
  await page.locator('html[data-ready]').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(`${who}@makao.test`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/auth/sign_in');
}
