import { NativeSelect } from '@mantine/core';
import { type ExistingUnitMode, type IntakeField, intakeFields } from '#contract/intake/kinds.ts';
import { ImportTables, type TableDraft } from '#web/importer/columns.tsx';
import { findMissingColumns, type ImportDraft, listDraftRows, toImportSettings } from '#web/importer/draft.ts';
import classes from '#web/importer/importer.module.css';
import { SheetSettings } from '#web/importer/settings.tsx';
import { m } from '#words/messages.js';
import { intakeFieldNames } from './labels.ts';

export type RentRollDraft = ImportDraft<IntakeField> & {
  tables: TableDraft<IntakeField>[];
  unit_type: string;
  as_of: string;
  company_id: string;
  existing: ExistingUnitMode;
};
export const intakeNamedFields = { fields: intakeFields, names: intakeFieldNames };

/** The body of both calls: every row by field, with its building. */
export const toRentRollInput = (draft: RentRollDraft) => ({
  ...toImportSettings(draft),
  ...(draft.unit_type ? { unit_type_id: Number(draft.unit_type) } : {}),
  existing: draft.existing,
  rows: listDraftRows(draft),
});

type Word = { readonly id: number; readonly name: string };
type Props = {
  draft: RentRollDraft;
  set: (draft: RentRollDraft) => void;
  choices: { unit_types: readonly Word[]; holders: readonly (Word & { own: boolean })[] } | undefined;
  again: () => void;
  check: () => void;
  busy: boolean;
};

/** Every table of the file with the fields of its columns; all of it can be corrected. */
export const IntakeColumnMapping = ({ draft, set, choices, again, check, busy }: Props) => (
  <div className={classes.stack}>
    <ImportTables tables={draft.tables} named={intakeNamedFields} set={(tables) => set({ ...draft, tables })} />
    <SheetSettings
      settings={draft}
      put={(changes) => set({ ...draft, ...changes })}
      holders={choices?.holders ?? []}
      lacks={findMissingColumns(draft, { name: m.intake_need_name })}
      none={!draft.tables.some((table) => table.taken)}
      again={again}
      check={check}
      busy={busy}
    >
      <NativeSelect
        label={`${m.intake_default_type()} ${m.shell_optional()}`}
        data={[{ value: '', label: m.unit_choose() }, ...(choices?.unit_types ?? []).map((one) => ({ value: String(one.id), label: one.name }))]}
        value={draft.unit_type}
        onChange={(event) => set({ ...draft, unit_type: event.currentTarget.value })}
      />
    </SheetSettings>
  </div>
);
