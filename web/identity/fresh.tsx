import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { signInPath } from '#contract/access/guard.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import type { Answer, CallShape, Given } from '#contract/kernel/call.ts';
import { send } from '#web/client/client.ts';
import { sayError } from '#web/client/errors.ts';
import { Refused, type SendOptions } from '#web/client/send.ts';
import { NotProved, SendContext } from '#web/client/send-context.ts';
import { signOut } from '#web/client/session.ts';
import { useApp } from '#web/layout/app.tsx';
import { PasswordInput } from '#web/ui/dash/password-input.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './security.module.css';

export { NotProved };

const again = () => `${signInPath(window.location.pathname + window.location.search)}&way=phone`;

type Asked = { settle: (proved: boolean) => void };

/**
 * For acts that want the password again (server/identity/fresh.ts). `sendFresh` sends a call; when the server asks for proof
 * it opens the dialog and, after the right password, repeats the act. Put `dialog` somewhere into the view.
 */
export function useFresh(): {
  sendFresh: <C extends CallShape>(call: C, given: Given<C>, options?: SendOptions) => Promise<Answer<C>>;
  dialog: ReactElement;
} {
  const { word } = useApp();
  const asked = useRef<Asked | null>(null);
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [password, setPassword] = useState('');
  /** Whoever joined by phone alone has none: they sign in again, which proves as much. */
  const [none, setNone] = useState(false);

  const settle = (proved: boolean) => {
    setOpened(false);
    setPassword('');
    asked.current?.settle(proved);
    asked.current = null;
  };
  async function sendFresh<C extends CallShape>(call: C, given: Given<C>, options?: SendOptions): Promise<Answer<C>> {
    try {
      return await send(call, given, options);
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.status !== 403 || problem.body.reauthenticate !== true) throw problem;
    }
    setWrong('');
    setNone(
      await send(securityCalls.details, {}).then(
        ({ has_password, email }) => !has_password && email === null,
        () => false,
      ),
    );
    const proved = await new Promise<boolean>((resolve) => {
      asked.current = { settle: resolve };
      setOpened(true);
    });
    if (!proved) throw new NotProved();
    return send(call, given, options);
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await send(securityCalls.confirmPassword, { password });
      settle(true);
    } catch (problem) {
      if (problem instanceof Refused && problem.body.fields) setWrong(m.identity_fresh_wrong());
      else toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  }
  const dialog = (
    <Modal
      opened={opened}
      onClose={() => settle(false)}
      title={m.identity_fresh_title()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
      zIndex={400}
    >
      {none ? (
        <div className={classes.stack}>
          <p className={classes.text}>{m.identity_fresh_again()}</p>
          <div className={classes.actions}>
            <Button onClick={() => void signOut(again())}>{m.identity_fresh_again_button()}</Button>
          </div>
        </div>
      ) : (
        <form className={classes.stack} onSubmit={(event) => void submit(event)}>
          <p className={classes.text}>{m.identity_fresh_text()}</p>
          <PasswordInput
            label={m.identity_password()}
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={wrong}
            visibilityToggleButtonProps={{ 'aria-label': m.identity_password_show() }}
            data-autofocus
          />
          <div className={classes.actions}>
            <Button variant="default" onClick={() => settle(false)}>
              {m.shell_cancel()}
            </Button>
            <Button type="submit" loading={busy} disabled={password === ''}>
              {m.identity_onboarding_continue()}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
  return { sendFresh, dialog };
}

/** Around a dashboard: whatever act the server wants proof for asks here and is then repeated. */
export function FreshGate({ children }: { children: ReactNode }) {
  const { sendFresh, dialog } = useFresh();
  return (
    <SendContext value={sendFresh}>
      {children}
      {dialog}
    </SendContext>
  );
}
