import { useState } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { toSafePath } from '#contract/access/guard.ts';
import { getHomePath } from '#contract/kernel/roles.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { signOut } from '#web/client/session.ts';
import { useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import { OutstandingPolicyList, postponePolicyConsent } from './agree-list.tsx';
import classes from './agree-prompt.module.css';

export const handle = makeScreenHandle(policyPublicScreens.agree, m.screens_policy_agree);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const callbackUrl = toSafePath(new URL(request.url).searchParams.get('callbackUrl'));
  const outcome = await readServerFunctions(context).call(policyCalls.listOutstanding, {});
  return data({ callbackUrl, policies: outcome.ok ? outcome.value.results : [], page: { title: m.dashboard_agree_title() } });
}

/** Asks at sign-in for policies published since the last one. A version in force cannot be postponed. */
export default function AgreePage() {
  const { callbackUrl, policies } = useLoaderData<typeof loader>();
  const { visitor, word } = useApp();
  const again = useRevalidator();
  const [busy, setBusy] = useState(false);
  const binding = policies.some((p) => p.binding);
  // A full page load, as after every sign-in.
  const go = () => window.location.assign(callbackUrl === '/' ? getHomePath(visitor.layout) : callbackUrl);
  async function all(): Promise<void> {
    setBusy(true);
    try {
      for (const { id, version } of policies) await sendCallByPath('POST', `/api/v2/policy/consent_policy/?id=${id}&version=${version}`);
      go();
    } catch (problem) {
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
      setBusy(false);
      // Another version may have come into force since the page opened, so the page reloads to show it.
      void again.revalidate();
    }
  }
  // The policy was already accepted, in another tab or earlier.
  if (policies.length === 0)
    return (
      <AuthPage>
        <h1>{m.dashboard_agree_title()}</h1>
        <p className={classes.text}>{m.dashboard_agree_none()}</p>
        <Button size="md" href={callbackUrl}>
          {m.identity_onboarding_continue()}
        </Button>
      </AuthPage>
    );
  return (
    <AuthPage>
      <h1>{m.dashboard_agree_title()}</h1>
      <p className={classes.text}>{binding ? m.dashboard_agree_text() : m.dashboard_agree_text_soon()}</p>
      <OutstandingPolicyList policies={policies} />
      <div className={classes.actions}>
        {binding ? (
          <Button variant="default" onClick={() => void signOut()}>
            {m.dashboard_agree_out()}
          </Button>
        ) : (
          <Button
            variant="default"
            onClick={() => {
              postponePolicyConsent();
              go();
            }}
          >
            {m.dashboard_agree_later()}
          </Button>
        )}
        <Button loading={busy} onClick={() => void all()}>
          {m.dashboard_agree_all()}
        </Button>
      </div>
    </AuthPage>
  );
}
