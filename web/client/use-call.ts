import { keepPreviousData, skipToken, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext, useRef, useState } from 'react';
import type { CallInput, CallResult, CallShape } from '#contract/kernel/call.ts';
import { useApp } from '#web/layout/app.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { send } from './client.ts';
import { buildSuccessMessage } from './done-text.ts';
import { getErrorSentence, toErrorMessage } from './errors.ts';
import { makeIdempotencyKeyStore } from './idempotency.ts';
import { CallRejectedError } from './send.ts';
import { ConfirmationCancelledError, SendContext } from './send-context.ts';
import { type AffectedCalls, matchDeletedRecordQueries, matchStaleCalls } from './touches.ts';

/** Reads through a declared call; the old answer stays on screen, dimmed, while the next one loads. Without `given` nothing is requested. */
export const useCall = <C extends CallShape>(
  call: C,
  given: CallInput<C> | null,
  options: { enabled?: boolean /** What the frame shows beside the page: without it there is less, no error page. */; quiet?: true } = {},
) =>
  useQuery<CallResult<C>>({
    queryKey: [call.path, given],
    queryFn: given === null ? skipToken : () => send(call, given),
    placeholderData: keepPreviousData,
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.quiet ? { throwOnError: false } : {}),
  });

/** Several reads beside the page, in any number. A failed read shows less and does not lead to an error page. */
export const useCalls = <C extends CallShape>(asked: readonly { readonly call: C; readonly given: CallInput<C> }[]) =>
  useQueries({
    queries: asked.map(({ call, given }) => ({ queryKey: [call.path, given], queryFn: () => send(call, given), throwOnError: false })),
  });

/** Refetches visible queries that are stale after `call`; `given` names the changed record. */
export function useInvalidateCalls(call: CallShape, touches?: readonly AffectedCalls[]): (given?: object) => Promise<void> {
  const queries = useQueryClient();
  const latest = useRef(touches);
  latest.current = touches;
  return useCallback(
    (given = {}) => {
      const [isStale, isGone] = [matchStaleCalls(call, latest.current), matchDeletedRecordQueries(call, given)];
      return queries.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey[0]) && !isGone(queryKey) });
    },
    [queries, call],
  );
}

/** Replaces the answer on screen by one from another call. */
export function useReplaceCallResult<C extends CallShape>(call: C): (given: CallInput<C>, answer: CallResult<C>) => void {
  const queries = useQueryClient();
  return useCallback((given, answer) => void queries.setQueryData([call.path, given], answer), [queries, call]);
}

export type ActionOptions<C extends CallShape> = {
  /** Changes beyond the call's own module, so that every view of them is refetched. */
  readonly touches?: readonly AffectedCalls[];
  /** Refusals the view shows itself; these get no toast. */
  readonly handles?: (problem: unknown) => boolean;
  /** In a dialog, a rejection stays in the dialog as one sentence, `problem`. */
  readonly inPlace?: true;
  /** The result, as a sentence that names the object. It follows a message that the specification fixes, if it adds anything. */
  readonly said?: ((answer: CallResult<C>, given: CallInput<C>) => string) | undefined;
  /** The result is visible without a toast, or the view describes it itself. */
  readonly quiet?: true | undefined;
  /**
   * Stale calls are refetched after it ends. A caller that leaves a deleted record returns the navigation, so that the record is not requested again.
   */
  readonly done?: (answer: CallResult<C>) => void | Promise<void>;
};

/** Writes through a declared call: shows the call's message after success and the error after a failure, and refetches the affected queries. */
export function useAction<C extends CallShape>(call: C, { touches, handles, inPlace, said, quiet, done }: ActionOptions<C> = {}) {
  const { word } = useApp();
  const reread = useInvalidateCalls(call, touches);
  const sendNow = useContext(SendContext);
  const [keys] = useState(makeIdempotencyKeyStore);
  const act = useMutation<CallResult<C>, Error, CallInput<C>>({
    mutationFn: (given) => sendNow(call, given, { key: keys.keyOf(call.path, given) }),
    async onSuccess(answer, given) {
      keys.done(call.path, given);
      if (!quiet)
        showToast({
          kind: 'success',
          title: word('successTitle'),
          text: buildSuccessMessage(call.toast && word(call.toast), said?.(answer, given)) || word('successText'),
        });
      await done?.(answer);
      await reread(given);
    },
    onError(problem, given) {
      // The record differs from the one on screen, because another person changed it first.
      if (problem instanceof CallRejectedError && problem.status === 409 && problem.body.from !== undefined) void reread(given);
      if (problem instanceof ConfirmationCancelledError || handles?.(problem) || (inPlace && getErrorSentence(problem))) return;
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
    },
  });
  return { ...act, problem: inPlace ? getErrorSentence(act.error) : '' };
}
