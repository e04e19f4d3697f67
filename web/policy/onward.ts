import { agreePath } from '#contract/policy/onward.ts';
import type { OutstandingPolicy } from '#contract/policy/shapes.ts';
import { sendBare } from '#web/client/bare.ts';

/** Where somebody who just came in goes: where they wished to, by way of what waits for their agreement. */
export async function onward(to: string): Promise<string> {
  try {
    const { results } = await sendBare<{ results: readonly OutstandingPolicy[] }>('GET', '/api/v2/policy/outstanding_policies/');
    return results.length > 0 ? agreePath(to) : to;
  } catch {
    // Not said now: the dashboards ask too.
    return to;
  }
}
