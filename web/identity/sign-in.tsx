import { type ReactNode, useEffect, useState } from 'react';
import { data, type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router';
import { buildSignInPath, readRequestedPath, toSafePath } from '#contract/access/guard.ts';
import { findUserTypeForPath } from '#contract/booking/application-path.ts';
import { type AccountPrompt, accountPrompts } from '#contract/constants.ts';
import { buildIntentReturnPath, isOwnIntent, readIntent } from '#contract/finding/wish.ts';
import type { SessionUser } from '#contract/identity/calls.ts';
import { type SignInError, signInErrors } from '#contract/identity/errors.ts';
import { phoneProofValidityDays } from '#contract/identity/phone-age.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { getHomePath } from '#contract/kernel/roles.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { fetchSession } from '#web/client/session.ts';
import { storeRequestedIntent } from '#web/finding/wish.ts';
import { toVisitor, useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { SupportLinks } from '#web/layout/support.tsx';
import { findPathAfterSignIn } from '#web/policy/path-after-sign-in.ts';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { TwoStepCodeForm } from './code-form.tsx';
import classes from './identity.module.css';
import { JoinForm } from './join-form.tsx';
import { getJoinTitle, JoinByPhoneForm } from './join-phone.tsx';
import { KeepAccountPanel } from './keep-account.tsx';
import { addKnownAccount, type KnownAccount, readKnownAccounts } from './known-accounts.ts';
import { PhoneCodeForm } from './phone-form.tsx';
import { AccountPicker } from './pick-account.tsx';
import { DemoAccountPicker, SignInForm, type SignInProblem } from './sign-in-form.tsx';

export const handle = makeScreenHandle(identityPublicScreens.signIn, m.screens_identity_sign_in);

export function loader({ context, request }: LoaderFunctionArgs) {
  const { csrf, demo, google, appUrl } = readServerFunctions(context);
  const { searchParams: asked, origin } = new URL(request.url);
  const [referer, ours] = [request.headers.get('referer'), [origin, new URL(appUrl).origin]];
  const back = buildIntentReturnPath(asked, referer, ours);
  if (back) throw redirect(buildSignInPath(back));
  const error = signInErrors.find((known) => known === asked.get('error')) ?? null;
  const prompt = accountPrompts.find((known) => known === asked.get('prompt')) ?? 'none';
  const notice = asked.get('notice');
  const given = toSafePath(asked.get('callbackUrl'));
  const callbackUrl = given === '/' ? readRequestedPath(request.headers.get('cookie')) : given;
  const wish = readIntent(asked.get('callbackUrl') ?? '');
  const way = wayOf(asked, callbackUrl);
  return data({
    csrfToken: csrf(),
    demo,
    google,
    error,
    way,
    sent: asked.get('step') === 'code',
    prompt,
    notice: notice === 'password' || notice === 'closing' ? notice : null,
    callbackUrl,
    wish,
    meant: isOwnIntent(wish, referer, ours),
    page: { title: way === 'join' ? getJoinTitle(callbackUrl) : prompt === 'create' ? m.identity_create_account() : m.identity_sign_in() },
  });
}

/** Sign-in by phone, if the address requests it. Applicants without another choice join by phone. */
function wayOf(asked: URLSearchParams, callbackUrl: string): 'phone' | 'join' | null {
  const way = asked.get('way');
  if (way === 'phone' || way === 'join') return way;
  const said = ['prompt', 'error', 'notice'].some((name) => asked.has(name));
  return findUserTypeForPath(callbackUrl) && !said ? 'join' : null;
}

/** The reason of a failure as text, which is the same for an unknown account and a wrong password. */
function problemText({ error, wait }: SignInProblem, word: ReturnType<typeof useApp>['word']): string {
  const texts: Record<SignInError, () => string> = {
    TooMany: () => (wait > 0 ? m.identity_error_too_many({ minutes: Math.ceil(wait / 60) }) : word('tooManyRequests')),
    SessionRequired: m.identity_error_session_ended,
    Csrf: m.identity_error_session_ended,
    Disabled: () => word('accountDisabled'),
    CredentialsSignin: () => `${word('wrongCredentials')}. ${m.identity_just_joined()}`,
    SecondFactor: m.identity_code_lead,
    WrongCode: m.identity_error_code,
    PhoneCode: m.identity_error_phone_code,
    PhoneOld: () => m.identity_error_phone_old({ days: phoneProofValidityDays }),
    PhoneTaken: m.identity_error_phone_taken,
    PhoneAbroad: m.identity_error_phone_abroad,
    PhoneElsewhere: m.identity_error_phone_elsewhere,
    Passkey: m.identity_error_passkey,
    OAuth: m.identity_error_oauth,
    OAuthLink: m.identity_error_oauth_link,
  };
  return texts[error]();
}

/** The attempted sign-in, its result, and the next step. */
function useSigningIn() {
  const { callbackUrl, error, wish, meant } = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  const codeAsked = error === 'SecondFactor' || error === 'WrongCode';
  const [problem, setProblem] = useState<SignInProblem | null>(error && error !== 'SecondFactor' ? { error, wait: 0 } : null);
  const [code, setCode] = useState(codeAsked);
  const [closing, setClosing] = useState<SessionUser | null>(null);
  const [known, setKnown] = useState<KnownAccount[]>([]);
  const [email, setEmail] = useState('');
  useEffect(() => setKnown(readKnownAccounts()), []);
  useEffect(() => {
    if (wish && meant) storeRequestedIntent(wish);
  }, [wish, meant]);

  // A full page load, so that no data of the visitor session stays in memory and the guard does not compete with the redirect.
  const leave = async (user: SessionUser | null) =>
    window.location.assign(await findPathAfterSignIn(callbackUrl === '/' ? getHomePath(toVisitor(user).layout) : callbackUrl));
  async function arrived(): Promise<void> {
    const user = (await fetchSession()) ?? null;
    if (user?.email) addKnownAccount({ name: user.name, email: user.email });
    if (user?.closing_at) setClosing(user);
    else await leave(user);
  }
  function failed(next: SignInProblem): void {
    setProblem(next.error === 'SecondFactor' ? null : next);
    setCode((was) => next.error === 'SecondFactor' || (was && (next.error === 'WrongCode' || next.error === 'TooMany')));
  }
  const show = (next: AccountPrompt) => {
    setProblem(null);
    setParams((old) => {
      old.delete('way');
      old.delete('step');
      old.delete('error');
      old.delete('notice');
      old.set('prompt', next);
      return old;
    });
  };
  return { problem, setProblem, code, setCode, closing, known, setKnown, email, setEmail, leave, arrived, failed, show };
}

/** One page with four forms: the prompt in its address selects one. */
export default function SignInPage() {
  const { callbackUrl, error, prompt, csrfToken, way, sent } = useLoaderData<typeof loader>();
  const { word } = useApp();
  const signing = useSigningIn();
  const { problem, setProblem, code, setCode, closing, known, setKnown, setEmail, leave, arrived, failed, show } = signing;
  const said = problem && (
    <Note tone={problem.error === 'SessionRequired' ? 'guard' : 'bad'} alert className={classes.note ?? ''}>
      {problemText(problem, word)}
      {(problem.error === 'Disabled' || problem.error === 'PhoneOld') && <SupportLinks />}
    </Note>
  );
  if (closing?.closing_at)
    return (
      <AuthPage>
        <KeepAccountPanel at={closing.closing_at} go={() => void leave(closing)} />
      </AuthPage>
    );
  if (code)
    return (
      <AuthPage>
        <TwoStepCodeForm
          callbackUrl={callbackUrl}
          csrfToken={csrfToken}
          problem={said}
          done={arrived}
          failed={failed}
          back={() => {
            setCode(false);
            show('login');
          }}
        />
      </AuthPage>
    );
  const byPhone = { csrfToken, callbackUrl, sent: sent || error === 'PhoneCode', done: arrived };
  if (way === 'join')
    return (
      <AuthPage>
        <JoinByPhoneForm
          {...byPhone}
          problem={problem}
          said={said}
          failed={(next) => (next ? failed(next) : setProblem(null))}
          signIn={() => show('login')}
        />
      </AuthPage>
    );
  if (way === 'phone')
    return (
      <AuthPage>
        <h1 className={classes.title}>{m.identity_phone_title()}</h1>
        <p className={classes.lead}>{m.identity_phone_lead()}</p>
        <PhoneCodeForm
          {...byPhone}
          asksName={false}
          problem={said}
          label={m.identity_sign_in()}
          failed={(next) => (next ? failed(next) : setProblem(null))}
        >
          <Button variant="subtle" tone="gray" fullWidth onClick={() => show('login')}>
            {m.identity_phone_other()}
          </Button>
        </PhoneCodeForm>
      </AuthPage>
    );
  if (prompt === 'create')
    return (
      <AuthPage>
        <JoinForm callbackUrl={callbackUrl} signIn={() => show('login')} />
      </AuthPage>
    );
  if (prompt === 'select_account' && known.length > 0) {
    return (
      <AuthPage>
        <AccountPicker
          known={known}
          setKnown={setKnown}
          pick={(chosen) => {
            setEmail(chosen);
            show('login');
          }}
        />
      </AuthPage>
    );
  }
  return (
    <AuthPage>
      <Login signing={signing} said={said} />
    </AuthPage>
  );
}

/** Sign-in by email and password, with the other methods below. */
function Login({ signing, said }: { signing: ReturnType<typeof useSigningIn>; said: ReactNode }) {
  const { callbackUrl, demo, notice, wish, csrfToken, google } = useLoaderData<typeof loader>();
  const { word } = useApp();
  const { problem, email, arrived, failed, show } = signing;
  return (
    <>
      <h1 className={classes.title} lang="sw">
        {m.identity_sign_in_title()}
      </h1>
      <p className={classes.lead}>{m.identity_sign_in_lead()}</p>
      {notice && !problem && (
        <Note tone="good" className={classes.note ?? ''}>
          {notice === 'password' ? word('passwordChanged') : m.identity_closing_notice({ days: 30 })}
        </Note>
      )}
      {wish && !notice && !problem && (
        <Note tone="info" className={classes.note ?? ''}>
          {m.identity_wish_notice()}
        </Note>
      )}
      {said}
      <SignInForm
        key={email}
        email={email}
        callbackUrl={callbackUrl}
        csrfToken={csrfToken}
        google={google}
        done={arrived}
        failed={failed}
        join={() => show('create')}
      />
      {demo && <DemoAccountPicker {...demo} />}
    </>
  );
}
