import { request as limits } from '#contract/constants.ts';

/**
 * A page whose session is about to end leaves. Its calls under way are broken off and later ones wait: the server would refuse them all with
 * 401, and the first refusal would lead to sign-in.
 */
export function makeDeparture() {
  const underWay = new Set<AbortController>();
  let leaving: Promise<void> | null = null;
  return {
    begun: (): boolean => leaving !== null,
    /** At once where nobody leaves, otherwise when the page stays after all. */
    over: async (): Promise<void> => leaving ?? undefined,
    /** Answers how to stay after all. */
    begin(): () => void {
      let stay = () => {};
      leaving = new Promise((resolve) => {
        stay = () => {
          leaving = null;
          resolve();
        };
      });
      for (const one of underWay) one.abort();
      return stay;
    },
    /** How long one call is waited for; the one the page leaves with is not broken off. */
    patience(last: boolean): { readonly signal: AbortSignal; readonly answered: () => void } {
      const limit = new AbortController();
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      timeout.addEventListener('abort', () => limit.abort(timeout.reason), { once: true });
      if (!last) underWay.add(limit);
      return {
        signal: limit.signal,
        answered: () => void underWay.delete(limit),
      };
    },
  };
}
