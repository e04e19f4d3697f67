import { Checkbox, NativeSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type InspectionDetails, inspectionCalls } from '#contract/inspection/calls.ts';
import { type InspectionKind, inspectedHomeKinds, tenantAnsweredInspectionKinds } from '#contract/inspection/kinds.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';

type Done = { close: () => void; done: (made: InspectionDetails) => void };
/** Ten in the morning in two days: a day's notice, in daylight. */
const start = () => `${addDays(clock.today(), 2)}T10:00`;
/** The date and time of the field are in Nairobi time, independent of the reader's zone. */
const momentOf = (local: string) => (local === '' ? '' : `${local}:00+03:00`);

type Field = { readonly onChange: (value: string) => void };
/** No choice is an empty text. */
const chosen = <F extends Field>({ onChange, ...rest }: F) => ({ ...rest, onChange: (value: string | null) => onChange(value ?? '') });

/** The home and tenancy of the inspection; without them the planner chooses. */
type Of = {
  readonly kind: (typeof inspectedHomeKinds)[number];
  readonly tenancy: number;
  readonly unit: { readonly id: number; readonly name: string };
};
/** The form to plan an inspection of a home. */
export function PlanInspectionForm({ close, done, of }: Done & { of?: Of }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 300);
  const form = useForm(inspectionCalls.create, {
    blank: {
      kind: of?.kind ?? 'routine',
      unit_id: String(of?.unit.id ?? ''),
      tenancy_id: String(of?.tenancy ?? ''),
      scheduled_at: start(),
      inspector_id: '',
      template_id: '',
      consented: false,
      reason: '',
    },
    given: (v) => ({
      kind: v.kind as (typeof inspectedHomeKinds)[number],
      unit_id: Number(v.unit_id) || noRecordId,
      tenancy_id: Number(v.tenancy_id) || null,
      scheduled_at: momentOf(v.scheduled_at),
      inspector_id: Number(v.inspector_id) || null,
      template_id: Number(v.template_id) || null,
      consented: v.consented,
      reason: v.reason,
    }),
    says: { unit_id: m.inspection_need_unit, scheduled_at: m.inspection_need_when },
    // The tenancy's page shows the planned move-in inspection.
    touches: [tenancyCalls],
    said: (one) => m.inspection_said_planned({ code: one.code }),
    done,
  });
  const { values } = form;
  const kind = values.kind as InspectionKind;
  const units =
    useCall(unitCalls.list, { page: 1, page_size: 20, sort: 'name', z_filter: q ? { name: q } : {} }, { quiet: true }).data?.results ?? [];
  const unit = Number(values.unit_id) || 0;
  const tenancies =
    useCall(tenancyCalls.list, { page: 1, page_size: 10, z_filter: { unit_id: unit } }, { enabled: unit > 0, quiet: true }).data?.results ?? [];
  const forms = useCall(inspectionCalls.listTemplates, { kind }, { quiet: true }).data?.results ?? [];
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.inspection_plan()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.inspection_plan()} />}
    >
      <NativeSelect
        {...form.text('kind')}
        label={m.inspection_column_kind()}
        data={inspectedHomeKinds.map((one) => ({ value: one, label: inspectionKindLabels[one]() }))}
      />
      <Select
        {...chosen(form.field('unit_id'))}
        label={m.inspection_unit()}
        placeholder={m.inspection_unit_hint()}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={[
          ...(of && !units.some((one) => one.id === of.unit.id) ? [{ value: String(of.unit.id), label: of.unit.name }] : []),
          ...units.map((one) => ({ value: String(one.id), label: `${one.property.name}, ${one.name}` })),
        ]}
      />
      {unit > 0 && tenancies.length > 0 && (
        <NativeSelect
          {...form.text('tenancy_id')}
          label={tenantAnsweredInspectionKinds.includes(kind) ? m.inspection_tenancy() : `${m.inspection_tenancy()} ${m.shell_optional()}`}
          data={[
            { value: '', label: m.inspection_running() },
            ...tenancies.map((one) => ({ value: String(one.id), label: `${one.lead?.name ?? ''} ${one.code}` })),
          ]}
        />
      )}
      {tenancies.length === 0 && form.problems.tenancy_id && <p role="alert">{form.problems.tenancy_id}</p>}
      <TextInput {...form.text('scheduled_at')} type="datetime-local" label={m.inspection_column_when()} description={m.inspection_nairobi()} />
      {!tenantAnsweredInspectionKinds.includes(kind) && <Checkbox {...form.tick('consented')} label={m.inspection_consented()} />}
      <Inspector kind={kind} field={form.text('inspector_id')} />
      <NativeSelect
        {...form.text('template_id')}
        label={m.inspection_form()}
        data={[{ value: '', label: m.inspection_form_fitting() }, ...forms.map((one) => ({ value: String(one.id), label: one.name }))]}
      />
      <Textarea {...form.text('reason')} label={`${m.inspection_note()} ${m.shell_optional()}`} maxLength={1000} autosize minRows={2} />
    </FormDrawer>
  );
}

type TextField = { value: string; onChange: (event: { currentTarget: { value: string } }) => void; error?: string | undefined };
function Inspector({ kind, property, field }: { kind: InspectionKind; property?: number; field: object }) {
  const people =
    useCall(inspectionCalls.listInspectors, { kind, ...(property ? { property_id: property } : {}) }, { quiet: true }).data?.results ?? [];
  return (
    <NativeSelect
      {...(field as TextField)}
      label={m.inspection_inspector()}
      data={[{ value: '', label: m.inspection_whoever() }, ...people.map((one) => ({ value: String(one.id), label: one.name }))]}
    />
  );
}

/** The form to plan the verification of a property. */
export function PlanVerificationForm({ close, done }: Done) {
  const waiting =
    useCall(propertyCalls.list, { page: 1, page_size: 100, z_filter: { status: 'pending_verification' } }, { quiet: true }).data?.results ?? [];
  const form = useForm(inspectionCalls.createVerification, {
    blank: { property_id: '', scheduled_at: start(), inspector_id: '' },
    given: (v) => ({
      property_id: Number(v.property_id) || noRecordId,
      scheduled_at: momentOf(v.scheduled_at),
      inspector_id: Number(v.inspector_id) || null,
    }),
    says: { property_id: m.inspection_need_property, scheduled_at: m.inspection_need_when },
    inPlace: true,
    said: (one) => m.inspection_said_planned({ code: one.code }),
    done,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.inspection_plan_verification()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.inspection_plan_verification()} />}
    >
      <Select
        {...chosen(form.field('property_id'))}
        label={m.inspection_property()}
        description={m.inspection_property_waiting()}
        searchable
        nothingFoundMessage={m.inspection_none_waiting()}
        data={waiting.map((one) => ({ value: String(one.id), label: one.name }))}
      />
      <TextInput {...form.text('scheduled_at')} type="datetime-local" label={m.inspection_column_when()} description={m.inspection_nairobi()} />
      <Inspector
        kind="verification"
        {...(Number(form.values.property_id) ? { property: Number(form.values.property_id) } : {})}
        field={form.text('inspector_id')}
      />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}
