import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer, CallShape, Given } from '#contract/kernel/call.ts';
import { sayError } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { NotProved, useFresh } from './fresh.tsx';

type Options<C extends CallShape> = {
  done?: (answer: Answer<C>) => void;
  handles?: (problem: unknown) => boolean /** The act says itself what happened. */;
  quiet?: boolean;
};

/** As `useAct`, for acts that may ask for the password first. */
export function useFreshAct<C extends CallShape>(call: C, { done, handles, quiet = false }: Options<C> = {}) {
  const { word } = useApp();
  const queries = useQueryClient();
  const { sendFresh, dialog } = useFresh();
  const [isPending, setPending] = useState(false);
  async function act(given: Given<C>): Promise<void> {
    setPending(true);
    try {
      const answer = await sendFresh(call, given);
      if (!quiet) toast({ kind: 'success', title: word('successTitle'), text: word(call.toast ?? 'successText') });
      done?.(answer);
      await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/v2/accounts') });
    } catch (problem) {
      if (!(problem instanceof NotProved) && !handles?.(problem)) toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setPending(false);
    }
  }
  return { act, isPending, dialog };
}
