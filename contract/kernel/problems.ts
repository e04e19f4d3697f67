import type { z } from 'zod';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

/** One short reason per field: the server answers it, and a form shows it before sending. */
export type FieldProblems = Record<string, Sentence>;

/** Parses the input. Problems are described in the current language, by the field name as the caller wrote it: `z_filter[user_type]`. */
export function parseWithProblems<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { readonly data: z.output<S> } | { readonly problems: FieldProblems } {
  const read = schema.safeParse(value, { error: reason });
  if (read.success) return { data: read.data };
  const problems: FieldProblems = {};
  for (const issue of read.error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    // A rule of the schema may have its own text; `reason` is the text of all other issues.
    for (const [head = 'body', ...rest] of paths)
      problems[`${String(head)}${rest.map((part) => `[${String(part)}]`).join('')}`] ??= issue.message as Sentence;
  }
  return { problems };
}

type Issue = z.core.$ZodRawIssue;

/** The text for issues that Zod would describe in English. */
function reason(issue: Issue): Sentence {
  if (issue.code === 'unrecognized_keys') return m.problem_unknown_field();
  if (issue.input === undefined) return m.problem_missing();
  if (issue.code === 'invalid_type') return types[issue.expected]?.() ?? m.problem_unfit();
  if (issue.code === 'invalid_format') return formats[issue.format]?.() ?? m.problem_form();
  if (issue.code === 'invalid_value') return m.problem_one_of({ values: issue.values.map(String).join(', ') });
  if (issue.code === 'not_multiple_of') return m.problem_multiple({ step: issue.divisor });
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'too_big') return tooBig(issue);
  return m.problem_unfit();
}

const types: Readonly<Record<string, () => Sentence>> = {
  string: m.problem_text,
  number: m.problem_number,
  nan: m.problem_number,
  int: m.problem_whole_number,
  boolean: m.problem_yes_or_no,
  array: m.problem_list,
  tuple: m.problem_list,
  object: m.problem_group,
  record: m.problem_group,
};
const formats: Readonly<Record<string, () => Sentence>> = {
  email: m.problem_email,
  url: m.problem_url,
  uuid: m.problem_uuid,
  datetime: m.problem_moment,
  date: m.problem_day,
};

function tooSmall({ origin, minimum, inclusive, exact }: Extract<Issue, { code: 'too_small' }>): Sentence {
  const count = Number(minimum);
  const counted = origin === 'string' || origin === 'array' || origin === 'set';
  if (counted && exact) return exactly(origin, count);
  if (counted && count === 1) return m.problem_empty();
  if (origin === 'string') return m.problem_least_characters({ count });
  if (counted) return m.problem_least_entries({ count });
  return inclusive ? m.problem_least({ least: count }) : m.problem_more_than({ least: count });
}

function tooBig({ origin, maximum, inclusive, exact }: Extract<Issue, { code: 'too_big' }>): Sentence {
  const count = Number(maximum);
  const counted = origin === 'string' || origin === 'array' || origin === 'set';
  if (counted && exact) return exactly(origin, count);
  if (origin === 'string') return m.problem_most_characters({ count });
  if (counted) return m.problem_most_entries({ count });
  return inclusive ? m.problem_most({ most: count }) : m.problem_less_than({ most: count });
}

const exactly = (origin: string, count: number): Sentence =>
  origin === 'string' ? m.problem_exact_characters({ count }) : m.problem_exact_entries({ count });
