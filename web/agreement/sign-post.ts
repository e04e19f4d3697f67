import { getErrorSentence } from '#web/client/errors.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { m } from '#words/messages.js';

export type SendSignRequest = <T>(
  path: 'sign_code' | 'sign_open' | 'sign' | 'sign_paper' | 'sign_reject' | 'sign_object',
  body: Readonly<Record<string, unknown>>,
) => Promise<T>;
/** One sentence for an error. */
export const getSigningErrorText = (why: unknown): string => {
  if (why instanceof CallRejectedError && why.status === 404) return m.agreement_sign_gone();
  if (why instanceof CallRejectedError && why.status === 429) return m.agreement_sign_wait();
  return getErrorSentence(why) || m.agreement_sign_failed();
};
export const isWrongCode = (why: unknown): boolean => why instanceof CallRejectedError && why.body.fields?.code !== undefined;
