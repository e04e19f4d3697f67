import { Button } from '@mantine/core';
import { type Intake, intakeCalls } from '#contract/intake/calls.ts';
import { download } from '#web/client/download.ts';
import { useCall } from '#web/client/use-call.ts';
import { date } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './intake.module.css';
import { csvOfLeft, whyLeft } from './left-csv.ts';

/** The rows a sheet left out, each with why, and the file to mend them in. */
export function LeftRows({ sheet }: { sheet: Intake }) {
  const left = useCall(intakeCalls.left, { id: sheet.id });
  if (!left.data) return null;
  const { rows, until } = left.data;
  return <LeftTable code={sheet.code} until={until} rows={rows} why={whyLeft} csv={() => csvOfLeft(rows)} />;
}

type Left = { readonly line: number; readonly sheet: string; readonly property: string; readonly cells: { readonly name?: string | undefined } };
type Props<R extends Left> = { code: string; until: string; rows: readonly R[]; why: (row: R) => string; csv: () => string };

export function LeftTable<R extends Left>({ code, until, rows, why, csv }: Props<R>) {
  if (rows.length === 0) return <p className={classes.quiet}>{m.intake_left_gone()}</p>;
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{m.intake_left_help({ until: date(until) })}</p>
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
        <Button size="compact-sm" variant="default" onClick={() => download(`${code}.csv`, `\uFEFF${csv()}`, 'text/csv')}>
          {m.intake_left_download()}
        </Button>
      </div>
    </div>
  );
}
