import { ActionIcon } from '@mantine/core';
import { featuredCalls } from '#contract/featured/calls.ts';
import { maxFeaturedDaysAhead } from '#contract/featured/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthStart } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { formatDate, formatMonth } from '#web/ui/format.ts';
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './featured.module.css';

export type SelectedDays = { readonly from: string; readonly to: string } | null;

const weekdays = () => [m.featured_mon(), m.featured_tue(), m.featured_wed(), m.featured_thu(), m.featured_fri(), m.featured_sat(), m.featured_sun()];

/** The first click sets the first day, the second the last day, and a third starts a new range. */
export const selectCalendarDay = (span: SelectedDays, day: string): SelectedDays =>
  span === null || span.from !== span.to || day < span.from ? { from: day, to: day } : { from: span.from, to: day };

interface SlotCalendarProps {
  product: number;
  start: string;
  onMonth: (start: string) => void;
  span: SelectedDays;
  onSpan: (span: SelectedDays) => void;
}

/** One month with the free slots of each day; full and past days are disabled. */
export function SlotCalendar({ product, start, onMonth, span, onSpan }: SlotCalendarProps) {
  const today = clock.today();
  const last = addDays(today, maxFeaturedDaysAhead);
  const free = useCall(featuredCalls.calendar, { id: product, from: start, days: 31 });
  const days = (free.data?.days ?? []).filter((one) => one.day.slice(0, 7) === start.slice(0, 7));
  const gap = (new Date(`${start}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (
    <section aria-label={m.featured_choose_days()}>
      <div className={classes.month}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={m.featured_month_before()}
          disabled={start <= monthStart(today)}
          onClick={() => onMonth(addMonths(start, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <span aria-live="polite">{formatMonth(start)}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={m.featured_month_after()}
          disabled={addMonths(start, 1) > last}
          onClick={() => onMonth(addMonths(start, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      {!free.data && <LoadingState answer={free} rows={4} />}
      {free.data && (
        <div className={classes.days}>
          {weekdays().map((name) => (
            <span key={name} className={classes.week} aria-hidden>
              {name}
            </span>
          ))}
          {Array.from({ length: gap }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places before the first day have nothing else
            <span key={at} />
          ))}
          {days.map((one) => (
            <button
              key={one.day}
              type="button"
              className={classes.day}
              data-on={(span && one.day >= span.from && one.day <= span.to) || undefined}
              aria-pressed={span !== null && one.day >= span.from && one.day <= span.to}
              aria-label={m.featured_day_free({ day: formatDate(one.day), count: one.free })}
              disabled={one.free === 0 || one.day < today || one.day > last}
              onClick={() => onSpan(selectCalendarDay(span, one.day))}
            >
              {Number(one.day.slice(8))}
              <small>{one.day < today ? '' : m.featured_free({ count: one.free })}</small>
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
