import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { unitNamingSchemeLabels, unitPatternProblemTexts } from '#contract/property/labels.ts';
import { maxUnitsPerWizardRun } from '#contract/property/limits.ts';
import { buildUnitNamingPattern, type UnitNamingScheme, unitNamingSchemes } from '#contract/property/unit-naming.ts';
import { expandUnitPatternRow, expandUnitPatternRows } from '#contract/property/unit-pattern.ts';
import { formatCount } from '#web/ui/format.ts';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import {
  listFilledUnitGroups,
  makeBlankPatternRow,
  type PropertyDraft,
  type PropertyProblems,
  type PropertyStepProps,
  toUnitPattern,
  type UnitGroupDraft,
} from './draft.ts';
import type { PropertyChoices } from './fields.tsx';
import { ShillingsField, WholeNumberField } from './inputs.tsx';
import classes from './property.module.css';

/** The units of a draft, exactly as the server will create them. */
export const expandDraftUnits = (draft: PropertyDraft) =>
  expandUnitPatternRows(listFilledUnitGroups(draft).map((row) => ({ ...toUnitPattern(row), from: row })));

/** Problems by key of the line; a duplicate name is reported at the later line. */
export function findStructureProblems(draft: PropertyDraft): PropertyProblems {
  const problems: Record<string, string> = {};
  for (const row of listFilledUnitGroups(draft)) {
    const { problem } = expandUnitPatternRow(toUnitPattern(row));
    if (problem) problems[`pattern-${row.key}`] = unitPatternProblemTexts[problem]();
    if (row.unit_type_id === null) problems[`type-${row.key}`] = m.property_need_unit_type();
  }
  const { problem, at } = expandDraftUnits(draft);
  const row = at === null ? undefined : listFilledUnitGroups(draft)[at];
  if (problem && row) problems[`pattern-${row.key}`] ??= unitPatternProblemTexts[problem]();
  return problems;
}

/** Blocks × floors × units, line by line, with a preview of the names. */
export function PropertyStructureFields({ draft, set, problems, choices }: PropertyStepProps & { choices: PropertyChoices }) {
  const put = (key: string, changes: Partial<UnitGroupDraft>) =>
    set(
      'structure',
      draft.structure.map((row) => (row.key === key ? { ...row, ...changes } : row)),
    );
  const last = draft.structure.at(-1);
  const add = () =>
    set('structure', [...draft.structure, { ...makeBlankPatternRow(), unit_type_id: last?.unit_type_id ?? null, blocks: last?.blocks ?? '' }]);
  const remove = (key: string) =>
    set(
      'structure',
      draft.structure.filter((row) => row.key !== key),
    );
  const total = expandDraftUnits(draft).units.length;
  return (
    <section className={classes.form} aria-label={m.property_step_structure()}>
      <div>
        <h2 className={classes.legend}>{m.property_step_structure()}</h2>
        <p className={classes.quiet}>{m.property_structure_help()}</p>
      </div>
      {draft.structure.map((row, at) => (
        <Row
          key={row.key}
          row={row}
          at={at + 1}
          problems={problems}
          choices={choices}
          put={(changes) => put(row.key, changes)}
          remove={draft.structure.length > 1 ? () => remove(row.key) : undefined}
        />
      ))}
      <div className={classes.line}>
        <span className={classes.quiet} role="status">
          {m.property_structure_total({ count: formatCount(total), most: formatCount(maxUnitsPerWizardRun) })}
        </span>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {m.property_structure_add()}
        </Button>
      </div>
    </section>
  );
}

type RowProps = {
  row: UnitGroupDraft;
  at: number;
  problems: PropertyProblems;
  choices: PropertyChoices;
  put: (changes: Partial<UnitGroupDraft>) => void;
  remove: (() => void) | undefined;
};

const Row = ({ row, at, problems, choices, put, remove }: RowProps) => (
  <fieldset className={classes.row}>
    <legend>{m.property_structure_line({ at })}</legend>
    {remove && (
      <ActionIcon className={classes.away} variant="subtle" color="gray" aria-label={m.property_structure_remove({ at })} onClick={remove}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    )}
    <NamingFields row={row} problem={problems[`pattern-${row.key}`]} put={put} />
    <TextInput
      label={`${m.property_field_blocks()} ${m.shell_optional()}`}
      placeholder="A, B, C"
      value={row.blocks}
      onChange={(e) => put({ blocks: e.currentTarget.value })}
      maxLength={400}
    />
    <WholeNumberField
      label={`${m.property_floor_from()} ${m.shell_optional()}`}
      min={-5}
      max={120}
      value={row.floor_from}
      onChange={(n) => put({ floor_from: n })}
    />
    <WholeNumberField
      label={`${m.property_floor_to()} ${m.shell_optional()}`}
      min={-5}
      max={120}
      value={row.floor_to}
      onChange={(n) => put({ floor_to: n })}
    />
    <NativeSelect
      id={`property-type-${row.key}`}
      label={m.property_field_unit_type()}
      data={[{ value: '', label: m.property_choose() }, ...choices.unit_types.map((one) => ({ value: String(one.id), label: one.name }))]}
      value={String(row.unit_type_id ?? '')}
      onChange={(e) => put({ unit_type_id: e.currentTarget.value === '' ? null : Number(e.currentTarget.value) })}
      error={problems[`type-${row.key}`]}
    />
    <ShillingsField
      label={`${m.property_field_rent()} ${m.shell_optional()}`}
      value={row.rent_cents}
      onChange={(cents) => put({ rent_cents: cents })}
    />
    <WholeNumberField label={m.property_field_bathrooms()} min={0} max={20} value={row.bathrooms} onChange={(n) => put({ bathrooms: n ?? 0 })} />
    <ShillingsField
      label={m.property_field_service()}
      value={row.service_charge_cents}
      onChange={(cents) => put({ service_charge_cents: cents ?? 0 })}
    />
    <Checkbox
      className={classes.full ?? ''}
      label={m.property_structure_occupied()}
      checked={row.occupied ?? false}
      onChange={(e) => put({ occupied: e.currentTarget.checked })}
    />
    <Names row={row} />
  </fieldset>
);

const namingOf = (row: UnitGroupDraft): UnitNamingScheme => row.naming ?? (row.pattern === '' ? 'block_floor' : 'own');

/** The naming of units by an example, or by a pattern of the user's own. */
function NamingFields({ row, problem, put }: { row: UnitGroupDraft; problem: string | undefined; put: RowProps['put'] }) {
  const naming = namingOf(row);
  const say = (next: UnitNamingScheme, count: number | null) =>
    put({ naming: next, count, ...(next === 'own' ? {} : { pattern: buildUnitNamingPattern(next, count, m.property_naming_house_word()) }) });
  return (
    <>
      <NativeSelect
        label={m.property_naming()}
        data={unitNamingSchemes.map((one) => ({ value: one, label: unitNamingSchemeLabels[one]() }))}
        value={naming}
        onChange={(e) => say(e.currentTarget.value as UnitNamingScheme, row.count ?? null)}
      />
      {naming === 'own' ? (
        <TextInput
          id={`property-pattern-${row.key}`}
          label={m.property_field_pattern()}
          description={m.property_pattern_help()}
          placeholder="A{1..10}"
          value={row.pattern}
          onChange={(e) => put({ pattern: e.currentTarget.value })}
          error={problem}
          maxLength={80}
          spellCheck={false}
        />
      ) : (
        <WholeNumberField
          id={`property-pattern-${row.key}`}
          label={naming === 'house' ? m.property_naming_count_all() : m.property_naming_count()}
          min={0}
          max={naming === 'floor_letter' ? 26 : maxUnitsPerWizardRun}
          value={row.count ?? null}
          onChange={(n) => say(naming, n)}
          error={problem}
        />
      )}
    </>
  );
}

const shown = 24;

/** A preview of the names; of many, the first ones and the number of others. */
function Names({ row }: { row: UnitGroupDraft }) {
  const { units } = expandUnitPatternRow(toUnitPattern(row));
  if (units.length === 0) return null;
  return (
    <ul className={classes.names} aria-label={m.property_names()}>
      {units.slice(0, shown).map((unit) => (
        <li key={`${unit.block} ${unit.floor} ${unit.name}`}>
          {unit.block && !unit.name.startsWith(unit.block) ? `${unit.block} ${unit.name}` : unit.name}
        </li>
      ))}
      {units.length > shown && <li>{m.property_names_more({ count: formatCount(units.length - shown) })}</li>}
    </ul>
  );
}
