import { agreePath } from '#contract/policy/agree-path.ts';
import type { OutstandingPolicy } from '#contract/policy/shapes.ts';
import { sendBare } from '#web/client/call-by-path.ts';

/** The page after sign-in: the requested one, by way of outstanding policies. */
export async function findPathAfterSignIn(to: string): Promise<string> {
  try {
    const { results } = await sendBare<{ results: readonly OutstandingPolicy[] }>('GET', '/api/v2/policy/outstanding_policies/');
    return results.length > 0 ? agreePath(to) : to;
  } catch {
    // The error is ignored here, because the dashboards ask too.
    return to;
  }
}
