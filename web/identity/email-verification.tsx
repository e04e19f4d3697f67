import { useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { getRejectedLinkState, getSignInPath, type LinkPageState, loadLinkPageState, readNextPath, UnusableLinkMessage } from './link-page.tsx';

export const handle = makeScreenHandle(identityPublicScreens.emailVerification, m.screens_identity_email_verification);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { code = '', id = '' } = params;
  const standing = await loadLinkPageState(context, 'verify_email', code, id);
  return { code, id, standing, next: readNextPath(request), page: { title: m.screens_identity_email_verification() } };
}

/** The page of an emailed verification link. It confirms automatically once its script runs in a browser; the button is the fallback. */
export default function EmailVerification() {
  const { code, id, standing, next } = useLoaderData<typeof loader>();
  const { word, user } = useApp();
  const [state, setState] = useState<LinkPageState | 'done'>(standing);
  const [busy, setBusy] = useState(standing === 'open');
  const begun = useRef(false);

  async function verify(): Promise<void> {
    setBusy(true);
    try {
      await send(joinCalls.verifyEmail, { code, link: id });
      setState('done');
    } catch (problem) {
      const dead = getRejectedLinkState(problem);
      if (dead) setState(dead);
      else showToast({ kind: 'error', ...toErrorMessage(problem, word) });
    } finally {
      setBusy(false);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    if (standing !== 'open' || begun.current) return;
    begun.current = true;
    void verify();
  }, []);

  if (state !== 'open' && state !== 'done') {
    return (
      <AuthPage>
        <UnusableLinkMessage state={state} kind="verify_email" next={next} />
      </AuthPage>
    );
  }
  return (
    <AuthPage>
      <div role="status">
        <h1 className={classes.title}>{state === 'done' ? m.identity_verify_done() : m.identity_verify_working()}</h1>
        <p className={classes.lead}>{state === 'done' ? !user && m.identity_verify_done_text() : m.identity_verify_lead()}</p>
      </div>
      {state === 'done' ? (
        <Button size="md" fullWidth href={user ? next : getSignInPath(next)}>
          {user ? m.identity_go_on() : m.identity_to_sign_in()}
        </Button>
      ) : (
        <Button size="md" fullWidth loading={busy} onClick={() => void verify()}>
          {m.identity_verify_button()}
        </Button>
      )}
    </AuthPage>
  );
}
