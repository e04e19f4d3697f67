import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MessageKey, wordingOf } from '#contract/messages.ts';
import { isLocale, type Locale } from '../../words/locale.ts';
import type { Sentence } from '../../words/sentence.ts';
import { readCookie } from './cookie.ts';

/** The language of the page being rendered, for the compiled messages, which take no argument for it. */
const store = new AsyncLocalStorage<Locale>();
export const inLocale = { run: <T>(locale: Locale, work: () => T): T => store.run(locale, work), current: (): Locale => store.getStore() ?? 'en' };

declare module 'fastify' {
  interface FastifyRequest {
    /** The language the caller's mails speak, once it is known who calls. */
    ownLocale?: Locale;
  }
}

const cookieName = 'makao-lang';

/** The language this very address asks for, if it does. */
export const askedLocale = (request: FastifyRequest): Locale | null => {
  const asked = (request.query as Record<string, unknown>).lang;
  return typeof asked === 'string' && isLocale(asked) ? asked : null;
};

/** `?lang=sw` chooses and is remembered; else what was chosen before; else English. Works without JavaScript. */
export function localeOf(request: FastifyRequest, reply: FastifyReply): Locale {
  const asked = askedLocale(request);
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

/** A page of ours asks: where no language was chosen in this browser it is drawn in English, whatever was chosen in another. */
const isOfPage = (request: FastifyRequest): boolean => request.headers['sec-fetch-site'] === 'same-origin';
/** The language an answer of the API speaks: that of the pages it is shown on, else the caller's own, else English. */
export const answerLocale = (request: FastifyRequest): Locale => keptLocale(request) ?? (isOfPage(request) ? undefined : request.ownLocale) ?? 'en';

/** The text in the current locale, or in English if it was not translated. */
export const ownWords = (en: string, sw: string): string => (inLocale.current() === 'sw' && sw ? sw : en);

/** A sentence the specification fixes, in the language in force. */
export const sentence = (key: MessageKey): Sentence => wordingOf(key, inLocale.current()) as Sentence;
