import { type FormEvent, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { IdentityLinkState } from '#contract/identity/links.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { postForm } from '#web/client/session.ts';
import { useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { type LinkPageState, loadLinkPageState, splitLinkCode, UnusableLinkMessage } from './link-page.tsx';
import { canUsePasskeys, createPasskey } from './webauthn.ts';

export const handle = makeScreenHandle(identityPublicScreens.passkey, m.screens_identity_passkey);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const token = params.token ?? '';
  const { link, code } = splitLinkCode(token);
  return { token, standing: await loadLinkPageState(context, 'passwordless', code, link), page: { title: m.identity_passkey_title() } };
}

/** Sets this device up for passkey sign-in, by the mailed link. */
export default function PasskeySetup() {
  const { token, standing } = useLoaderData<typeof loader>();
  const { user } = useApp();
  const [state, setState] = useState<LinkPageState | 'done'>(standing);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  /** Sends a form; an expired link changes the page. */
  async function sent(path: string, fields: Record<string, string>): Promise<unknown> {
    const answer = await postForm(path, { ...fields, link: token });
    const body = (await answer.json()) as { state?: IdentityLinkState };
    if (answer.status === 410 || answer.status === 429) setState(answer.status === 429 ? 'many' : (body.state ?? 'used'));
    if (!answer.ok) throw new Error();
    return body;
  }
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    if (!canUsePasskeys()) return setProblem(m.identity_no_passkeys());
    setBusy(true);
    setProblem('');
    try {
      const made = await createPasskey((await sent('/api/auth/signin/new_passkey', {})) as Parameters<typeof createPasskey>[0]);
      if (!made) throw new Error();
      await sent('/api/auth/callback/new_passkey', { response: JSON.stringify(made), name });
      setState('done');
    } catch {
      setProblem(m.identity_passkey_failed());
    } finally {
      setBusy(false);
    }
  }

  if (state !== 'open' && state !== 'done') {
    return (
      <AuthPage>
        <UnusableLinkMessage state={state} kind="passwordless" />
      </AuthPage>
    );
  }
  if (state === 'done') {
    return (
      <AuthPage>
        <h1 className={classes.title}>{m.identity_passkey_done()}</h1>
        <p className={classes.lead}>{m.identity_passkey_done_text()}</p>
        <Button size="md" fullWidth href={user ? '/' : href(identityPublicScreens.signIn)}>
          {user ? m.identity_go_on() : m.identity_to_sign_in()}
        </Button>
      </AuthPage>
    );
  }
  return (
    <AuthPage>
      <h1 className={classes.title}>{m.identity_passkey_title()}</h1>
      <p className={classes.lead}>{m.identity_passkey_lead()}</p>
      {problem && (
        <Note tone="bad" className={classes.note ?? ''}>
          {problem}
        </Note>
      )}
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextField name="name" label={m.identity_passkey_name()} hint={m.identity_passkey_name_hint()} maxLength={60} autoComplete="off" />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.identity_passkey_button()}
        </Button>
      </form>
    </AuthPage>
  );
}
