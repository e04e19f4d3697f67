import { sentence } from '#server/kernel/locale.ts';
import { Refusal } from '../ctx.ts';

/** A queue that limits concurrent and pending tasks. Further tasks are refused with a request to retry, so that they do not use memory. */
export type WorkQueue = {
  run<T>(work: () => Promise<T>): Promise<T>;
  load(): { readonly running: number; readonly waiting: number };
};

export function makeWorkQueue({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): WorkQueue {
  let running = 0;
  const line: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (line.length >= waiting) throw new Refusal('away', sentence('serviceUnavailable'), { retry_after: 5 });
    await new Promise<void>((resolve) => line.push(resolve));
  };
  /** A free place goes to the first request in the queue, so that a new request cannot overtake it. */
  const leave = (): void => {
    const next = line.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    load: () => ({ running, waiting: line.length }),
  };
}
