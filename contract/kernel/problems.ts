import type { ZodError } from 'zod';
import type { Sentence } from '../../words/sentence.ts';

/** One short reason a field: what the server answers and a form shows before it asks. */
export type Fields = Record<string, Sentence>;

/** What Zod found: `z_filter[user_type]` is named as the caller wrote it. */
export function problemsOf(error: ZodError): Fields {
  const fields: Fields = {};
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const [head = 'body', ...rest] of paths)
      fields[`${String(head)}${rest.map((part) => `[${String(part)}]`).join('')}`] ??= reason(issue) as Sentence;
  }
  return fields;
}

const reason = (issue: ZodError['issues'][number]): string =>
  issue.code === 'unrecognized_keys'
    ? 'is not a field of this call'
    : issue.message.replace(/^Invalid (input|option|string): /, 'is not valid: ').replace(/^Too (?:big|small): expected \w+ to /, 'must ');
