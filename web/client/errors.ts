import { joinMessages, type MessageKey } from '#contract/messages.ts';
import { CallRejectedError, NoAnswerError } from './send.ts';

/** The text of a toast about an error: the specification's shared error display (section 8). */
export type ErrorMessage = { readonly title: string; readonly text: string };

export function toErrorMessage(problem: unknown, word: (key: MessageKey) => string): ErrorMessage {
  if (typeof problem === 'string') return { title: word('errorTitle'), text: problem };
  if (problem instanceof CallRejectedError) {
    const said = joinMessages(problem.body.message);
    // The specification's words, followed by the server's detail about the limit, if there is one.
    const tooMany = word('tooManyRequests');
    if (problem.status === 429) return { title: problem.body.error, text: said === tooMany ? tooMany : `${tooMany} ${said}` };
    // Readers see the sentences. The field names of the API are only for readers of the raw answer.
    const wrong = Object.values(problem.body.fields ?? {});
    const named = wrong.length > 0 && !wrong.some((why) => why === word('requiredParameter'));
    return { title: problem.body.error, text: named ? [...new Set(wrong)].join(' ') : said };
  }
  if (problem instanceof NoAnswerError) return { title: word('networkTitle'), text: word('networkText') };
  if (problem instanceof ReferenceError) return { title: word('referenceTitle'), text: problem.message };
  return { title: word('errorTitle'), text: problem instanceof Error ? problem.message : String(problem) };
}

/** An error as one sentence: the sentence of the first invalid field, otherwise of the error itself. */
export const getErrorSentence = (why: unknown): string =>
  why instanceof CallRejectedError && why.status < 500 ? (Object.values(why.body.fields ?? {})[0] ?? String(why.body.message)) : '';
