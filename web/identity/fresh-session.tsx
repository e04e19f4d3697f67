import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { CallInput, CallResult, CallShape } from '#contract/kernel/call.ts';
import { send } from '#web/client/client.ts';
import { CallRejectedError, type SendOptions } from '#web/client/send.ts';
import { ConfirmationCancelledError, SendContext } from '#web/client/send-context.ts';

export { ConfirmationCancelledError };

/** The dialog loads on demand, because few actions need it. */
const FreshAsk = lazy(() => import('./confirm-password-form.tsx'));

/**
 * Wraps a dashboard for actions that need the password again (server/identity/sign-in/fresh-session.ts): the dialog opens when the server asks for
 * proof and, after the right password, the action is repeated.
 */
export function PasswordConfirmationProvider({ children }: { children: ReactNode }) {
  const asked = useRef<((proved: boolean) => void) | null>(null);
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);

  const settle = (proved: boolean) => {
    setOpened(false);
    asked.current?.(proved);
    asked.current = null;
  };
  async function sendFresh<C extends CallShape>(call: C, given: CallInput<C>, options?: SendOptions): Promise<CallResult<C>> {
    try {
      return await send(call, given, options);
    } catch (problem) {
      if (!(problem instanceof CallRejectedError) || problem.status !== 403 || problem.body.reauthenticate !== true) throw problem;
    }
    const proved = await new Promise<boolean>((resolve) => {
      asked.current = resolve;
      setTimes((before) => before + 1);
      setOpened(true);
    });
    if (!proved) throw new ConfirmationCancelledError();
    return send(call, given, options);
  }
  return (
    <SendContext value={sendFresh}>
      {children}
      {times > 0 && (
        <Suspense>
          <FreshAsk key={times} opened={opened} settle={settle} />
        </Suspense>
      )}
    </SendContext>
  );
}
