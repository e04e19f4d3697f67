import { isDatabaseUnavailable } from '#server/http/answer.ts';

type Waiting<In, Out> = { readonly one: In; readonly done: (out: Out) => void; readonly failed: (problem: unknown) => void };

/**
 * Batches requests: those that arrive while one batch is processed become the next batch, so load does not increase the number of statements and a
 * single request never waits. `work` returns results in the order of its input. If a batch fails, each request is tried alone, so that a bad one
 * fails alone; if the database is unavailable, all fail at once.
 */
export function batchCalls<In, Out>(work: (all: readonly In[]) => Promise<readonly Out[]>, most = 100): (one: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let busy = false;
  const answer = async (some: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const all = await work(some.map(({ one }) => one));
      for (const [n, { done }] of some.entries()) done(all[n] as Out);
    } catch (problem) {
      const [only] = some;
      if (some.length === 1 && only) only.failed(problem);
      else if (isDatabaseUnavailable(problem)) for (const { failed } of some) failed(problem);
      else for (const one of some) await answer([one]);
    }
  };
  const run = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) await answer(waiting.splice(0, most));
    busy = false;
  };
  return (one) =>
    new Promise<Out>((done, failed) => {
      waiting.push({ one, done, failed });
      void run();
    });
}
