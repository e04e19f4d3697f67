import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { utilityNames } from '#contract/property/kinds.ts';
import { utilityChargeKindLabels, utilityLabels } from '#contract/property/labels.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatCount, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import type { PropertyDraft } from './draft.ts';
import type { PropertyChoices } from './fields.tsx';
import { expandDraftUnits } from './structure.tsx';
import classes from './wizard.module.css';

const nameIn = (from: readonly { id: number; name: string }[], id: number | null) => from.find((one) => one.id === id)?.name ?? m.property_not_said();

/** A summary of the draft beside every step. */
export function PropertyWizardSummary({ draft, choices }: { draft: PropertyDraft; choices: PropertyChoices }) {
  const { units } = expandDraftUnits(draft);
  const rent = units.reduce((sum, unit) => sum + (unit.row.from.rent_cents ?? 0), 0);
  return (
    <aside className={classes.aside} aria-labelledby="so-far">
      <h2 id="so-far">{draft.name || m.screens_property_create()}</h2>
      <p>{nameIn(choices.types, draft.property_type_id)}</p>
      <DefinitionList
        items={[
          { label: m.property_column_units(), value: formatCount(units.length) },
          { label: m.property_rent_full(), value: formatKes(rent) },
          { label: m.property_amenities(), value: formatCount(draft.amenities.length) },
          { label: m.property_field_pin(), value: draft.lat === null ? m.property_pin_missing() : m.property_pin_set() },
        ]}
      />
    </aside>
  );
}

const Section = ({ title, edit, children }: { title: string; edit: () => void; children: ReactNode }) => (
  <Panel
    title={title}
    right={
      <Button variant="subtle" size="compact-sm" onClick={edit} aria-label={m.property_review_edit({ what: title })}>
        {m.shell_edit()}
      </Button>
    }
  >
    {children}
  </Panel>
);

/** A summary before saving, with links back to each step. */
export function PropertyWizardReviewStep({ draft, choices, go }: { draft: PropertyDraft; choices: PropertyChoices; go: (step: number) => void }) {
  const { units } = expandDraftUnits(draft);
  const kinds = [...new Set(units.map((unit) => unit.row.from.unit_type_id))];
  const holder = choices.holders.find((one) => one.id === (draft.company_id ?? choices.holders[0]?.id));
  return (
    <div className={classes.sections}>
      {(units.length === 0 || draft.lat === null) && (
        <Note tone="info" title={m.property_review_later()}>
          {m.property_review_later_text()}
        </Note>
      )}
      <Section title={m.property_step_basics()} edit={() => go(0)}>
        <DefinitionList
          items={[
            { label: m.property_field_name(), value: draft.name },
            { label: m.property_column_holder(), value: holder?.name ?? m.property_not_said() },
            { label: m.property_field_category(), value: nameIn(choices.categories, draft.category_id) },
            { label: m.property_field_type(), value: nameIn(choices.types, draft.property_type_id) },
          ]}
        />
      </Section>
      <Section title={m.property_step_place()} edit={() => go(1)}>
        <DefinitionList
          items={[
            { label: m.property_field_address(), value: draft.address || m.property_not_said() },
            { label: m.property_field_landmark(), value: draft.landmark || m.property_not_said() },
            {
              label: m.property_field_pin(),
              value: draft.lat === null ? m.property_pin_missing() : draft.show_pin ? m.property_pin_shown() : m.property_pin_hidden(),
            },
          ]}
        />
      </Section>
      <Section title={m.property_step_structure()} edit={() => go(2)}>
        <DefinitionList
          items={[
            { label: m.property_column_units(), value: formatCount(units.length) },
            ...kinds.map((kind) => ({
              label: nameIn(choices.unit_types, kind),
              value: formatCount(units.filter((unit) => unit.row.from.unit_type_id === kind).length),
            })),
            { label: m.property_names(), value: units.length === 0 ? m.property_none() : namesOf(units.map((unit) => unit.name)) },
          ]}
        />
      </Section>
      <Section title={m.property_amenities()} edit={() => go(3)}>
        {draft.amenities.length === 0 ? m.property_none() : draft.amenities.map((id) => nameIn(choices.amenities, id)).join(', ')}
      </Section>
      <Section title={m.property_step_billing()} edit={() => go(4)}>
        <DefinitionList
          items={[
            { label: m.property_field_due_day(), value: m.property_due_day({ day: draft.billing.due_day }) },
            { label: m.property_field_deposit(), value: draft.deposit_months },
            { label: m.property_field_notice(), value: draft.notice_days },
            ...utilityNames.map((name) => ({ label: utilityLabels[name](), value: utilityChargeKindLabels[draft.utilities[name].charge]() })),
          ]}
        />
      </Section>
    </div>
  );
}

const namesOf = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(', ') : m.property_names_range({ first: names.slice(0, 3).join(', '), last: names.at(-1) ?? '' });
