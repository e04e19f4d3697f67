import { useState } from 'react';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { schemaChecks } from '#web/forms/validate.ts';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export const handle = makeScreenHandle(identityPublicScreens.forgotPassword, m.screens_identity_forgot_password);

export const loader = () => ({ page: { title: m.identity_forgot_title() } });

/** Asks for a reset link by email. The page says the same whether or not the account exists. */
export default function ForgotPasswordPage() {
  const [sent, setSent] = useState(false);
  const form = usePublicForm(joinCalls.forgotPassword, {
    blank: { email: '' },
    given: ({ email }) => ({ email: email.trim() }),
    by: schemaChecks,
    says: { email: m.identity_email_needed },
    refused: { email: m.identity_email_needed },
    done: () => setSent(true),
  });
  return (
    <AuthPage>
      <h1 className={classes.title}>{m.identity_forgot_title()}</h1>
      <p className={classes.lead}>{m.identity_forgot_lead()}</p>
      {sent ? (
        <Note tone="good" alert>
          {m.identity_forgot_sent({ email: form.values.email.trim() })} {m.identity_join_sent_nothing()}
        </Note>
      ) : (
        <form className={classes.form} noValidate ref={form.at} onSubmit={form.submit}>
          <TextField {...form.text('email')} type="email" label={m.identity_email()} autoComplete="username" required />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {m.identity_forgot_button()}
          </Button>
        </form>
      )}
      <p className={classes.switch}>
        <a href={href(identityPublicScreens.signIn)}>{m.identity_to_sign_in()}</a>
      </p>
    </AuthPage>
  );
}
