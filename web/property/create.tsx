import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { type FormHandle, useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { formatTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import {
  findPinProblems,
  listFilledUnitGroups,
  makeBlankPropertyDraft,
  type PropertyDraft,
  type PropertyProblems,
  requiredPropertyFieldMessages,
  toPropertyInput,
} from './draft.ts';
import { PropertyAmenityFields, PropertyBasicsFields, type PropertyChoices, PropertyLocationFields } from './fields.tsx';
import { PropertyBillingFields, PropertyTermFields, PropertyUtilityFields } from './money-fields.tsx';
import { getPropertyTabHref } from './property-layout.tsx';
import { PropertyWizardReviewStep, PropertyWizardSummary } from './review.tsx';
import { findStructureProblems, PropertyStructureFields } from './structure.tsx';
import classes from './wizard.module.css';
import { WizardPhoneProgress, type WizardStep, WizardStepBar, wizardSteps } from './wizard-steps.tsx';

/** Required fields before the next step; the server checks again. */
function problemsOf(draft: PropertyDraft, step: WizardStep): PropertyProblems {
  if (step === 'structure') return findStructureProblems(draft);
  const pin = step === 'place' ? findPinProblems(draft) : {};
  const asked: readonly (readonly [WizardStep, string, boolean, () => string])[] = [
    ['basics', 'name', draft.name.trim().length >= 2, m.property_need_name],
    ['basics', 'category_id', draft.category_id !== null, m.property_need_category],
    ['basics', 'property_type_id', draft.property_type_id !== null, m.property_need_type],
    ['place', 'location_id', draft.location_id !== null, m.property_need_place],
    ['billing', 'due_day', draft.billing.due_day >= 1 && draft.billing.due_day <= 28, m.property_need_due_day],
    ['billing', 'late_fee_cents', draft.billing.late_fee !== 'fixed' || draft.billing.late_fee_cents > 0, m.property_need_late_sum],
  ];
  return { ...Object.fromEntries(asked.filter(([at, , ok]) => at === step && !ok).map(([, name, , says]) => [name, says()])), ...pin };
}

/** The step a server error belongs to. */
const stepOf = (field: string): number => {
  if (/^(structure|pattern-|type-)/.test(field)) return 2;
  if (/^(location_id|address|landmark|lat|lng|show_pin)/.test(field)) return 1;
  if (field.startsWith('amenities')) return 3;
  return /^(billing|due_day|late_fee_cents|notice_days|deposit_months|tax_profile|utilities)/.test(field) ? 4 : 0;
};

/** Form field by field of the call; a line of the structure is identified by its key. */
const names = (draft: PropertyDraft): Record<string, string> => ({
  'billing[due_day]': 'due_day',
  'billing[late_fee_cents]': 'late_fee_cents',
  ...Object.fromEntries(
    listFilledUnitGroups(draft).flatMap(({ key }, at) => [
      [`structure[${at}][pattern]`, `pattern-${key}`],
      [`structure[${at}][unit_type_id]`, `type-${key}`],
    ]),
  ),
});

/** The draft survives a reload: it stays in this browser until it is saved or discarded. */
function keptIn(key: string): PropertyDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<PropertyDraft> | null;
    if (kept?.client_key) return { ...makeBlankPropertyDraft(), ...kept };
  } catch {
    // A text that cannot be read is not a draft.
  }
  return makeBlankPropertyDraft();
}

function keep(key: string, draft: PropertyDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or blocked storage must not keep the user from finishing.
  }
}

/** Saves the draft while typing, with the time; a saved or discarded draft is not stored again. */
function useKept(key: string, draft: PropertyDraft) {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const known = useRef(draft);
  const gone = useRef('');
  useEffect(() => {
    if (known.current === draft || draft.client_key === gone.current) return;
    const isNew = known.current.client_key !== draft.client_key;
    known.current = draft;
    if (isNew) return;
    keep(key, draft);
    setSavedAt(clock.now());
  }, [key, draft]);
  const forget = () => {
    gone.current = draft.client_key;
    localStorage.removeItem(key);
    setSavedAt(null);
  };
  return { savedAt, forget };
}

export default function CreateProperty() {
  const { user } = useApp();
  const choices = useCall(propertyCalls.choices, {});
  if (!choices.data) return <LoadingState answer={choices} />;
  return <Wizard choices={choices.data} owner={String(user?.id ?? '')} />;
}

function Wizard({ choices, owner }: { choices: PropertyChoices; owner: string }) {
  const { layout, link } = useDashboard();
  const { visitor } = useApp();
  const navigate = useNavigate();
  const key = `makao.property-draft.${owner}`;
  const top = useRef<HTMLFormElement>(null);
  const form = useForm(propertyCalls.create, {
    id: 'property',
    blank: () => keptIn(key),
    given: toPropertyInput,
    says: requiredPropertyFieldMessages,
    check: (values) => Object.assign({}, ...wizardSteps.map((one) => problemsOf(values, one))) as PropertyProblems,
    names,
    touches: [unitCalls, listingCalls],
    found: (wrong) => {
      const fields = Object.keys(wrong);
      if (fields.length > 0) go(Math.min(...fields.map(stepOf)));
    },
    said: ({ name }) => m.said_added({ name }),
    done: (made) => {
      forget();
      const part = { id: made.id, code: made.code };
      // The pictures are the last step; people who may not add any see the new property instead.
      const pictures = isAllowed(['units', 'edit'], visitor) ? getPropertyTabHref('properties/:id/media', layout, visitor, part) : null;
      void navigate(`${pictures ?? link('property.detail', part)}?made=1`);
    },
  });
  const { values: draft, set, problems } = form;
  const { savedAt, forget } = useKept(key, draft);
  const at = Math.min(draft.step, wizardSteps.length - 1);
  const step = wizardSteps[at] ?? 'basics';
  const go = (to: number) => {
    set('step', to);
    top.current?.scrollIntoView({ block: 'start' });
  };
  const clear = () => {
    forget();
    form.reset();
  };
  return (
    <>
      <PageHeader
        title={m.property_new()}
        crumbs={[{ label: m.property_title(), href: link('property.list') }, { label: m.property_new() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={savedAt ? m.property_draft_saved({ time: formatTime(savedAt) }) : m.property_draft_help()}
      />
      <div className={classes.wiz}>
        <WizardStepBar at={at} go={go} />
        <form
          ref={top}
          className={classes.form}
          noValidate
          onSubmit={(event) => (step === 'review' ? form.submit(event) : form.next(event, problemsOf(draft, step), () => go(at + 1)))}
        >
          <WizardPhoneProgress at={at} />
          <FieldErrorsSummary title={m.property_fix({ count: Object.keys(problems).length })} {...form.summary} />
          <StepFields step={step} form={form} choices={choices} go={go} />
          <div className={classes.foot}>
            {at > 0 ? (
              <Button variant="default" onClick={() => go(at - 1)}>
                {m.property_back()}
              </Button>
            ) : (
              <Button variant="subtle" color="gray" onClick={clear}>
                {m.property_draft_clear()}
              </Button>
            )}
            <Button type="submit" loading={form.busy}>
              {step === 'review' ? m.property_make() : m.property_continue()}
            </Button>
          </div>
        </form>
        <PropertyWizardSummary draft={draft} choices={choices} />
      </div>
    </>
  );
}

type StepProps = { step: WizardStep; form: FormHandle<PropertyDraft>; choices: PropertyChoices; go: (to: number) => void };

function StepFields({ step, form, choices, go }: StepProps) {
  const { values: draft, set, put, problems } = form;
  const part = { draft, set, problems };
  if (step === 'basics') return <PropertyBasicsFields {...part} choices={choices} holders />;
  if (step === 'place') return <PropertyLocationFields {...part} put={put} withShow />;
  if (step === 'structure') return <PropertyStructureFields {...part} choices={choices} />;
  if (step === 'amenities') return <PropertyAmenityFields {...part} choices={choices} />;
  if (step === 'review') return <PropertyWizardReviewStep draft={draft} choices={choices} go={go} />;
  return (
    <>
      <PropertyBillingFields billing={draft.billing} setBilling={(next) => set('billing', next)} problems={problems} />
      <PropertyTermFields terms={draft} put={put} />
      <PropertyUtilityFields value={draft.utilities} onChange={(next) => set('utilities', next)} />
    </>
  );
}
