import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MessageKey, messageWording } from '#contract/messages.ts';
import { isLocale, type Locale } from '../../words/locale.ts';
import type { Sentence } from '../../words/sentence.ts';
import { readCookie } from './cookie.ts';

/** The language of the current page, which the compiled messages read because they take no argument for it. */
const store = new AsyncLocalStorage<Locale>();
export const localeContext = {
  run: <T>(locale: Locale, work: () => T): T => store.run(locale, work),
  current: (): Locale => store.getStore() ?? 'en',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the caller's emails, set once the caller is known. */
    ownLocale?: Locale;
  }
}

const cookieName = 'makao-lang';

/** The language that the `lang` parameter of the address requests, if any. */
export const readRequestedLocale = (request: FastifyRequest): Locale | null => {
  const asked = (request.query as Record<string, unknown>).lang;
  return typeof asked === 'string' && isLocale(asked) ? asked : null;
};

/** The language of a page: `?lang=sw` sets and stores it, otherwise the stored language, otherwise English. Works without JavaScript. */
export function resolveLocale(request: FastifyRequest, reply: FastifyReply): Locale {
  const asked = readRequestedLocale(request);
  if (asked) {
    reply.header('set-cookie', `${cookieName}=${asked}; Path=/; Max-Age=31536000; SameSite=Lax`);
    return asked;
  }
  return keptLocale(request) ?? 'en';
}

const keptLocale = (request: FastifyRequest): Locale | null => {
  const kept = readCookie(request.headers.cookie, cookieName);
  return kept !== null && isLocale(kept) ? kept : null;
};

/** Whether a page of Makao sends the request. Such a page is in English if no language was chosen in this browser, so its API answers are too. */
const isOfPage = (request: FastifyRequest): boolean => request.headers['sec-fetch-site'] === 'same-origin';
/** The language of an API answer: that of the page that shows it, otherwise the caller's own language, otherwise English. */
export const readAnswerLocale = (request: FastifyRequest): Locale =>
  keptLocale(request) ?? (isOfPage(request) ? undefined : request.ownLocale) ?? 'en';

/** The text in the current locale, or in English if it was not translated. */
export const pickByLocale = (en: string, sw: string): string => (localeContext.current() === 'sw' && sw ? sw : en);

/** A text that the specification fixes, in the current language. */
export const sentence = (key: MessageKey): Sentence => messageWording(key, localeContext.current()) as Sentence;
