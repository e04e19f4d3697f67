import { type FormEvent, useState } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { safePath } from '#contract/access/guard.ts';
import { type SignInError, signInErrors } from '#contract/identity/errors.ts';
import { homeOf } from '#contract/kernel/roles.ts';
import { useApp, visitorOf } from '#web/kernel/app.tsx';
import { AuthPage } from '#web/kernel/auth-page.tsx';
import { side } from '#web/kernel/load.ts';
import { postForm } from '#web/kernel/session.ts';
import { Button } from '#web/ui/public/button.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export function loader({ context, request }: LoaderFunctionArgs) {
  const { csrf, demo } = side(context);
  const asked = new URL(request.url).searchParams;
  const error = signInErrors.find((known) => known === asked.get('error')) ?? null;
  return data({ csrfToken: csrf(), demo, error, callbackUrl: safePath(asked.get('callbackUrl')), page: { title: m.identity_sign_in() } });
}

type Problem = { error: SignInError; wait: number };

/** Why it did not work, in words; the same for an unknown account and a wrong password. */
function problemText({ error, wait }: Problem, word: ReturnType<typeof useApp>['word']): string {
  if (error === 'TooMany') return wait > 0 ? m.identity_error_too_many({ minutes: Math.ceil(wait / 60) }) : word('tooManyRequests');
  if (error === 'SessionRequired') return m.identity_error_session_ended();
  if (error === 'Disabled') return word('accountDisabled');
  if (error === 'Csrf') return m.identity_error_session_ended();
  return word('wrongCredentials');
}

/** A real form first: without JavaScript it posts and the server redirects; with it, it stays on the page. */
export default function SignIn() {
  const { csrfToken, callbackUrl, error, demo } = useLoaderData<typeof loader>();
  const { word, reread } = useApp();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem | null>(error ? { error, wait: 0 } : null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const answer = await postForm('/api/auth/callback/credentials', {
        email: String(fields.get('email')),
        password: String(fields.get('password')),
        remember: fields.get('remember') ? 'true' : 'false',
        callbackUrl,
      });
      const said = (await answer.json()) as { url: string; code?: SignInError; wait?: number };
      if (!answer.ok) return setProblem({ error: said.code ?? 'CredentialsSignin', wait: said.wait ?? 0 });
      const user = await reread();
      await navigate(callbackUrl === '/' ? homeOf(visitorOf(user).layout) : callbackUrl, { replace: true });
    } catch {
      setProblem({ error: 'CredentialsSignin', wait: 0 });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthPage>
      <h1 className={classes.title} lang="sw">
        {m.identity_sign_in_title()}
      </h1>
      <p className={classes.lead}>{m.identity_sign_in_lead()}</p>
      {problem && (
        <Note tone={problem.error === 'SessionRequired' ? 'guard' : 'bad'} alert className={classes.note ?? ''}>
          {problemText(problem, word)}
        </Note>
      )}
      <form className={classes.form} method="post" action="/api/auth/callback/credentials" onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <TextField id="email" name="email" type="email" label={m.identity_email()} autoComplete="username" required />
        <PasswordField
          id="password"
          name="password"
          label={m.identity_password()}
          showLabel={m.identity_password_show()}
          hideLabel={m.identity_password_hide()}
          autoComplete="current-password"
          required
        />
        <CheckField name="remember" value="true" label={m.identity_stay_signed_in()} defaultChecked />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.identity_sign_in()}
        </Button>
      </form>
      {demo && <DemoAccounts {...demo} />}
    </AuthPage>
  );
}

/** Where demo data was asked for: one press fills the form in. */
function DemoAccounts({ password, accounts }: { password: string; accounts: readonly { email: string; says: string }[] }) {
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
