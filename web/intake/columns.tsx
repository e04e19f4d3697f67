import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type ExistingMode, type IntakeField, intakeFields } from '#contract/intake/kinds.ts';
import type { Table } from '#contract/intake/tables.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './intake.module.css';
import { SheetSettings } from './sheet-settings.tsx';
import { fieldNames } from './words.ts';

export type TableDraft<F extends string = IntakeField> = Table<F> & { readonly taken: boolean };
/** Cells that were put right in the preview, by the row they are of. */
export type Mended = Readonly<Record<string, Readonly<Partial<Record<IntakeField, string>>>>>;
export type SheetDraft = {
  tables: TableDraft[];
  unit_type: string;
  as_of: string;
  company_id: string;
  existing: ExistingMode;
  mended: Mended;
};
type Word = { readonly id: number; readonly name: string };
type Props = {
  draft: SheetDraft;
  /** Why it is too much for one step; empty where it is not. */
  much: string;
  set: (draft: SheetDraft) => void;
  choices: { unit_types: readonly Word[]; holders: readonly (Word & { own: boolean })[] } | undefined;
  again: () => void;
  check: () => void;
  busy: boolean;
};

const letterOf = (at: number) => (at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26));
/** The fields a kind of sheet has, as people call them. */
export type Named<F extends string> = { readonly fields: readonly F[]; readonly names: Readonly<Record<F, () => string>> };
const named: Named<IntakeField> = { fields: intakeFields, names: fieldNames };
const fieldOptions = <F extends string>({ fields, names }: Named<F>) => [
  { value: '', label: m.intake_leave_out() },
  ...fields.map((one) => ({ value: one, label: names[one]() })),
];

/** Every table that was found, with what its columns hold; all of it can be put right. */
export function Columns({ draft, much, set, choices, again, check, busy }: Props) {
  const taken = draft.tables.filter((table) => table.taken);
  const doors = taken.every((table) => table.columns.includes('name'));
  const placed = taken.every((table) => table.columns.includes('property') || table.title.trim().length > 1);
  const lacks = [much, !doors && m.intake_need_name(), !placed && m.intake_need_building()];
  return (
    <div className={classes.stack}>
      <Tables tables={draft.tables} named={named} set={(tables) => set({ ...draft, tables })} />
      <SheetSettings
        settings={draft}
        put={(changes) => set({ ...draft, ...changes })}
        holders={choices?.holders ?? []}
        lacks={lacks}
        none={taken.length === 0}
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
}

type TablesProps<F extends string> = { tables: readonly TableDraft<F>[]; named: Named<F>; set: (tables: TableDraft<F>[]) => void };
/** Every table of a sheet, known by its place in the file alone. */
export const Tables = <F extends string>({ tables, named: of, set }: TablesProps<F>) =>
  tables.map((table, at) => (
    <TablePanel
      // biome-ignore lint/suspicious/noArrayIndexKey: it has no other name
      key={at}
      table={table}
      at={at}
      named={of}
      put={(changes) => set(tables.map((one, n) => (n === at ? { ...one, ...changes } : one)))}
    />
  ));

type PanelProps<F extends string> = { table: TableDraft<F>; at: number; named: Named<F>; put: (changes: Partial<TableDraft<F>>) => void };

/** One table of a sheet: whether it is taken, whose building it is, and what each of its columns holds. */
function TablePanel<F extends string>({ table, at, named: of, put }: PanelProps<F>) {
  const pick = (column: number, field: F | null) =>
    put({ columns: table.columns.map((old, n) => (n === column ? field : old === field ? null : old)) });
  const samples = (column: number) =>
    table.lines
      .map((line) => line.cells[column] ?? '')
      .filter(Boolean)
      .slice(0, 3)
      .join(' · ');
  return (
    <Panel title={table.title || m.intake_table({ at: at + 1, sheet: table.sheet }).replace(/[\s:]+$/, '')}>
      <div className={classes.form}>
        <p className={classes.quiet}>
          {m.intake_rows({ count: table.lines.length })}. {table.left.length > 0 && `${m.intake_left_out({ count: table.left.length })}. `}
          {m.intake_columns_help()}
        </p>
        <Checkbox label={m.intake_take()} checked={table.taken} onChange={(event) => put({ taken: event.currentTarget.checked })} />
        {table.taken && (
          <>
            {table.columns.some((field) => field === 'property') ? (
              <p className={classes.quiet}>{m.intake_building_column()}</p>
            ) : (
              <TextInput
                label={m.intake_building()}
                description={m.intake_building_help()}
                value={table.title}
                onChange={(event) => put({ title: event.currentTarget.value })}
                maxLength={120}
              />
            )}
            <div className={classes.columns}>
              {table.columns.map((field, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
                <div key={column}>
                  <NativeSelect
                    label={table.heads[column] || m.intake_column({ letter: letterOf(column) })}
                    data={fieldOptions(of)}
                    value={field ?? ''}
                    onChange={(event) => pick(column, (event.currentTarget.value || null) as F | null)}
                  />
                  <p className={classes.sample}>{samples(column)}</p>
                </div>
              ))}
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
