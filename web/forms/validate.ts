import { type CallShape, toRequest } from '#contract/kernel/call.ts';
import { problemsOf } from '#contract/kernel/problems.ts';
import type { Problems } from './form.ts';

/** What the server would say about this body, by the call's own schema; `says` has the form's words for a field. */
export function problemsIn(call: CallShape, given: object, says: Readonly<Record<string, () => string>> = {}): Problems {
  if (!call.body || call.upload) return {};
  const read = call.body.safeParse(toRequest(call, given as Record<string, unknown>).body);
  if (read.success) return {};
  return Object.fromEntries(Object.entries(problemsOf(read.error)).map(([name, why]) => [name, says[name.replace(/\[.*$/, '')]?.() ?? why]));
}
