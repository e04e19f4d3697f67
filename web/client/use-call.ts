import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import type { Answer, CallShape, Given } from '#contract/kernel/call.ts';
import { useApp } from '#web/layout/app.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { send } from './client.ts';
import { sayError } from './errors.ts';
import { NotProved, SendContext } from './send-context.ts';

/** Reads through a declared call; the old answer stays on screen, dimmed, while the next one comes. */
export const useCall = <C extends CallShape>(call: C, given: Given<C>, options: { enabled?: boolean } = {}) =>
  useQuery<Answer<C>>({ queryKey: [call.path, given], queryFn: () => send(call, given), placeholderData: keepPreviousData, ...options });

type ActOptions<C extends CallShape> = {
  /** Refusals the form shows itself, beside the fields; these get no toast. */
  readonly handles?: (problem: unknown) => boolean;
  readonly done?: (answer: Answer<C>) => void;
};

/** Writes through a declared call: says what the call says when it worked, what went wrong when it did not, and reads the room anew. */
export function useAct<C extends CallShape>(call: C, { handles, done }: ActOptions<C> = {}) {
  const { word } = useApp();
  const queries = useQueryClient();
  const sendNow = useContext(SendContext);
  const room = call.path.split('/').slice(0, 4).join('/');
  return useMutation<Answer<C>, Error, Given<C>>({
    mutationFn: (given) => sendNow(call, given),
    async onSuccess(answer) {
      toast({ kind: 'success', title: word('successTitle'), text: word(call.toast ?? 'successText') });
      done?.(answer);
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(room) || String(queryKey[0]).startsWith('/api/v2/home'),
      });
    },
    onError(problem) {
      if (!(problem instanceof NotProved) && !handles?.(problem)) toast({ kind: 'error', ...sayError(problem, word) });
    },
  });
}
