import { type FormEvent, useState } from 'react';
import type { SignInError } from '#contract/identity/errors.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { postForm } from '#web/client/session.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconBrandGoogle, IconFingerprint, IconPhone } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { LabelledDivider } from '#web/ui/public/panel.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { canUsePasskeys, signWithPasskey } from './webauthn.ts';

type Props = {
  email: string;
  callbackUrl: string;
  csrfToken: string;
  google: boolean;
  done: () => Promise<void>;
  failed: (problem: SignInProblem) => void;
  join: () => void;
};

export type SignInProblem = { error: SignInError; wait: number };

/** Submits a form of the auth routes; returns the error, or null on success. */
export async function submitSignInForm(path: string, fields: Record<string, string>): Promise<SignInProblem | null> {
  try {
    const answer = await postForm(path, fields);
    const said = (await answer.json()) as { code?: SignInError; wait?: number };
    return answer.ok ? null : { error: said.code ?? 'CredentialsSignin', wait: said.wait ?? 0 };
  } catch {
    return { error: 'CredentialsSignin', wait: 0 };
  }
}

/** The form is plain HTML first: without JavaScript it posts and the server redirects. With JavaScript the page stays. */
export function SignInForm({ email, callbackUrl, csrfToken, google, done, failed, join }: Props) {
  const { word } = useApp();
  const [busy, setBusy] = useState<'password' | 'passkey' | 'google' | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy('password');
    const problem = await submitSignInForm('/api/auth/callback/credentials', {
      email: String(fields.get('email')),
      password: String(fields.get('password')),
      remember: fields.get('remember') ? 'true' : 'false',
      callbackUrl,
    });
    await (problem ? failed(problem) : done());
    setBusy(null);
  }

  async function byPasskey(): Promise<void> {
    if (!canUsePasskeys()) return void showToast({ kind: 'warning', title: word('warningTitle'), text: m.identity_no_passkeys() });
    setBusy('passkey');
    try {
      const options = await (await postForm('/api/auth/signin/passkey', {})).json();
      const response = await signWithPasskey(options);
      const problem = response
        ? await submitSignInForm('/api/auth/callback/passkey', { response: JSON.stringify(response), callbackUrl })
        : ({ error: 'Passkey', wait: 0 } as const);
      await (problem ? failed(problem) : done());
    } catch {
      failed({ error: 'Passkey', wait: 0 });
    } finally {
      setBusy(null);
    }
  }

  async function byGoogle(): Promise<void> {
    setBusy('google');
    try {
      const answer = await postForm('/api/auth/signin/google', { callbackUrl });
      if (!answer.ok) throw new Error();
      window.location.assign(((await answer.json()) as { url: string }).url);
    } catch {
      failed({ error: 'OAuth', wait: 0 });
      setBusy(null);
    }
  }

  return (
    <>
      <form className={classes.form} method="post" action="/api/auth/callback/credentials" onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <TextField id="email" name="email" type="email" label={m.identity_email()} autoComplete="username webauthn" defaultValue={email} required />
        <PasswordField
          id="password"
          name="password"
          label={m.identity_password()}
          showLabel={m.identity_password_show()}
          hideLabel={m.identity_password_hide()}
          autoComplete="current-password"
          required
        />
        <div className={classes.between}>
          <CheckField name="remember" value="true" label={m.identity_stay_signed_in()} defaultChecked />
          <AppLink href={href(identityPublicScreens.forgotPassword)}>{m.identity_forgot()}</AppLink>
        </div>
        <Button type="submit" size="md" fullWidth loading={busy === 'password'}>
          {m.identity_sign_in()}
        </Button>
        <LabelledDivider>{m.identity_or()}</LabelledDivider>
        <Button
          size="md"
          variant="default"
          fullWidth
          left={<IconFingerprint size={20} aria-hidden />}
          loading={busy === 'passkey'}
          onClick={() => void byPasskey()}
        >
          {m.identity_use_passkey()}
        </Button>
        <Button
          size="md"
          variant="default"
          fullWidth
          left={<IconPhone size={20} aria-hidden />}
          href={`?${new URLSearchParams({ way: 'phone', callbackUrl })}`}
        >
          {m.identity_use_phone()}
        </Button>
        {google && (
          <Button
            size="md"
            variant="default"
            fullWidth
            left={<IconBrandGoogle size={20} aria-hidden />}
            loading={busy === 'google'}
            onClick={() => void byGoogle()}
          >
            {m.identity_use_google()}
          </Button>
        )}
      </form>
      <SignInOrJoinLink text={m.identity_new_here()} label={m.identity_create_account()} prompt="create" go={join} />
    </>
  );
}

/** Switches between sign-in and joining: a link, so that it works before any script. */
export const SignInOrJoinLink = ({ text, label, prompt, go }: { text: string; label: string; prompt: string; go: () => void }) => (
  <p className={classes.switch}>
    {text}{' '}
    <a
      href={`?prompt=${prompt}`}
      onClick={(event) => {
        event.preventDefault();
        go();
      }}
    >
      {label}
    </a>
  </p>
);

/** With demo data: one press fills in the form. */
export function DemoAccountPicker({ password, accounts }: { password: string; accounts: readonly { email: string; says: string }[] }) {
  const fill = (email: string) => {
    for (const [id, value] of [
      ['email', email],
      ['password', password],
    ] as const) {
      const input = document.getElementById(id);
      if (input instanceof HTMLInputElement) input.value = value;
    }
  };
  return (
    <details className={classes.demo}>
      <summary>{m.identity_demo_title()}</summary>
      <p>{m.identity_demo_hint({ password })}</p>
      <ul>
        {accounts.map(({ email, says }) => (
          <li key={email}>
            <button type="button" onClick={() => fill(email)} title={says}>
              {email}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
