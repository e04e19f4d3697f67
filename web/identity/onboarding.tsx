import { type FormEvent, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { safePath } from '#contract/access/guard.ts';
import { identityCalls } from '#contract/identity/calls.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { homeOf, userTypes } from '#contract/kernel/roles.ts';
import { useApp, visitorOf } from '#web/kernel/app.tsx';
import { AuthPage } from '#web/kernel/auth-page.tsx';
import { send } from '#web/kernel/client.ts';
import { sayError } from '#web/kernel/errors.ts';
import { Refused } from '#web/kernel/send.ts';
import { IconBriefcase, IconBuildingCommunity, IconHome, IconUsers } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { ChoiceCards, StepBar } from '#web/ui/public/choice.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { Prose } from '#web/ui/public/prose.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export const loader = ({ request }: LoaderFunctionArgs) => ({
  next: safePath(new URL(request.url).searchParams.get('next')),
  page: { title: m.screens_identity_onboarding() },
});

const kinds = ['tenant', 'owner', 'agent', 'dealer'] as const;
type Kind = (typeof kinds)[number];
type Policies = Answer<typeof identityCalls.onboardingPolicies>['results'];
const steps = 3;

/** One question a step: what you do here, who you are, what you agree to. */
export default function Onboarding() {
  const { next } = useLoaderData<typeof loader>();
  const { user, word, reread } = useApp();
  const navigate = useNavigate();
  const [step, setStep] = useState(1);
  const [kind, setKind] = useState<Kind>('tenant');
  const [about, setAbout] = useState({ name: user?.name ?? '', phone: '', company: '' });
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  async function finish(agreed: number[]): Promise<void> {
    setBusy(true);
    try {
      await send(identityCalls.onboard, { user_type: userTypes[kind], ...about, phone: about.phone.replace(/\s/g, ''), agreed });
      toast({ kind: 'success', title: word('successTitle'), text: word('successfullyRegistered') });
      const now = await reread();
      await navigate(next === '/' ? homeOf(visitorOf(now).layout) : next, { replace: true });
    } catch (problem) {
      if (problem instanceof Refused && problem.body.fields) {
        setFields(problem.body.fields);
        if (problem.body.fields.name || problem.body.fields.phone) setStep(2);
      } else toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthPage top={<span className={classes.step}>{m.identity_onboarding_step({ step, steps })}</span>}>
      <StepBar step={step} of={steps} label={m.identity_onboarding_step({ step, steps })} />
      {step === 1 && <Choose kind={kind} setKind={setKind} go={() => setStep(2)} />}
      {step === 2 && <About kind={kind} about={about} setAbout={setAbout} errors={fields} back={() => setStep(1)} go={() => setStep(3)} />}
      {step === 3 && <Agree kind={kind} busy={busy} back={() => setStep(2)} finish={(ids) => void finish(ids)} />}
    </AuthPage>
  );
}

function Choose({ kind, setKind, go }: { kind: Kind; setKind: (kind: Kind) => void; go: () => void }) {
  const { product } = useApp();
  return (
    <>
      <h1 className={classes.title}>{m.identity_onboarding_title({ product })}</h1>
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
              icon: <IconUsers size={24} stroke={1.6} />,
            },
          ]}
        />
        <Button size="md" fullWidth onClick={go}>
          {m.identity_onboarding_continue()}
        </Button>
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
  const phoneWrong = !/^(?:\+?254|0)[17]\d{8}$/.test(about.phone.replace(/\s/g, ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!nameMissing && !phoneWrong) go();
  };
  return (
    <>
      <h1 className={classes.title}>{m.identity_onboarding_about_you()}</h1>
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
  useEffect(() => {
    send(identityCalls.onboardingPolicies, { user_type: userTypes[kind] }).then(
      (answer) => setPolicies(answer.results),
      (problem: unknown) => toast({ kind: 'error', ...sayError(problem, word) }),
    );
  }, [kind, word]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (agreed && policies) finish(policies.map((p) => p.id));
  };
  return (
    <>
      <h1 className={classes.title}>{m.identity_onboarding_agree_title()}</h1>
      <form className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.policies}>
          {(policies ?? []).map((p) => (
            <details key={p.id}>
              <summary>{(locale === 'sw' && p.title_sw) || p.title}</summary>
              <Prose html={(locale === 'sw' && p.body_sw) || p.body} />
            </details>
          ))}
        </div>
        <CheckField
          label={m.identity_onboarding_agree()}
          checked={agreed}
          onChange={(e) => setAgreed(e.currentTarget.checked)}
          error={tried && !agreed && m.identity_onboarding_consent_needed()}
        />
        <Moves back={back} label={m.identity_onboarding_finish()} loading={busy} />
      </form>
    </>
  );
}

const Moves = ({ back, label, loading = false }: { back: () => void; label: string; loading?: boolean }) => (
  <div className={classes.moves}>
    <Button size="md" variant="default" onClick={back}>
      {m.identity_onboarding_back()}
    </Button>
    <Button size="md" type="submit" fullWidth loading={loading}>
      {label}
    </Button>
  </div>
);
