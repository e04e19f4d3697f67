import { Button } from '@mantine/core';
import { useState } from 'react';
import { type DueDay, splitDueDays } from '#contract/tenancy/due-days.ts';
import type { DueLine } from '#contract/tenancy/schedule.ts';
import { clock } from '#contract/time/clock.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './tenancy.module.css';

type Shown = Omit<DueLine, 'cents'> & { readonly cents: number | null; readonly paid_cents?: number };

const first = 6;
const nameOf = (line: Shown): string => (line.kind === 'rent' ? m.tenancy_rent() : getChargeName(line.label));
/** The amount if the row sums up several, or a note that it is metered; and its part of a period if it is not a whole one. */
const partText = (line: Shown, alone: boolean): string =>
  [
    line.cents === null ? `${nameOf(line)}, ${m.tenancy_metered()}` : alone ? nameOf(line) : `${nameOf(line)} ${formatKes(line.cents)}`,
    line.days < line.of && m.tenancy_days_of({ days: line.days, of: line.of }),
  ]
    .filter(Boolean)
    .join(', ');

/** The charges, one row per due day with its parts: the next ones first, more on request, and past ones last. */
export function RentScheduleTable({ lines }: { lines: readonly Shown[] }) {
  const [all, showAll] = useState(false);
  const { coming, past } = splitDueDays(lines, clock.today());
  const days = [...coming, ...past];
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
          {(all ? days : days.slice(0, first)).map((day) => (
            <Due key={day.on} of={day} />
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

function Due({ of: day }: { of: DueDay<Shown> }) {
  const paid = day.paid_cents !== 0 && !day.done && `${m.tenancy_already_paid()} ${formatKes(-day.paid_cents)}`;
  return (
    <tr>
      <td>{day.on < clock.today() ? m.living_fell_due({ date: formatDate(day.on) }) : formatDate(day.on)}</td>
      <td>{[...day.lines.map((line) => partText(line, day.lines.length === 1 && !paid)), paid].filter(Boolean).join(' · ')}</td>
      <td data-right>
        {day.lines.every((line) => line.cents === null)
          ? m.tenancy_metered()
          : day.done && day.paid_cents !== 0
            ? m.tenancy_paid()
            : formatKes(day.left_cents)}
      </td>
    </tr>
  );
}
