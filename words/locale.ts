/** Which language is being spoken right now. The compiled messages ask `getLocale()`; whoever knows the answer says so with `setLocaleSource()`. */
export const locales = ['en', 'sw'] as const;
export type Locale = (typeof locales)[number];

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/**
 * The source sits on globalThis because one process holds two copies of this module: the one Node runs natively for the API
 * and the one Vite bundles for server rendering. Both must hear the same answer.
 */
const shared = globalThis as { makaoLocaleSource?: (() => Locale) | undefined };

/** The server gives a function that reads the request's AsyncLocalStorage, the browser one that reads `document.documentElement.lang`. */
export const setLocaleSource = (source: () => Locale): void => {
  shared.makaoLocaleSource = source;
};

/** English until somebody has said otherwise: logs, jobs and tests need no setting up. */
export const getLocale = (): Locale => shared.makaoLocaleSource?.() ?? 'en';
