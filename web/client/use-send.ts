import { useState } from 'react';
import type { CallShape } from '#contract/kernel/call.ts';
import { useApp } from '#web/layout/app.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { send } from './client.ts';
import { toErrorMessage } from './errors.ts';
import { makeIdempotencyKeyStore } from './idempotency.ts';

/** A function that sends the request instead of the client's default. */
export type CallSender = (given: never, key: string) => Promise<unknown>;
type Options = { readonly handles: (why: unknown) => boolean; readonly done: (answer: never) => void | Promise<void> };

/** Sends a call from a page without TanStack Query, so nothing is refetched. A repeated submit is done once, as with `useAction`. */
export function useSendCall(call: CallShape, { handles, done }: Options, sender?: CallSender) {
  const { word } = useApp();
  const [keys] = useState(makeIdempotencyKeyStore);
  const [isPending, setPending] = useState(false);
  const mutate = async (given: never) => {
    setPending(true);
    try {
      const key = keys.keyOf(call.path, given);
      const answer = await (sender ? sender(given, key) : send(call, given, { key }));
      keys.done(call.path, given);
      await done(answer as never);
    } catch (problem) {
      if (!handles(problem)) showToast({ kind: 'error', ...toErrorMessage(problem, word) });
    } finally {
      setPending(false);
    }
  };
  return { isPending, mutate: (given: never) => void mutate(given) };
}
