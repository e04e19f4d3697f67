import { buildPolicyConsentPath } from '#contract/policy/agree-path.ts';
import type { OutstandingPolicy } from '#contract/policy/shapes.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';

/** The page after sign-in: the requested one, by way of outstanding policies. */
export async function findPathAfterSignIn(to: string): Promise<string> {
  try {
    const { results } = await sendCallByPath<{ results: readonly OutstandingPolicy[] }>('GET', '/api/v2/policy/outstanding_policies/');
    return results.length > 0 ? buildPolicyConsentPath(to) : to;
  } catch {
    // The error is ignored here, because the dashboards ask too.
    return to;
  }
}
