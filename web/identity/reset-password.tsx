import { type FormEvent, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { minPassword } from '#contract/identity/links.ts';
import { identityPublic } from '#contract/identity/public.ts';
import { send } from '#web/client/client.ts';
import { sayError } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { screenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { DeadLink, partsOf, type Standing, standingIn, standingOf } from './link-page.tsx';

export const handle = screenHandle(identityPublic.resetPassword, m.screens_identity_reset_password);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { link, code } = partsOf(params.token ?? '');
  return { link, code, standing: await standingOf(context, 'reset_password', code, link), page: { title: m.identity_forgot_title() } };
}

export default function ResetPassword() {
  const { link, code, standing } = useLoaderData<typeof loader>();
  const { word } = useApp();
  const [state, setState] = useState<Standing>(standing);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (password.length < minPassword) return setWrong(m.identity_password_short({ length: minPassword }));
    setBusy(true);
    try {
      await send(joinCalls.resetPassword, { code, link, password });
      window.location.assign('/auth/sign_in?notice=password');
    } catch (problem) {
      const dead = standingIn(problem);
      if (dead) setState(dead);
      else toast({ kind: 'error', ...sayError(problem, word) });
      setBusy(false);
    }
  }
  if (state !== 'open') {
    return (
      <AuthPage>
        <DeadLink state={state} kind="reset_password" />
      </AuthPage>
    );
  }
  return (
    <AuthPage>
      <h1 className={classes.title}>{m.identity_forgot_title()}</h1>
      <p className={classes.lead}>{m.identity_reset_lead()}</p>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          name="password"
          label={m.identity_new_password()}
          hint={m.identity_password_rule({ length: minPassword })}
          showLabel={m.identity_password_show()}
          hideLabel={m.identity_password_hide()}
          autoComplete="new-password"
          required
          error={wrong}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.identity_reset_button()}
        </Button>
      </form>
    </AuthPage>
  );
}
