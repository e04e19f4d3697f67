import { type FormEvent, useState } from 'react';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { identityPublic } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { send } from '#web/client/client.ts';
import { sayError } from '#web/client/errors.ts';
import { Refused } from '#web/client/send.ts';
import { useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { screenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export const handle = screenHandle(identityPublic.forgotPassword, m.screens_identity_forgot_password);

export const loader = () => ({ page: { title: m.identity_forgot_title() } });

/** Asks for a link by mail. What the page says does not depend on whether the account exists. */
export default function ForgotPassword() {
  const { word } = useApp();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState('');
  const [wrong, setWrong] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setBusy(true);
    setWrong('');
    try {
      await send(joinCalls.forgotPassword, { email });
      setSentTo(email);
    } catch (problem) {
      if (problem instanceof Refused && problem.body.fields) setWrong(m.identity_email_needed());
      else toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <AuthPage>
      <h1 className={classes.title}>{m.identity_forgot_title()}</h1>
      <p className={classes.lead}>{m.identity_forgot_lead()}</p>
      {sentTo ? (
        <Note tone="good" alert>
          {m.identity_forgot_sent({ email: sentTo })} {m.identity_join_sent_nothing()}
        </Note>
      ) : (
        <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
          <TextField name="email" type="email" label={m.identity_email()} autoComplete="username" required error={wrong} />
          <Button type="submit" size="md" fullWidth loading={busy}>
            {m.identity_forgot_button()}
          </Button>
        </form>
      )}
      <p className={classes.switch}>
        <a href={href(identityPublic.signIn)}>{m.identity_to_sign_in()}</a>
      </p>
    </AuthPage>
  );
}
