import { Button } from '@mantine/core';
import { writeCsv } from '#contract/kernel/csv.ts';
import { downloadTextFile } from '#web/client/download.ts';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import type { NamedFields } from './columns.tsx';
import classes from './importer.module.css';
import { formatImportProblem } from './problems.tsx';

type Left<F extends string> = {
  readonly line: number;
  readonly sheet: string;
  readonly property: string;
  readonly cells: Partial<Readonly<Record<F, string | undefined>>>;
  readonly problems: readonly { readonly field: F; readonly text: string; readonly problem: string }[];
};

/** Why a row was rejected, one sentence for each cell. */
export const formatRejectedRow = <F extends string>({ problems }: Pick<Left<F>, 'problems'>, names: NamedFields<F>['names']): string =>
  problems.map(({ field, text, problem }) => formatImportProblem(names[field](), text, problem)).join(' ');

/** The rejected rows as a CSV file with headings the importer recognises. Once corrected, it is imported like any other file. */
export const makeRejectedRowsCsv = <F extends string, R extends Left<F>>(
  rows: readonly R[],
  { fields, names }: NamedFields<F>,
  why: (row: R) => string,
): string =>
  writeCsv(
    rows.map((row) => ({
      ...Object.fromEntries(fields.map((field) => [names[field](), field === 'property' ? row.property : (row.cells[field] ?? '')])),
      [m.intake_left_why()]: why(row),
    })),
  );

type Props<R> = { code: string; until: string; rows: readonly R[]; why: (row: R) => string; csv: () => string };

type Shown = { readonly line: number; readonly sheet: string; readonly property: string; readonly cells: { readonly name?: string | undefined } };

/** The rejected rows of a sheet with their reasons, and a file to correct them in. */
export function RejectedRows<R extends Shown>({ code, until, rows, why, csv }: Props<R>) {
  if (rows.length === 0) return <p className={classes.quiet}>{m.intake_left_gone()}</p>;
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{m.intake_left_help({ until: formatDate(until) })}</p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.intake_line()}</th>
              <th scope="col">{m.intake_unit()}</th>
              <th scope="col">{m.intake_left_why()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.sheet}:${row.line}`}>
                <td>{row.line}</td>
                <td>
                  <b>{row.cells.name ?? m.unit_none()}</b>
                  <small>{row.property}</small>
                </td>
                <td className={classes.result}>{why(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.foot}>
        <Button size="compact-sm" variant="default" onClick={() => downloadTextFile(`${code}.csv`, `\uFEFF${csv()}`, 'text/csv')}>
          {m.intake_left_download()}
        </Button>
      </div>
    </div>
  );
}
