import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { safePath } from '#contract/access/guard.ts';
import { identityCalls } from '#contract/identity/calls.ts';
import type { JoinKind } from '#contract/identity/profile-kinds.ts';
import { identityPublic } from '#contract/identity/public.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { looksLikePhone } from '#contract/kernel/phone-text.ts';
import { homeOf, userTypes } from '#contract/kernel/roles.ts';
import { send } from '#web/client/client.ts';
import { sayError } from '#web/client/errors.ts';
import { Refused } from '#web/client/send.ts';
import { fetchSession, signOut } from '#web/client/session.ts';
import { useApp, visitorOf } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { screenHandle } from '#web/layout/current-screen.ts';
import { LanguageSwitch } from '#web/layout/language-switch.tsx';
import { phone as phoneText } from '#web/ui/format.ts';
import { IconBriefcase, IconBuildingCommunity, IconHome, IconTruck } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { ChoiceCards, StepBar } from '#web/ui/public/choice.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { Prose } from '#web/ui/public/prose.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { Details, nothingTold, toProfile } from './onboarding-details.tsx';
import { Moves } from './onboarding-moves.tsx';

export const handle = screenHandle(identityPublic.onboarding, m.screens_identity_onboarding);

export const loader = ({ request }: LoaderFunctionArgs) => ({
  next: safePath(new URL(request.url).searchParams.get('next')),
  page: { title: m.screens_identity_onboarding() },
});

type Kind = JoinKind;
type Policies = Answer<typeof identityCalls.onboardingPolicies>['results'];
const steps = 4;

/** One question a step: what you do here, who you are, what belongs to that role, what you agree to. */
export default function Onboarding() {
  const { next } = useLoaderData<typeof loader>();
  const { user, word } = useApp();
  const [step, setStep] = useState(1);
  const [kind, setKind] = useState<Kind>('tenant');
  const [about, setAbout] = useState({ name: user?.name ?? '', phone: '', company: '' });
  const [told, setTold] = useState(nothingTold);
  useEffect(() => {
    // The phone they joined with; without an answer they type it again.
    send(securityCalls.details, {}).then(
      ({ phone }) => phone && setAbout((old) => (old.phone ? old : { ...old, phone: phoneText(phone) })),
      () => undefined,
    );
  }, []);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const shown = useRef(step);
  useEffect(() => {
    // The button that was pressed is gone with its step: the new question is where reading goes on.
    if (shown.current === step) return;
    shown.current = step;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [step]);

  async function finish(agreed: number[]): Promise<void> {
    setBusy(true);
    try {
      await send(identityCalls.onboard, { user_type: userTypes[kind], ...about, details: toProfile(kind, told), agreed });
      toast({ kind: 'success', title: word('successTitle'), text: word('successfullyRegistered') });
      const now = (await fetchSession()) ?? null;
      window.location.assign(next === '/' ? homeOf(visitorOf(now).layout) : next);
    } catch (problem) {
      if (problem instanceof Refused && problem.body.fields) {
        setFields(problem.body.fields);
        const named = Object.keys(problem.body.fields);
        if (named.includes('name') || named.includes('phone')) setStep(2);
        else toast({ kind: 'error', ...sayError(problem, word) });
        if (named.some((field) => field.startsWith('details.'))) setStep(3);
      } else toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthPage
      top={
        <span className={classes.top}>
          <span className={classes.step}>{m.identity_onboarding_step({ step, steps })}</span>
          {/* Another language is another page: offered while nothing has been typed yet. */}
          {step === 1 && <LanguageSwitch />}
        </span>
      }
    >
      <StepBar step={step} of={steps} label={m.identity_onboarding_step({ step, steps })} />
      {step === 1 && <Choose kind={kind} setKind={setKind} go={() => setStep(2)} />}
      {step === 2 && <About kind={kind} about={about} setAbout={setAbout} errors={fields} back={() => setStep(1)} go={() => setStep(3)} />}
      {step === 3 && <Details kind={kind} told={told} setTold={setTold} phone={about.phone} back={() => setStep(2)} go={() => setStep(4)} />}
      {step === 4 && <Agree kind={kind} busy={busy} back={() => setStep(3)} finish={(ids) => void finish(ids)} />}
    </AuthPage>
  );
}

function Choose({ kind, setKind, go }: { kind: Kind; setKind: (kind: Kind) => void; go: () => void }) {
  const { product } = useApp();
  return (
    <>
      <h1 className={classes.title} tabIndex={-1}>
        {m.identity_onboarding_title({ product })}
      </h1>
      <p className={classes.lead}>{m.identity_onboarding_lead()}</p>
      <div className={classes.form}>
        <ChoiceCards<Kind>
          legend={m.identity_onboarding_title({ product })}
          value={kind}
          onChange={setKind}
          options={[
            {
              value: 'tenant',
              title: m.identity_onboarding_tenant(),
              text: m.identity_onboarding_tenant_text(),
              icon: <IconHome size={24} stroke={1.6} />,
            },
            {
              value: 'owner',
              title: m.identity_onboarding_owner(),
              text: m.identity_onboarding_owner_text(),
              icon: <IconBuildingCommunity size={24} stroke={1.6} />,
            },
            {
              value: 'agent',
              title: m.identity_onboarding_agent(),
              text: m.identity_onboarding_agent_text(),
              icon: <IconBriefcase size={24} stroke={1.6} />,
            },
            {
              value: 'dealer',
              title: m.identity_onboarding_dealer(),
              text: m.identity_onboarding_dealer_text(),
              icon: <IconTruck size={24} stroke={1.6} />,
            },
          ]}
        />
        <div className={classes.moves}>
          <Button variant="subtle" tone="gray" size="md" onClick={() => void signOut()}>
            {m.shell_sign_out()}
          </Button>
          <Button size="md" fullWidth onClick={go}>
            {m.identity_onboarding_continue()}
          </Button>
        </div>
      </div>
    </>
  );
}

type AboutYou = { name: string; phone: string; company: string };

function About({
  kind,
  about,
  setAbout,
  errors,
  back,
  go,
}: {
  kind: Kind;
  about: AboutYou;
  setAbout: (about: AboutYou) => void;
  errors: Readonly<Record<string, string>>;
  back: () => void;
  go: () => void;
}) {
  const [tried, setTried] = useState(false);
  const nameMissing = about.name.trim().length < 2;
  const phoneWrong = !looksLikePhone(about.phone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!nameMissing && !phoneWrong) go();
  };
  return (
    <>
      <h1 className={classes.title} tabIndex={-1}>
        {m.identity_onboarding_about_you()}
      </h1>
      <form className={classes.form} noValidate onSubmit={submit}>
        <TextField
          label={m.identity_onboarding_name()}
          autoComplete="name"
          value={about.name}
          onChange={(e) => setAbout({ ...about, name: e.currentTarget.value })}
          error={(tried && nameMissing && m.identity_onboarding_name_needed()) || errors.name}
        />
        <TextField
          label={m.identity_onboarding_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={about.phone}
          onChange={(e) => setAbout({ ...about, phone: e.currentTarget.value })}
          error={(tried && phoneWrong && m.identity_onboarding_phone_needed()) || errors.phone}
        />
        {kind !== 'tenant' && (
          <TextField
            label={m.identity_onboarding_company()}
            optional={m.shell_optional()}
            autoComplete="organization"
            value={about.company}
            onChange={(e) => setAbout({ ...about, company: e.currentTarget.value })}
          />
        )}
        <Moves back={back} label={m.identity_onboarding_continue()} />
      </form>
    </>
  );
}

function Agree({ kind, busy, back, finish }: { kind: Kind; busy: boolean; back: () => void; finish: (ids: number[]) => void }) {
  const { word, locale } = useApp();
  const [policies, setPolicies] = useState<Policies | null>(null);
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const [failed, setFailed] = useState(false);
  const ask = useCallback(() => {
    setFailed(false);
    send(identityCalls.onboardingPolicies, { user_type: userTypes[kind] }).then(
      (answer) => setPolicies(answer.results),
      (problem: unknown) => {
        setFailed(true);
        toast({ kind: 'error', ...sayError(problem, word) });
      },
    );
  }, [kind, word]);
  useEffect(ask, [ask]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (agreed && policies) finish(policies.map((p) => p.id));
  };
  return (
    <>
      <h1 className={classes.title} tabIndex={-1}>
        {m.identity_onboarding_agree_title()}
      </h1>
      <form className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.policies}>
          {(policies ?? []).map((p) => (
            <details key={p.id}>
              <summary>{(locale === 'sw' && p.title_sw) || p.title}</summary>
              <Prose html={(locale === 'sw' && p.body_sw) || p.body} />
            </details>
          ))}
        </div>
        {/* Nobody agrees to what does not stand there yet. */}
        {policies && (
          <CheckField
            label={m.identity_onboarding_agree()}
            checked={agreed}
            onChange={(e) => setAgreed(e.currentTarget.checked)}
            error={tried && !agreed && m.identity_onboarding_consent_needed()}
          />
        )}
        {failed && (
          <Button size="md" variant="default" fullWidth onClick={ask}>
            {m.shell_try_again()}
          </Button>
        )}
        <Moves back={back} label={m.identity_onboarding_finish()} loading={busy || (!policies && !failed)} />
      </form>
    </>
  );
}
