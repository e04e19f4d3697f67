import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { minPasswordLength } from '#contract/identity/links.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { schemaChecks } from '#web/forms/validate.ts';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { getRejectedLinkState, type LinkPageState, loadLinkPageState, readNextPath, splitLinkCode, UnusableLinkMessage } from './link-page.tsx';

export const handle = makeScreenHandle(identityPublicScreens.resetPassword, m.screens_identity_reset_password);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { link, code } = splitLinkCode(params.token ?? '');
  const standing = await loadLinkPageState(context, 'reset_password', code, link);
  return { link, code, standing, next: readNextPath(request), page: { title: m.identity_forgot_title() } };
}

export default function ResetPasswordPage() {
  const { link, code, standing, next } = useLoaderData<typeof loader>();
  const [state, setState] = useState<LinkPageState>(standing);
  const form = usePublicForm(joinCalls.resetPassword, {
    blank: { password: '' },
    given: ({ password }) => ({ code, link, password }),
    by: schemaChecks,
    says: { password: () => m.identity_password_short({ length: minPasswordLength }) },
    handles: (why) => {
      const dead = getRejectedLinkState(why);
      if (dead) setState(dead);
      return dead !== null;
    },
    done: () => window.location.assign(`${href(identityPublicScreens.signIn)}?${new URLSearchParams({ notice: 'password', callbackUrl: next })}`),
  });
  if (state !== 'open') {
    return (
      <AuthPage>
        <UnusableLinkMessage state={state} kind="reset_password" next={next} />
      </AuthPage>
    );
  }
  return (
    <AuthPage>
      <h1 className={classes.title}>{m.identity_forgot_title()}</h1>
      <p className={classes.lead}>{m.identity_reset_lead()}</p>
      <form className={classes.form} noValidate ref={form.at} onSubmit={form.submit}>
        <PasswordField
          {...form.text('password')}
          label={m.identity_new_password()}
          hint={m.identity_password_rule({ length: minPasswordLength })}
          showLabel={m.identity_password_show()}
          hideLabel={m.identity_password_hide()}
          autoComplete="new-password"
          required
        />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          {m.identity_reset_button()}
        </Button>
      </form>
    </AuthPage>
  );
}
