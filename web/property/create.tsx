import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { propertyCalls } from '#contract/property/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { percent, time } from '#web/ui/format.ts';
import { IconCheck } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { blankDraft, bodyOf, type Draft, type Problems, type SetDraft } from './draft.ts';
import { AmenityFields, BasicsFields, type Choices, PlaceFields } from './fields.tsx';
import { BillingFields, TermFields, UtilityFields } from './money-fields.tsx';
import { Review, SoFar } from './review.tsx';
import { StructureFields, structureProblems } from './structure.tsx';
import classes from './wizard.module.css';

const steps = ['basics', 'place', 'structure', 'amenities', 'billing', 'review'] as const;
type Step = (typeof steps)[number];
const stepNames: Readonly<Record<Step, () => string>> = {
  basics: m.property_step_basics,
  place: m.property_step_place,
  structure: m.property_step_structure,
  amenities: m.property_amenities,
  billing: m.property_step_billing,
  review: m.property_step_review,
};

/** What to enter before going on; the server checks the same again and has the last word. */
function problemsOf(draft: Draft, step: Step): Problems {
  if (step === 'structure') return structureProblems(draft);
  const needs: readonly (readonly [Step, string, boolean, () => string])[] = [
    ['basics', 'name', draft.name.trim().length >= 2, m.property_need_name],
    ['basics', 'category_id', draft.category_id !== null, m.property_need_category],
    ['basics', 'property_type_id', draft.property_type_id !== null, m.property_need_type],
    ['place', 'location_id', draft.location_id !== null, m.property_need_place],
    ['billing', 'due_day', draft.billing.due_day >= 1 && draft.billing.due_day <= 28, m.property_need_due_day],
    ['billing', 'late_fee_cents', draft.billing.late_fee !== 'fixed' || draft.billing.late_fee_cents > 0, m.property_need_late_sum],
  ];
  return Object.fromEntries(needs.filter(([at, , ok]) => at === step && !ok).map(([, name, , says]) => [name, says()]));
}

/** Which step a refusal of the server is about. */
const stepOf = (field: string): number => {
  if (field.startsWith('structure')) return 2;
  if (/^(location_id|address|landmark|lat|lng|show_pin)/.test(field)) return 1;
  if (field.startsWith('amenities')) return 3;
  return /^(billing|notice_days|deposit_months|tax_profile|utilities)/.test(field) ? 4 : 0;
};

/** The draft survives a reload: it stays in this browser until it is made or thrown away. */
function useDraft(owner: string) {
  const key = `makao.property-draft.${owner}`;
  const [draft, setDraft] = useState<Draft>(blankDraft);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const loaded = useRef(false);
  useEffect(() => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
      if (kept?.client_key) setDraft({ ...blankDraft(), ...kept });
    } catch {
      // What cannot be read is not a draft of ours.
    }
    loaded.current = true;
  }, [key]);
  const change = (next: (old: Draft) => Draft) =>
    setDraft((old) => {
      const now = next(old);
      if (loaded.current) {
        try {
          localStorage.setItem(key, JSON.stringify(now));
        } catch {
          // A full or closed store keeps nobody from finishing.
        }
      }
      return now;
    });
  const set: SetDraft = (name, value) => {
    change((old) => ({ ...old, [name]: value }));
    setSavedAt(clock.now());
  };
  const forget = () => {
    localStorage.removeItem(key);
    setDraft(blankDraft());
    setSavedAt(null);
  };
  return { draft, set, savedAt, forget };
}

export default function CreateProperty() {
  const { user } = useApp();
  const choices = useCall(propertyCalls.choices, {});
  if (!choices.data) return <Waiting answer={choices} />;
  return <Wizard choices={choices.data} owner={String(user?.id ?? '')} />;
}

function Wizard({ choices, owner }: { choices: Choices; owner: string }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const { draft, set, savedAt, forget } = useDraft(owner);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const top = useRef<HTMLFormElement>(null);
  const at = Math.min(draft.step, steps.length - 1);
  const step = steps[at] ?? 'basics';
  const go = (to: number) => {
    set('step', to);
    top.current?.scrollIntoView({ block: 'start' });
  };
  const show = (found: Problems) => {
    setProblems(found);
    setAttempt((n) => n + 1);
  };
  const create = useAct(propertyCalls.create, {
    touches: [unitCalls],
    done: (made) => {
      forget();
      void navigate(`${link('property.detail', { id: made.id, code: made.code })}?made=1`);
    },
    handles: (problem) => {
      if (!(problem instanceof Refused) || problem.status !== 400 || !problem.body.fields) return false;
      const fields = problem.body.fields as Problems;
      go(Math.min(...Object.keys(fields).map(stepOf)));
      show(fields);
      return true;
    },
  });
  const next = () => {
    const found = problemsOf(draft, step);
    if (Object.keys(found).length > 0) return show(found);
    setProblems({});
    if (step !== 'review') return go(at + 1);
    const wrong = steps.findIndex((one) => Object.keys(problemsOf(draft, one)).length > 0);
    if (wrong < 0) return create.mutate(bodyOf(draft));
    go(wrong);
    show(problemsOf(draft, steps[wrong] ?? 'basics'));
  };
  return (
    <>
      <PageHeader
        title={m.property_new()}
        crumbs={[{ label: m.property_title(), href: link('property.list') }, { label: m.property_new() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={savedAt ? m.property_draft_saved({ time: time(savedAt) }) : m.property_draft_help()}
      />
      <div className={classes.wiz}>
        <Steps at={at} go={go} />
        <form
          ref={top}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <div className={classes.phone}>
            <b>{m.property_step_of({ at: at + 1, of: steps.length, name: stepNames[step]() })}</b>
            <Progress
              value={percent(at + 1, steps.length)}
              size={4}
              aria-label={m.property_step_of({ at: at + 1, of: steps.length, name: stepNames[step]() })}
            />
          </div>
          <FieldErrorsSummary
            title={m.property_fix({ count: Object.keys(problems).length })}
            errors={Object.entries(problems).map(([name, text]) => ({ id: `property-${name}`, text }))}
            attempt={attempt}
          />
          <StepFields step={step} draft={draft} set={set} problems={problems} choices={choices} go={go} />
          <div className={classes.foot}>
            {at > 0 ? (
              <Button variant="default" onClick={() => go(at - 1)}>
                {m.property_back()}
              </Button>
            ) : (
              <Button variant="subtle" color="gray" onClick={forget}>
                {m.property_draft_clear()}
              </Button>
            )}
            <Button type="submit" loading={create.isPending}>
              {step === 'review' ? m.property_make() : m.property_continue()}
            </Button>
          </div>
        </form>
        <SoFar draft={draft} choices={choices} />
      </div>
    </>
  );
}

const Steps = ({ at, go }: { at: number; go: (to: number) => void }) => (
  <ol className={classes.steps}>
    {steps.map((name, index) => (
      <li key={name} data-s={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
        <button type="button" disabled={index >= at} onClick={() => go(index)}>
          <i>{index < at ? <IconCheck size={14} aria-label={m.property_step_done()} /> : index + 1}</i>
          {stepNames[name]()}
        </button>
      </li>
    ))}
  </ol>
);

type StepProps = { step: Step; draft: Draft; set: SetDraft; problems: Problems; choices: Choices; go: (to: number) => void };

function StepFields({ step, draft, set, problems, choices, go }: StepProps) {
  const part = { draft, set, problems };
  if (step === 'basics') return <BasicsFields {...part} choices={choices} holders />;
  if (step === 'place') return <PlaceFields {...part} withShow />;
  if (step === 'structure') return <StructureFields {...part} choices={choices} />;
  if (step === 'amenities') return <AmenityFields {...part} choices={choices} />;
  if (step === 'review') return <Review draft={draft} choices={choices} go={go} />;
  return (
    <>
      <BillingFields billing={draft.billing} setBilling={(next) => set('billing', next)} problems={problems} />
      <TermFields
        terms={draft}
        put={(changes) => {
          if (changes.notice_days !== undefined) set('notice_days', changes.notice_days);
          if (changes.deposit_months !== undefined) set('deposit_months', changes.deposit_months);
          if (changes.tax_profile !== undefined) set('tax_profile', changes.tax_profile);
        }}
      />
      <UtilityFields value={draft.utilities} onChange={(next) => set('utilities', next)} />
    </>
  );
}
