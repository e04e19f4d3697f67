import type { ReactNode } from 'react';
import type { IntakeRow, intakeCalls } from '#contract/intake/calls.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { formatPhone } from '#contract/kernel/phone-text.ts';
import classes from '#web/importer/importer.module.css';
import { ImportPreviewTable } from '#web/importer/preview-table.tsx';
import { ImportProblems } from '#web/importer/problems.tsx';
import { CorrectableRow, RowCorrection } from '#web/importer/row-correction.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { formatRentBalance } from '#web/unit/words.ts';
import { m } from '#words/messages.js';
import { intakeNamedFields } from './columns.tsx';
import { formatIntakeChange, intakeFieldNames } from './labels.ts';

export type IntakeCheckResult = CallResult<typeof intakeCalls.check>;
export type IntakeCells = Partial<Record<IntakeField, string>>;
type Props = {
  checked: IntakeCheckResult;
  /** The cells of each row as sent. */
  cellsAt: (at: number) => IntakeCells;
  mend: (at: number, cells: IntakeCells) => void;
  busy: boolean;
};

/** Every row with its result. A row with problems is corrected in place. */
export const IntakePreviewRows = ({ checked, cellsAt, mend, busy }: Props) => (
  <ImportPreviewTable
    rows={checked.rows}
    heads={[
      ...[{ label: m.intake_line() }, { label: m.intake_unit() }, { label: m.intake_rent(), right: true as const }],
      ...[{ label: m.intake_tenant() }, { label: m.intake_balance() }, { label: m.intake_result() }],
    ]}
    row={(row, at, { isOpen, open, close }) => (
      <Row row={row} open={open}>
        {isOpen && (
          <RowCorrection row={row} named={intakeNamedFields} cells={cellsAt(at)} busy={busy} close={close} save={(cells) => mend(at, cells)} />
        )}
      </Row>
    )}
  />
);

function Row({ row, open, children }: { row: IntakeRow; open: () => void; children: ReactNode }) {
  const people = [row.phone && formatPhone(row.phone), row.since && formatDate(row.since)].filter(Boolean).join(' · ');
  return (
    <CorrectableRow row={row} open={open} result={<Fate row={row} />} form={children}>
      <td>{row.line}</td>
      <td>
        <b>{row.name || m.unit_none()}</b>
        <small>{[row.property, row.unit_type].filter(Boolean).join(' · ')}</small>
      </td>
      <td data-right>{row.rent_cents === null ? m.unit_none() : formatKes(row.rent_cents)}</td>
      <td data-people>
        {row.tenant || (row.occupied ? m.intake_lived() : m.intake_vacant())}
        {people && <small>{people}</small>}
      </td>
      <td data-people>{row.balance_cents !== null && formatRentBalance(row.balance_cents)}</td>
    </CorrectableRow>
  );
}

function Fate({ row }: { row: IntakeRow }) {
  if (row.becomes === 'there') return m.intake_fate_there();
  if (row.becomes === 'same') return m.intake_fate_same();
  if (row.becomes === 'update')
    return row.changes.map((change) => (
      <span key={change.field} className={classes.change}>
        {formatIntakeChange(change)}
      </span>
    ));
  return <ImportProblems problems={row.problems} name={(field) => intakeFieldNames[field]()} ready={m.intake_ready()} />;
}
