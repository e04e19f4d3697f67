import { useCallback, useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { toSafePath } from '#contract/access/guard.ts';
import { findUserTypeForPath } from '#contract/booking/application-path.ts';
import { identityCalls } from '#contract/identity/calls.ts';
import type { JoinKind } from '#contract/identity/profile-kinds.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { isPlausiblePhone } from '#contract/kernel/phone-text.ts';
import { getHomePath, userTypes } from '#contract/kernel/roles.ts';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { fetchSession, signOut } from '#web/client/session.ts';
import { type PublicFormHandle, usePublicForm } from '#web/forms/use-public-form.ts';
import { schemaChecks } from '#web/forms/validate.ts';
import { toVisitor, useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { LanguageSwitch } from '#web/layout/language-switch.tsx';
import { phone as phoneText } from '#web/ui/format.ts';
import { IconBriefcase, IconBuildingCommunity, IconHome, IconTruck } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { ChoiceCards, StepBar } from '#web/ui/public/choice.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { ProseHtml } from '#web/ui/public/prose.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { emptyOnboardingDraft, OnboardingDetails, type OnboardingDraft, toOnboardingProfile } from './onboarding-details.tsx';
import { OnboardingButtons } from './onboarding-moves.tsx';

export const handle = makeScreenHandle(identityPublicScreens.onboarding, m.screens_identity_onboarding);

export const loader = ({ request }: LoaderFunctionArgs) => ({
  next: toSafePath(new URL(request.url).searchParams.get('next')),
  page: { title: m.screens_identity_onboarding() },
});

type Kind = JoinKind;
type Policies = CallResult<typeof identityCalls.onboardingPolicies>['results'];
const steps = 4;

const aboutProblems = ({ name, phone }: OnboardingDraft): Record<string, string> => ({
  ...(name.trim().length < 2 ? { name: m.identity_onboarding_name_needed() } : {}),
  ...(isPlausiblePhone(phone) ? {} : { phone: m.identity_onboarding_phone_needed() }),
});

/** The form field of each field of the call. */
const names = {
  'details.budget_cents': 'budget',
  'details.areas': 'areas',
  'details.earb': 'earb',
  'details.region': 'region',
  'details.kra_pin': 'kra',
  'details.payout': 'payPhone',
  'details.payout[phone]': 'payPhone',
  'details.payout[bank]': 'bank',
  'details.payout[account]': 'account',
  'details.payout[name]': 'accountName',
};
const aboutDetails = new Set<string>(Object.values(names));

const useOnboarding = (next: string, policies: Policies | null, setStep: (step: number) => void) => {
  const { user, word } = useApp();
  return usePublicForm(identityCalls.onboard, {
    blank: (): OnboardingDraft => ({ ...emptyOnboardingDraft, name: user?.name ?? '' }),
    given: ({ kind, name, phone, company, ...told }) => ({
      user_type: userTypes[kind],
      name,
      phone,
      company,
      details: toOnboardingProfile(kind, told),
      agreed: (policies ?? []).map((p) => p.id),
    }),
    by: schemaChecks,
    check: ({ agreed }): Record<string, string> => (agreed ? {} : { agreed: m.identity_onboarding_consent_needed() }),
    names,
    found: (wrong) => {
      if (wrong.name || wrong.phone) setStep(2);
      else if (Object.keys(wrong).some((name) => aboutDetails.has(name))) setStep(3);
    },
    done: async () => {
      showToast({ kind: 'success', title: word('successTitle'), text: word('successfullyRegistered') });
      const now = (await fetchSession()) ?? null;
      window.location.assign(next === '/' ? getHomePath(toVisitor(now).layout) : next);
    },
  });
};
/** One question per step: user type, person, role details, policies. */
export default function OnboardingPage() {
  const { next } = useLoaderData<typeof loader>();
  // Applicants and bidders are tenants and gave their name when joining: only the policies are left.
  const [short, setShort] = useState(findUserTypeForPath(next) !== null);
  const [step, setStep] = useState(short ? steps : 1);
  const [policies, setPolicies] = useState<Policies | null>(null);
  const form = useOnboarding(next, policies, (at) => {
    setShort(false);
    setStep(at);
  });
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    // The phone number given when joining. If the call fails, the person enters the number again.
    send(securityCalls.details, {}).then(
      ({ phone }) => {
        // A field with focus is not filled in, so that nothing changes while the person types.
        const typing = document.activeElement?.getAttribute('name') === 'phone';
        if (phone && !typing && !latest.current.values.phone) latest.current.put({ phone: phoneText(phone) });
      },
      () => undefined,
    );
  }, []);
  const shown = useRef(step);
  useEffect(() => {
    // The pressed button disappears with its step, so the focus moves to the new question.
    if (shown.current === step) return;
    shown.current = step;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [step]);

  const choose = (kind: Kind) => {
    // Another user type has other policies to agree to.
    form.put({ kind, agreed: false });
    setPolicies(null);
  };
  const inFull = () => {
    setShort(false);
    setStep(1);
  };
  const toDetails = () => {
    // The phone number just entered is the default for payouts, because owners usually receive rent there.
    if (!form.values.payPhone) form.put({ payPhone: form.values.phone });
    setStep(3);
  };
  return (
    <AuthPage
      top={
        <span className={classes.top}>
          {!short && <span className={classes.step}>{m.identity_onboarding_step({ step, steps })}</span>}
          {/* Another language is another page: offered while nothing has been typed yet. */}
          {(step === 1 || short) && <LanguageSwitch />}
        </span>
      }
    >
      {!short && <StepBar step={step} of={steps} label={m.identity_onboarding_step({ step, steps })} />}
      {step === 1 && <Choose kind={form.values.kind} setKind={choose} go={() => setStep(2)} />}
      {step === 2 && <About form={form} back={() => setStep(1)} go={toDetails} />}
      {step === 3 && <OnboardingDetails form={form} back={() => setStep(2)} go={() => setStep(4)} />}
      {step === 4 && <Agree form={form} policies={policies} setPolicies={setPolicies} applies={short} back={short ? inFull : () => setStep(3)} />}
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

type StepProps = { form: PublicFormHandle<OnboardingDraft>; back: () => void };

function About({ form, back, go }: StepProps & { go: () => void }) {
  return (
    <>
      <h1 className={classes.title} tabIndex={-1}>
        {m.identity_onboarding_about_you()}
      </h1>
      <form className={classes.form} noValidate onSubmit={(event) => form.next(event, aboutProblems(form.values), go)}>
        <TextField {...form.text('name')} label={m.identity_onboarding_name()} autoComplete="name" />
        <TextField {...form.text('phone')} label={m.identity_onboarding_phone()} type="tel" inputMode="tel" autoComplete="tel" />
        {form.values.kind !== 'tenant' && (
          <TextField {...form.text('company')} label={m.identity_onboarding_company()} optional={m.shell_optional()} autoComplete="organization" />
        )}
        <OnboardingButtons back={back} label={m.identity_onboarding_continue()} />
      </form>
    </>
  );
}

type AgreeProps = StepProps & { applies: boolean; policies: Policies | null; setPolicies: (list: Policies | null) => void };

function Agree({ form, back, applies, policies, setPolicies }: AgreeProps) {
  const { word, locale } = useApp();
  const { kind } = form.values;
  const [failed, setFailed] = useState(false);
  const ask = useCallback(() => {
    setFailed(false);
    setPolicies(null);
    send(identityCalls.onboardingPolicies, { user_type: userTypes[kind] }).then(
      (answer) => setPolicies(answer.results),
      (problem: unknown) => {
        setFailed(true);
        showToast({ kind: 'error', ...toErrorMessage(problem, word) });
      },
    );
  }, [kind, word, setPolicies]);
  useEffect(ask, [ask]);
  const waits = form.busy || (!policies && !failed);
  return (
    <>
      <h1 className={classes.title} tabIndex={-1}>
        {m.identity_onboarding_agree_title()}
      </h1>
      {applies && <p className={classes.lead}>{m.identity_apply_agree()}</p>}
      <form className={classes.form} noValidate onSubmit={(event) => (policies ? form.submit(event) : event.preventDefault())}>
        <div className={classes.policies}>
          {(policies ?? []).map((p) => (
            <details key={p.id}>
              <summary>{(locale === 'sw' && p.title_sw) || p.title}</summary>
              <ProseHtml html={(locale === 'sw' && p.body_sw) || p.body} />
            </details>
          ))}
        </div>
        {/* A person can agree only to text that is visible. */}
        {policies && <CheckField {...form.tick('agreed')} label={m.identity_onboarding_agree()} />}
        {failed && (
          <Button size="md" variant="default" fullWidth onClick={ask}>
            {m.shell_try_again()}
          </Button>
        )}
        {applies ? (
          <>
            <Button size="md" type="submit" fullWidth loading={waits}>
              {m.identity_onboarding_continue()}
            </Button>
            <Button variant="subtle" tone="gray" fullWidth onClick={back}>
              {m.identity_apply_not()}
            </Button>
          </>
        ) : (
          <OnboardingButtons back={back} label={m.identity_onboarding_finish()} loading={waits} />
        )}
      </form>
    </>
  );
}
