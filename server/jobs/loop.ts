export type Rounds = { wake(): void; stop(): Promise<void> };

/**
 * Goes round now, when woken and every few seconds, and again at once while `round` says there is more; `stop` waits for the round in
 * hand. `round` deals with its own failures.
 */
export function goRound(round: () => Promise<boolean>, everyMs: number): Rounds {
  let stopped = false;
  let woken = true;
  let sleeping: (() => void) | null = null;
  const wake = () => {
    woken = true;
    sleeping?.();
  };
  const loop = (async () => {
    while (!stopped) {
      woken = false;
      if ((await round()) || woken || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        sleeping = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      sleeping = null;
    }
  })();
  return {
    wake,
    stop: async () => {
      stopped = true;
      wake();
      await loop;
    },
  };
}
