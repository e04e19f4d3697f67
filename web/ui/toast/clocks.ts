/** Countdowns that can be paused and later continue with the remaining time. */
interface Clock {
  timer: ReturnType<typeof setTimeout> | undefined;
  left: number;
  since: number;
}

export const createToastTimers = (onEnd: (id: string) => void) => {
  const clocks = new Map<string, Clock>();
  let paused = false;

  const run = (id: string, ms: number) => {
    const timer = paused ? undefined : setTimeout(() => onEnd(id), Math.max(ms, 0));
    clocks.set(id, { timer, left: ms, since: performance.now() });
  };
  const hold = (id: string) => {
    const clock = clocks.get(id);
    if (!clock || clock.timer === undefined) return;
    clearTimeout(clock.timer);
    clocks.set(id, { timer: undefined, left: clock.left - (performance.now() - clock.since), since: 0 });
  };

  return {
    start: (id: string, ms: number) => {
      hold(id);
      run(id, ms);
    },
    drop: (id: string) => {
      hold(id);
      clocks.delete(id);
    },
    pause: () => {
      if (paused) return;
      for (const id of clocks.keys()) hold(id);
      paused = true;
    },
    resume: () => {
      if (!paused) return;
      paused = false;
      for (const [id, clock] of [...clocks]) if (clock.timer === undefined) run(id, clock.left);
    },
  };
};
