import { useState } from 'react';
import { Refused } from '#web/client/send.ts';

type Problems<T> = Partial<Record<keyof T, string>>;
type Revised = { readonly revision: number };

/**
 * The draft of a short form: what is typed, what is wrong with it, and, when somebody else saved first, what they saved. The caller sends
 * `revision` along and hands refusals to `handles`.
 */
export function useDraft<T extends object, R extends Revised>(saved: R | null, draftOf: (row: R) => T, blank: T) {
  const [draft, setDraft] = useState<T>(saved ? draftOf(saved) : blank);
  const [revision, setRevision] = useState(saved?.revision);
  const [problems, setProblems] = useState<Problems<T>>({});
  const [theirs, setTheirs] = useState<T | null>(null);
  const set = <K extends keyof T>(name: K, value: T[K]) => {
    setDraft((old) => ({ ...old, [name]: value }));
    setProblems((old) => ({ ...old, [name]: undefined }));
  };
  const handles = (problem: unknown): boolean => {
    if (!(problem instanceof Refused)) return false;
    if (problem.status === 409 && problem.body.current) {
      const current = problem.body.current as R;
      setTheirs(draftOf(current));
      setRevision(current.revision);
      return true;
    }
    if (!problem.body.fields) return false;
    const known = Object.entries(problem.body.fields).filter(([name]) => name in draft);
    setProblems(Object.fromEntries(known) as Problems<T>);
    return known.length > 0;
  };
  return {
    draft,
    set,
    problems,
    setProblems,
    revision,
    handles,
    theirs,
    keepMine: () => setTheirs(null),
    takeTheirs: () => {
      if (theirs) setDraft(theirs);
      setTheirs(null);
    },
  };
}
