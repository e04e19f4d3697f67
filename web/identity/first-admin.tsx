import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { identityCalls } from '#contract/identity/calls.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { schemaChecks } from '#web/forms/validate.ts';
import { useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export const handle = makeScreenHandle(identityPublicScreens.firstAdmin, m.screens_identity_first_admin);

export const loader = ({ context, params }: LoaderFunctionArgs) => ({
  token: params.token ?? '',
  page: { title: m.identity_setup_title({ product: readServerFunctions(context).product }) },
});

/** Creates the first super admin of a new installation, by the link the server printed once. */
export default function FirstAdminPage() {
  const { token } = useLoaderData<typeof loader>();
  const { product, word } = useApp();
  const navigate = useNavigate();
  const [dead, setDead] = useState(false);
  const form = usePublicForm(identityCalls.claimFirst, {
    blank: { name: '', email: '', password: '' },
    given: (typed) => ({ token, ...typed }),
    by: schemaChecks,
    handles: (why) => {
      const over = why instanceof CallRejectedError && why.status === 410;
      if (over) setDead(true);
      return over;
    },
    done: async () => {
      showToast({ kind: 'success', title: word('successTitle'), text: word('successfullyRegistered') });
      await navigate(href(identityPublicScreens.signIn));
    },
  });

  return (
    <AuthPage>
      <h1 className={classes.title}>{m.identity_setup_title({ product })}</h1>
      <p className={classes.lead}>{m.identity_setup_lead()}</p>
      {dead ? (
        <Note tone="bad" title={m.identity_setup_link_dead()}>
          {m.identity_setup_link_dead_text()}
        </Note>
      ) : (
        <form className={classes.form} ref={form.at} onSubmit={form.submit}>
          <TextField {...form.text('name')} label={m.identity_setup_name()} autoComplete="name" required minLength={2} />
          <TextField {...form.text('email')} type="email" label={m.identity_email()} autoComplete="username" required />
          <PasswordField
            {...form.text('password')}
            label={m.identity_password()}
            hint={m.identity_setup_password_rule({ length: 12 })}
            showLabel={m.identity_password_show()}
            hideLabel={m.identity_password_hide()}
            autoComplete="new-password"
            required
            minLength={12}
          />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {m.identity_setup_create()}
          </Button>
        </form>
      )}
    </AuthPage>
  );
}
