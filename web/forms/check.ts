import { type CallShape, toRequest } from '#contract/kernel/call.ts';
import { parseWithProblems } from '#contract/kernel/problems.ts';
import type { FormProblems } from './form.ts';

/** The errors that the server would report for this body, by the schema of the call; `says` contains the texts of the form for single fields. */
export function findInputProblems(call: CallShape, given: object, says: Readonly<Record<string, () => string>> = {}): FormProblems {
  if (!call.body || call.upload) return {};
  const read = parseWithProblems(call.body, toRequest(call, given as Record<string, unknown>).body);
  if ('data' in read) return {};
  return Object.fromEntries(Object.entries(read.problems).map(([name, why]) => [name, says[name.replace(/\[.*$/, '')]?.() ?? why]));
}
