import { keepPreviousData, skipToken, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext, useRef, useState } from 'react';
import type { Answer, CallShape, Given } from '#contract/kernel/call.ts';
import { useApp } from '#web/layout/app.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { send } from './client.ts';
import { doneText } from './done-text.ts';
import { sayError, sentenceOf } from './errors.ts';
import { makeKeys } from './idempotency.ts';
import { Refused } from './send.ts';
import { NotProved, SendContext } from './send-context.ts';
import { goneAfter, staleAfter, type Touched } from './touches.ts';

/** Reads through a declared call; the old answer stays on screen, dimmed, while the next one comes. Without `given` nothing is asked. */
export const useCall = <C extends CallShape>(
  call: C,
  given: Given<C> | null,
  options: { enabled?: boolean /** What the frame shows beside the page: without it there is less, no error page. */; quiet?: true } = {},
) =>
  useQuery<Answer<C>>({
    queryKey: [call.path, given],
    queryFn: given === null ? skipToken : () => send(call, given),
    placeholderData: keepPreviousData,
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.quiet ? { throwOnError: false } : {}),
  });

/** Several reads beside the page, however many there are just now; without one there is less, no error page. */
export const useCalls = <C extends CallShape>(asked: readonly { readonly call: C; readonly given: Given<C> }[]) =>
  useQueries({
    queries: asked.map(({ call, given }) => ({ queryKey: [call.path, given], queryFn: () => send(call, given), throwOnError: false })),
  });

/** Reads anew what is on screen and stale after `call`; `given` says which record it was done to. */
export function useStale(call: CallShape, touches?: readonly Touched[]): (given?: object) => Promise<void> {
  const queries = useQueryClient();
  const latest = useRef(touches);
  latest.current = touches;
  return useCallback(
    (given = {}) => {
      const [isStale, isGone] = [staleAfter(call, latest.current), goneAfter(call, given)];
      return queries.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey[0]) && !isGone(queryKey) });
    },
    [queries, call],
  );
}

/** An answer that came another way takes the place of the one on screen. */
export function usePut<C extends CallShape>(call: C): (given: Given<C>, answer: Answer<C>) => void {
  const queries = useQueryClient();
  return useCallback((given, answer) => void queries.setQueryData([call.path, given], answer), [queries, call]);
}

export type ActOptions<C extends CallShape> = {
  /** What it changes beyond its own room, so that every view of that is read anew. */
  readonly touches?: readonly Touched[];
  /** Refusals the view shows itself; these get no toast. */
  readonly handles?: (problem: unknown) => boolean;
  /** In a dialog: a refusal stays in it as one sentence, `problem`. */
  readonly inPlace?: true;
  /** What happened, as a sentence that names the thing. After a message the specification fixes it follows, where it says more. */
  readonly said?: ((answer: Answer<C>, given: Given<C>) => string) | undefined;
  /** What happened is seen without a word, or the view says it itself. */
  readonly quiet?: true | undefined;
  /** What is stale is read anew once it has ended: whoever leaves a record that is gone returns the navigation, so that nobody asks for it again. */
  readonly done?: (answer: Answer<C>) => void | Promise<void>;
};

/** Writes through a declared call: says what the call says when it worked, what went wrong when it did not, and reads anew what it touched. */
export function useAct<C extends CallShape>(call: C, { touches, handles, inPlace, said, quiet, done }: ActOptions<C> = {}) {
  const { word } = useApp();
  const reread = useStale(call, touches);
  const sendNow = useContext(SendContext);
  const [keys] = useState(makeKeys);
  const act = useMutation<Answer<C>, Error, Given<C>>({
    mutationFn: (given) => sendNow(call, given, { key: keys.keyOf(call.path, given) }),
    async onSuccess(answer, given) {
      keys.done(call.path, given);
      if (!quiet)
        toast({
          kind: 'success',
          title: word('successTitle'),
          text: doneText(call.toast && word(call.toast), said?.(answer, given)) || word('successText'),
        });
      await done?.(answer);
      await reread(given);
    },
    onError(problem, given) {
      // It stands otherwise than what is shown: somebody was quicker.
      if (problem instanceof Refused && problem.status === 409 && problem.body.from !== undefined) void reread(given);
      if (problem instanceof NotProved || handles?.(problem) || (inPlace && sentenceOf(problem))) return;
      toast({ kind: 'error', ...sayError(problem, word) });
    },
  });
  return { ...act, problem: inPlace ? sentenceOf(act.error) : '' };
}
