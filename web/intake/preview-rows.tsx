import { Button, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { IntakeRow, intakeCalls } from '#contract/intake/calls.ts';
import { type IntakeField, intakeFields } from '#contract/intake/kinds.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { shownPhone } from '#contract/kernel/phone-text.ts';
import { date, kes } from '#web/ui/format.ts';
import { Judged } from '#web/unit/judged.tsx';
import { owedText } from '#web/unit/words.ts';
import { m } from '#words/messages.js';
import classes from './intake.module.css';
import { Mend, MendableRow } from './mend.tsx';
import { changeText, fieldNames } from './words.ts';

export type Checked = Answer<typeof intakeCalls.check>;
const shownAtOnce = 200;
const named = { fields: intakeFields, names: fieldNames };
export type Cells = Partial<Record<IntakeField, string>>;
type Props = {
  checked: Checked;
  /** The cells of each row as they were sent. */
  cellsAt: (at: number) => Cells;
  mend: (at: number, cells: Cells) => void;
  busy: boolean;
};

/** Every row with what becomes of it; one that is wrong is put right where it stands. */
export function Rows({ checked, cellsAt, mend, busy }: Props) {
  const mixed = checked.bad > 0 && checked.bad < checked.rows.length;
  const [onlyBad, setOnlyBad] = useState(false);
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  const every = checked.rows.map((row, at) => ({ row, at }));
  const rows = onlyBad && mixed ? every.filter(({ row }) => row.problems.length > 0) : every;
  return (
    <>
      {mixed && (
        <Switch
          label={m.intake_only_bad_of({ bad: checked.bad, all: checked.rows.length })}
          checked={onlyBad}
          onChange={(event) => setOnlyBad(event.currentTarget.checked)}
        />
      )}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.intake_line()}</th>
              <th scope="col">{m.intake_unit()}</th>
              <th scope="col" data-right>
                {m.intake_rent()}
              </th>
              <th scope="col">{m.intake_tenant()}</th>
              <th scope="col">{m.intake_balance()}</th>
              <th scope="col">{m.intake_result()}</th>
            </tr>
          </thead>
          <tbody>
            {(all ? rows : rows.slice(0, shownAtOnce)).map(({ row, at }) => (
              <Row key={at} row={row} open={() => setOpen(at)}>
                {open === at && row.problems.length > 0 && (
                  <Mend row={row} named={named} cells={cellsAt(at)} busy={busy} close={() => setOpen(null)} save={(cells) => mend(at, cells)} />
                )}
              </Row>
            ))}
          </tbody>
        </table>
      </div>
      {!all && rows.length > shownAtOnce && (
        <Button variant="default" onClick={() => setAll(true)}>
          {m.intake_see_all({ count: rows.length })}
        </Button>
      )}
    </>
  );
}

function Row({ row, open, children }: { row: IntakeRow; open: () => void; children: ReactNode }) {
  const people = [row.phone && shownPhone(row.phone), row.since && date(row.since)].filter(Boolean).join(' · ');
  return (
    <MendableRow row={row} open={open} result={<Fate row={row} />} form={children}>
      <td>{row.line}</td>
      <td>
        <b>{row.name || m.unit_none()}</b>
        <small>{[row.property, row.unit_type].filter(Boolean).join(' · ')}</small>
      </td>
      <td data-right>{row.rent_cents === null ? m.unit_none() : kes(row.rent_cents)}</td>
      <td data-people>
        {row.tenant || (row.occupied ? m.intake_lived() : m.intake_vacant())}
        {people && <small>{people}</small>}
      </td>
      <td data-people>{row.balance_cents !== null && owedText(row.balance_cents)}</td>
    </MendableRow>
  );
}

function Fate({ row }: { row: IntakeRow }) {
  if (row.becomes === 'there') return m.intake_fate_there();
  if (row.becomes === 'same') return m.intake_fate_same();
  if (row.becomes === 'update')
    return row.changes.map((change) => (
      <span key={change.field} className={classes.change}>
        {changeText(change)}
      </span>
    ));
  return <Judged problems={row.problems} name={(field) => fieldNames[field]()} ready={m.intake_ready()} />;
}
