import { Button } from '@mantine/core';
import { useState } from 'react';
import { sum } from '#contract/money/cents.ts';
import type { Line } from '#contract/tenancy/schedule.ts';
import { date, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './tenancy.module.css';

type Shown = Omit<Line, 'cents'> & { readonly cents: number | null; readonly paid_cents?: number };
/** What was paid of it before, in words; nothing where nothing was. */
export const paidText = ({ cents, paid_cents = 0 }: Pick<Shown, 'cents' | 'paid_cents'>): string =>
  cents === null || paid_cents === 0
    ? ''
    : paid_cents === cents
      ? m.tenancy_paid()
      : m.tenancy_paid_part({ paid: kes(paid_cents), left: kes(cents - paid_cents) });

const first = 6;
const nameOf = (line: Shown): string => (line.kind === 'rent' ? m.tenancy_rent() : line.label);
/** Its part of a period where it is not a whole one, and its amount where the row sums several up. */
const partText = (line: Shown, alone: boolean): string =>
  [
    line.cents !== null && !alone ? `${nameOf(line)} ${kes(line.cents)}` : nameOf(line),
    line.days < line.of && m.tenancy_days_of({ days: line.days, of: line.of }),
    line.cents === null && m.tenancy_metered(),
  ]
    .filter(Boolean)
    .join(', ');

/** What is asked for, one row a due day with its parts; those that come next, the rest when asked for. */
export function ScheduleTable({ lines }: { lines: readonly Shown[] }) {
  const [all, showAll] = useState(false);
  const days = [...Map.groupBy(lines, (line) => line.due)];
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.tenancy_due()}</th>
            <th scope="col">{m.tenancy_for()}</th>
            <th scope="col" data-right>
              {m.tenancy_amount()}
            </th>
          </tr>
        </thead>
        <tbody>
          {(all ? days : days.slice(0, first)).map(([due, parts]) => (
            <Due key={due} due={due} parts={parts} />
          ))}
        </tbody>
      </table>
      {days.length > first && (
        <Button variant="subtle" fullWidth aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? m.tenancy_schedule_fewer() : m.tenancy_schedule_all({ count: days.length })}
        </Button>
      )}
    </div>
  );
}

function Due({ due, parts }: { due: string; parts: readonly Shown[] }) {
  const known = parts.filter((line) => line.cents !== null);
  const cents = sum(known.map((line) => line.cents ?? 0));
  const paid = paidText({ cents, paid_cents: sum(known.map((line) => line.paid_cents ?? 0)) });
  return (
    <tr>
      <td>{date(due)}</td>
      <td>{parts.map((line) => partText(line, parts.length === 1)).join(' · ')}</td>
      <td data-right>
        {known.length === 0 ? m.tenancy_metered() : kes(cents)}
        {paid && <div className={classes.quiet}>{paid}</div>}
      </td>
    </tr>
  );
}
