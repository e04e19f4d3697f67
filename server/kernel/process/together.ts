import { isAway } from '#server/http/answer.ts';

type Waiting<In, Out> = { readonly one: In; readonly done: (out: Out) => void; readonly failed: (problem: unknown) => void };

/**
 * What is asked for while an answer is on its way is answered together by the next: under load as many statements as there is time for, not as many
 * as there are callers; alone nobody waits. `work` answers in the order it was asked. Where it fails each is tried by itself, so that a bad one takes
 * nobody along; where the database is away that is nobody's fault, and all of them hear it at once.
 */
export function together<In, Out>(work: (all: readonly In[]) => Promise<readonly Out[]>, most = 100): (one: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let busy = false;
  const answer = async (some: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const all = await work(some.map(({ one }) => one));
      for (const [n, { done }] of some.entries()) done(all[n] as Out);
    } catch (problem) {
      const [only] = some;
      if (some.length === 1 && only) only.failed(problem);
      else if (isAway(problem)) for (const { failed } of some) failed(problem);
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
