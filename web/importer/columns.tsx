import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { SheetTable } from '#contract/importer/tables.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './importer.module.css';

/** The fields of a sheet with their display names. */
export type NamedFields<F extends string> = { readonly fields: readonly F[]; readonly names: Readonly<Record<F, () => string>> };
export const toColumnLetter = (at: number) => (at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26));

type SelectProps<F extends string> = {
  columns: readonly (F | null)[];
  named: NamedFields<F>;
  label: (column: number) => string;
  leaveOut: string;
  /** The first cells of a column. */
  samples: (column: number) => readonly string[];
  set: (columns: (F | null)[]) => void;
};
/** The choice of a field for each column of a table. Assigning a field to another column removes it from the first. */
export function ColumnSelects<F extends string>({ columns, named: { fields, names }, label, leaveOut, samples, set }: SelectProps<F>) {
  const options = [{ value: '', label: leaveOut }, ...fields.map((one) => ({ value: one, label: names[one]() }))];
  const pick = (column: number, field: F | null) => set(columns.map((old, n) => (n === column ? field : old === field ? null : old)));
  return (
    <div className={classes.columns}>
      {columns.map((field, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
        <div key={column}>
          <NativeSelect
            label={label(column)}
            data={options}
            value={field ?? ''}
            onChange={(event) => pick(column, (event.currentTarget.value || null) as F | null)}
          />
          <p className={classes.sample}>{samples(column).filter(Boolean).slice(0, 3).join(' · ')}</p>
        </div>
      ))}
    </div>
  );
}

export type TableDraft<F extends string> = SheetTable<F> & { readonly taken: boolean };
type TablesProps<F extends string> = { tables: readonly TableDraft<F>[]; named: NamedFields<F>; set: (tables: TableDraft<F>[]) => void };
/** All tables of a sheet, identified by their position in the file. */
export const ImportTables = <F extends string>({ tables, named, set }: TablesProps<F>) =>
  tables.map((table, at) => (
    <TablePanel
      // biome-ignore lint/suspicious/noArrayIndexKey: it has no other name
      key={at}
      table={table}
      at={at}
      named={named}
      put={(changes) => set(tables.map((one, n) => (n === at ? { ...one, ...changes } : one)))}
    />
  ));

type PanelProps<F extends string> = { table: TableDraft<F>; at: number; named: NamedFields<F>; put: (changes: Partial<TableDraft<F>>) => void };

/** One table of a sheet: whether it is imported, its building and its columns. */
const TablePanel = <F extends string>({ table, at, named, put }: PanelProps<F>) => (
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
          <ColumnSelects
            columns={table.columns}
            named={named}
            label={(column) => table.heads[column] || m.intake_column({ letter: toColumnLetter(column) })}
            leaveOut={m.intake_leave_out()}
            samples={(column) => table.lines.map((line) => line.cells[column] ?? '')}
            set={(columns) => put({ columns })}
          />
        </>
      )}
    </div>
  </Panel>
);
