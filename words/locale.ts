/** The current language. The compiled messages call `getLocale()`; the code that knows the language sets it with `setLocaleSource()`. */
export const locales = ['en', 'sw'] as const;
export type Locale = (typeof locales)[number];

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/**
 * The source is on globalThis because one process holds two copies of this module: the one Node runs natively for the API and the one Vite bundles
 * for server rendering. Both must get the same answer.
 */
const shared = globalThis as { makaoLocaleSource?: (() => Locale) | undefined };

/** The server gives a function that reads the request's AsyncLocalStorage, the browser one that reads `document.documentElement.lang`. */
export const setLocaleSource = (source: () => Locale): void => {
  shared.makaoLocaleSource = source;
};

/** English unless a source is set, so that logs, jobs and tests need no set-up. */
export const getLocale = (): Locale => shared.makaoLocaleSource?.() ?? 'en';
