import { useState } from 'react';
import { Refused } from '#web/client/send.ts';

/** A refusal stays in the dialog it belongs to, as one sentence: that of the first wrong field, else that of the whole. */
export function useProblem() {
  const [problem, setProblem] = useState('');
  const handles = (why: unknown): boolean => {
    if (!(why instanceof Refused) || why.status >= 500) return false;
    setProblem(Object.values(why.body.fields ?? {})[0] ?? String(why.body.message));
    return true;
  };
  return { problem, setProblem, handles };
}

/** Refusals that name fields stand beside them in the form; all others are said as usual. */
export function useFieldProblems() {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const handles = (why: unknown): boolean => {
    if (!(why instanceof Refused) || !why.body.fields) return false;
    setProblems(why.body.fields);
    return true;
  };
  return { problems, setProblems, handles };
}
