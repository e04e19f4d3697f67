import { requestTimes } from '#contract/constants.ts';

/**
 * Marks a page whose session is about to end. Its running calls are aborted and later calls are held, because the server would answer all of them
 * with 401, and the first 401 would lead to sign-in.
 */
export function makePageExitGuard() {
  const underWay = new Set<AbortController>();
  let leaving: Promise<void> | null = null;
  return {
    begun: (): boolean => leaving !== null,
    /** Resolves at once if the page is not ending its session, otherwise when the session continues after all. */
    over: async (): Promise<void> => leaving ?? undefined,
    /** Returns a function that lets the page continue its session. */
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
    /** The time limit of one call; the call that ends the session is not aborted. */
    patience(last: boolean): { readonly signal: AbortSignal; readonly answered: () => void } {
      const limit = new AbortController();
      const timeout = AbortSignal.timeout(requestTimes.timeoutMs);
      timeout.addEventListener('abort', () => limit.abort(timeout.reason), { once: true });
      if (!last) underWay.add(limit);
      return {
        signal: limit.signal,
        answered: () => void underWay.delete(limit),
      };
    },
  };
}
