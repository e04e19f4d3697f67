import type { ReactNode } from 'react';
import type { CallResult } from '#contract/kernel/call.ts';
import { formatPhone } from '#contract/kernel/phone-text.ts';
import type { PortfolioRow, portfolioCalls } from '#contract/portfolio/calls.ts';
import type { PortfolioField } from '#contract/portfolio/kinds.ts';
import classes from '#web/importer/importer.module.css';
import { ImportPreviewFooter, ImportPreviewTable } from '#web/importer/preview-table.tsx';
import { ImportProblems } from '#web/importer/problems.tsx';
import { CorrectableRow, RowCorrection } from '#web/importer/row-correction.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { formatRentBalance } from '#web/unit/words.ts';
import { m } from '#words/messages.js';
import { type PortfolioDraft, portfolioNamedFields, toPortfolioInput } from './columns.tsx';
import { portfolioFieldNames } from './labels.ts';

export type PortfolioCheckResult = CallResult<typeof portfolioCalls.checkRows>;

type Props = {
  checked: PortfolioCheckResult;
  draft: PortfolioDraft;
  /** The key of each row, in the order in which rows are checked. */
  keys: readonly string[];
  /** Checks the sheet again in its current state. */
  look: (draft: PortfolioDraft) => void;
  problem: string;
  busy: boolean;
  back: () => void;
  bring: () => void;
};

/** Every row as the tenancy it would become, with its errors and fields to correct them, then the one button that writes. */
export function PortfolioPreview({ checked, draft, keys, look, problem, busy, back, bring }: Props) {
  const wrong = checked.rows.filter(({ problems }) => problems.length > 0).length;
  const sent = toPortfolioInput(draft).rows;
  const every = checked.rows.map((row, at) => ({ row, at }));
  /** The correction applies to every row with the same value for the same building. */
  const take = (at: number, field: PortfolioField, meant: string) => {
    const asked = checked.rows[at];
    const text = asked?.problems.find((one) => one.field === field)?.text;
    const alike = every.filter(({ row }) => row.property === asked?.property && row.problems.some((one) => one.field === field && one.text === text));
    const mended = alike.map(({ at: n }) => [keys[n] ?? '', { ...draft.mended[keys[n] ?? ''], [field]: meant }] as const);
    look({ ...draft, mended: { ...draft.mended, ...Object.fromEntries(mended) } });
  };
  return (
    <Panel title={m.intake_preview()}>
      <div className={classes.form}>
        <Note tone={wrong === 0 ? 'good' : 'guard'}>
          {m.portfolio_good({ count: checked.good })} {checked.look > 0 && m.portfolio_look({ count: checked.look })}{' '}
          {checked.bad > 0 && m.intake_bad({ count: checked.bad })}
        </Note>
        <ImportPreviewTable
          rows={checked.rows}
          heads={[m.intake_line(), m.intake_unit(), m.intake_tenant(), m.portfolio_terms(), m.intake_balance(), m.intake_result()].map((label) => ({
            label,
          }))}
          row={(row, at, { isOpen, open, close }) => (
            <Row
              row={row}
              open={open}
              take={busy ? undefined : (field, meant) => take(at, field, meant)}
              sure={busy ? undefined : () => look({ ...draft, sure: [...draft.sure, keys[at] ?? ''] })}
            >
              {isOpen && (
                <RowCorrection
                  row={row}
                  named={portfolioNamedFields}
                  cells={sent[at]?.cells ?? {}}
                  busy={busy}
                  close={close}
                  save={(cells) =>
                    look({ ...draft, sure: draft.sure.filter((key) => key !== keys[at]), mended: { ...draft.mended, [keys[at] ?? '']: cells } })
                  }
                />
              )}
            </Row>
          )}
        />
        {problem && <Note tone="bad">{problem}</Note>}
        <ImportPreviewFooter
          back={m.intake_back()}
          goBack={back}
          label={m.portfolio_bring({ count: checked.good })}
          apply={bring}
          busy={busy}
          disabled={checked.good === 0}
        />
      </div>
    </Panel>
  );
}

type RowProps = {
  row: PortfolioRow;
  open: () => void;
  take: ((field: PortfolioField, meant: string) => void) | undefined;
  sure: (() => void) | undefined;
  children: ReactNode;
};
function Row({ row, open, take, sure, children }: RowProps) {
  const { starts_on, ends_on, rent_cents, balance_cents } = row;
  const from = starts_on && formatDate(starts_on);
  const result = (
    <>
      <ImportProblems
        problems={row.problems}
        name={(field) => portfolioFieldNames[field]()}
        ready={m.intake_ready()}
        {...(take ? { take } : {})}
        {...(sure ? { sure } : {})}
      />
      {row.problems.length === 0 && row.takes_up && <small>{m.portfolio_takes_up()}</small>}
    </>
  );
  return (
    <CorrectableRow row={row} open={open} result={result} form={children}>
      <td>{row.line}</td>
      <td>
        <b>{row.name || m.unit_none()}</b>
        <small>{row.property}</small>
      </td>
      <td data-people>
        {row.tenant || m.unit_none()}
        {row.phone && <small>{formatPhone(row.phone)}</small>}
      </td>
      <td data-people>
        {rent_cents === null ? m.unit_none() : formatKes(rent_cents)}
        {from && <small>{ends_on ? m.portfolio_from_to({ from, to: formatDate(ends_on) }) : m.portfolio_monthly({ from })}</small>}
      </td>
      <td data-people>
        {balance_cents !== 0 && formatRentBalance(balance_cents)}
        {balance_cents !== 0 && <small>{formatDate(row.as_of)}</small>}
      </td>
    </CorrectableRow>
  );
}
