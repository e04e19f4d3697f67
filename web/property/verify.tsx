import { Checkbox, FileInput, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  findVerificationCheckProblem,
  getDefaultVerificationMethod,
  requiredVerificationChecks,
  type VerificationCheck,
  type VerificationCheckDraft,
  verificationChecks,
} from '#contract/catalogue/verification.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { verificationCheckLabels } from '#contract/property/labels.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const wayNames = { site: m.property_check_site, papers: m.property_check_papers } as const;

type Rows = Readonly<Record<VerificationCheck, VerificationCheckDraft>>;
const untouched: VerificationCheckDraft = { on: false, way: '', note: '', file_id: null };
const blank = Object.fromEntries(verificationChecks.map((what) => [what, untouched])) as Rows;
const faults = { tick: m.property_check_tick, way: m.property_check_way_needed, shows: m.property_check_shows } as const;
const others = verificationChecks.filter((what) => !requiredVerificationChecks.includes(what));

/** The checks with method and evidence. Nothing is ticked in advance; errors appear at their row. */
export function VerifyPropertyForm({ property, close }: { property: PropertyDetails; close: () => void }) {
  const form = useForm(propertyCalls.verify, {
    blank: { ...blank, remark: '' },
    given: ({ remark, ...rows }) => ({
      id: property.id,
      move: 'verify' as const,
      note: remark.trim(),
      checks: verificationChecks.flatMap((what) => {
        const { on, way, note, file_id } = rows[what];
        return on && way !== '' ? [{ what, way, note: note.trim(), file_id }] : [];
      }),
    }),
    names: { note: 'remark' },
    check: (rows) =>
      Object.fromEntries(
        verificationChecks.flatMap((what) => {
          const fault = findVerificationCheckProblem(what, rows[what]);
          return fault ? [[what, faults[fault]()]] : [];
        }),
      ),
    inPlace: true,
    touches: [unitCalls, listingCalls],
    said: () => m.said_property_verified({ name: property.name }),
    done: close,
  });
  const row = (what: VerificationCheck) => (
    <CheckRow
      key={what}
      id={property.id}
      what={what}
      row={form.values[what]}
      problem={form.problems[what]}
      set={(change) => form.set(what, { ...form.values[what], ...change })}
    />
  );
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.property_verify_title({ name: property.name })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.property_verify()} />}
    >
      <Text size="sm">{m.property_verify_text()}</Text>
      <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
        <legend>
          <b>{m.property_check_title()}</b>
        </legend>
        <Text size="sm" c="dimmed" mb={12}>
          {m.property_check_help()}
        </Text>
        <Stack gap={14}>
          <Text size="sm" fw={600}>
            {m.property_check_three()}
          </Text>
          {requiredVerificationChecks.map(row)}
          <Text size="sm" fw={600} mt={6}>
            {m.property_check_others()}
          </Text>
          {others.map(row)}
        </Stack>
      </fieldset>
      <Textarea {...form.text('remark')} label={`${m.property_note()} ${m.shell_optional()}`} maxLength={1000} autosize minRows={2} />
      {form.problem && <Note tone="bad">{form.problem}</Note>}
    </FormDrawer>
  );
}

type RowProps = {
  id: number;
  what: VerificationCheck;
  row: VerificationCheckDraft;
  problem: string | undefined;
  set: (change: Partial<VerificationCheckDraft>) => void;
};
function CheckRow({ id, what, row, problem, set }: RowProps) {
  const name = verificationCheckLabels[what]();
  const bring = useAction(propertyCalls.uploadEvidence, { quiet: true, done: ({ file_id }) => set({ file_id }) });
  const at = problem ? findVerificationCheckProblem(what, row) : null;
  return (
    <div>
      <Checkbox
        checked={row.on}
        onChange={(event) => set({ on: event.currentTarget.checked, way: row.way || getDefaultVerificationMethod(what) })}
        label={requiredVerificationChecks.includes(what) ? `${name} (${m.property_check_needed()})` : name}
        error={at === 'tick' && problem}
        aria-invalid={at === 'tick' || undefined}
      />
      {row.on && (
        <Stack gap={8} mt={8} pl={28}>
          <NativeSelect
            aria-label={m.property_check_way({ what: name })}
            value={row.way}
            onChange={(event) => set({ way: event.currentTarget.value as VerificationCheckDraft['way'] })}
            error={at === 'way' && problem}
            data={[
              { value: '', label: m.property_check_way_choose() },
              { value: 'site', label: wayNames.site() },
              { value: 'papers', label: wayNames.papers() },
            ]}
          />
          <TextInput
            aria-label={m.property_check_note({ what: name })}
            placeholder={m.property_check_note_hint()}
            value={row.note}
            onChange={(event) => set({ note: event.currentTarget.value })}
            error={at === 'shows' && problem}
            maxLength={300}
          />
          <FileInput
            aria-label={m.property_check_file({ what: name })}
            placeholder={m.property_check_file_choose()}
            accept="application/pdf,image/jpeg,image/png,image/webp"
            disabled={bring.isPending}
            onChange={(file) => file && bring.mutate({ id, evidence: file })}
          />
        </Stack>
      )}
    </div>
  );
}

/** The result of the last verification, for managers and verifiers. */
export function VerificationCheckList({ checks }: { checks: PropertyDetails['verification_checks'] }) {
  if (checks.length === 0) return null;
  return (
    <DefinitionList
      items={checks.map(({ what, way, note, file }) => ({
        label: verificationCheckLabels[what](),
        value: (
          <>
            {wayNames[way]()}
            {note && `: ${note}`}{' '}
            {file && (
              <a href={file} target="_blank" rel="noreferrer">
                {m.property_check_open()}
              </a>
            )}
          </>
        ),
      }))}
    />
  );
}
