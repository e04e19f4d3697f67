import { Button, Modal } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { buildSignInPath } from '#contract/access/guard.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { signOut } from '#web/client/session.ts';
import { useApp } from '#web/layout/app.tsx';
import { PasswordInput } from '#web/ui/dash/password-input.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './security.module.css';

const again = () => `${buildSignInPath(window.location.pathname + window.location.search)}&way=phone`;

/** Asks for the password again. A person who joined by phone has no password and signs in again instead. */
export default function ConfirmPasswordForm({ opened, settle }: { opened: boolean; settle: (proved: boolean) => void }) {
  const { word } = useApp();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [password, setPassword] = useState('');
  /** Null until the required method (password or new sign-in) is known. */
  const [none, setNone] = useState<boolean | null>(null);
  useEffect(() => {
    void send(securityCalls.details, {}).then(
      ({ has_password, email }) => setNone(!has_password && email === null),
      () => setNone(false),
    );
  }, []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await send(securityCalls.confirmPassword, { password });
      settle(true);
    } catch (problem) {
      if (problem instanceof CallRejectedError && problem.body.fields) setWrong(m.identity_fresh_wrong());
      else showToast({ kind: 'error', ...toErrorMessage(problem, word) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      opened={opened && none !== null}
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
}
