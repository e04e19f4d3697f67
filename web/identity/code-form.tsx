import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { type SignInProblem, submitSignInForm } from './sign-in-form.tsx';

type Props = {
  callbackUrl: string;
  csrfToken: string;
  problem: ReactNode;
  done: () => Promise<void>;
  failed: (problem: SignInProblem) => void;
  back: () => void;
};

/** The form of two-step sign-in: six digits of the authenticator app, or a recovery code. */
export function TwoStepCodeForm({ callbackUrl, csrfToken, problem, done, failed, back }: Props) {
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const totp = String(new FormData(event.currentTarget).get('totp'));
    setBusy(true);
    const refused = await submitSignInForm('/api/auth/callback/totp', { totp, callbackUrl });
    await (refused ? failed(refused) : done());
    setBusy(false);
  }
  return (
    <>
      <h1 className={classes.title}>{m.identity_code_title()}</h1>
      <p className={classes.lead}>{m.identity_code_lead()}</p>
      {problem}
      <form className={classes.form} method="post" action="/api/auth/callback/totp" onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <TextField
          name="totp"
          label={m.identity_code()}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          minLength={6}
          maxLength={40}
          autoFocus
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.identity_sign_in()}
        </Button>
        <Button variant="subtle" tone="gray" fullWidth onClick={back}>
          {m.identity_start_over()}
        </Button>
      </form>
    </>
  );
}
