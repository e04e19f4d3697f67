import { useState } from 'react';

/** Runs one action at a time, and holds which action is running and its error as a sentence. */
export function useSingleAction<What extends string>(said: (why: unknown) => string) {
  const [busy, setBusy] = useState<What | null>(null);
  const [problem, setProblem] = useState('');
  const go = async (what: What, work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setProblem('');
    await work().catch((why: unknown) => setProblem(said(why)));
    setBusy(null);
  };
  return { busy, problem, setProblem, go };
}
