import { type FormEvent, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { identityCalls } from '#contract/identity/calls.ts';
import { identityPublic } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { send } from '#web/client/client.ts';
import { sayError } from '#web/client/errors.ts';
import { side } from '#web/client/load.ts';
import { Refused } from '#web/client/send.ts';
import { useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { screenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export const handle = screenHandle(identityPublic.firstAdmin, m.screens_identity_first_admin);

export const loader = ({ context, params }: LoaderFunctionArgs) => ({
  token: params.token ?? '',
  page: { title: m.identity_setup_title({ product: side(context).product }) },
});

/** A new installation's first superadmin, by the link the server printed once. */
export default function FirstAdmin() {
  const { token } = useLoaderData<typeof loader>();
  const { product, word } = useApp();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [dead, setDead] = useState(false);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    setBusy(true);
    try {
      await send(identityCalls.claimFirst, { token, name: text('name'), email: text('email'), password: text('password') });
      toast({ kind: 'success', title: word('successTitle'), text: word('successfullyRegistered') });
      await navigate(href(identityPublic.signIn));
    } catch (problem) {
      if (problem instanceof Refused && problem.status === 410) setDead(true);
      else if (problem instanceof Refused && problem.body.fields) setFields(problem.body.fields);
      else toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthPage>
      <h1 className={classes.title}>{m.identity_setup_title({ product })}</h1>
      <p className={classes.lead}>{m.identity_setup_lead()}</p>
      {dead ? (
        <Note tone="bad" title={m.identity_setup_link_dead()}>
          {m.identity_setup_link_dead_text()}
        </Note>
      ) : (
        <form className={classes.form} onSubmit={(event) => void submit(event)}>
          <TextField name="name" label={m.identity_setup_name()} autoComplete="name" required minLength={2} error={fields.name} />
          <TextField name="email" type="email" label={m.identity_email()} autoComplete="username" required error={fields.email} />
          <PasswordField
            name="password"
            label={m.identity_password()}
            hint={m.identity_setup_password_rule({ length: 12 })}
            showLabel={m.identity_password_show()}
            hideLabel={m.identity_password_hide()}
            autoComplete="new-password"
            required
            minLength={12}
            error={fields.password}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            {m.identity_setup_create()}
          </Button>
        </form>
      )}
    </AuthPage>
  );
}
