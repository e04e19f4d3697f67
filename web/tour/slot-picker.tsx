import { useEffect, useId, useState } from 'react';
import { toNairobiDay } from '#contract/time/days.ts';
import type { FreeSlot } from '#contract/tour/shapes.ts';
import { formatVisitorLocalTime } from '#contract/tour/slots.ts';
import { formatShortDate, formatTime, formatWeekday } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './tour.module.css';

interface SlotPickerProps {
  slots: readonly FreeSlot[];
  value: string;
  onChange: (from: string) => void;
  locale: 'en' | 'sw';
}

/** A choice of days, then of times, as plain radio buttons for keyboards and screen readers. Public pages and dashboards share it. */
export function SlotPicker({ slots, value, onChange, locale }: SlotPickerProps) {
  const name = useId();
  const zone = useZone();
  const days = [...new Set(slots.map((one) => toNairobiDay(one.from)))];
  const [picked, setPicked] = useState('');
  const day = (value && toNairobiDay(value)) || (days.includes(picked) ? picked : (days[0] ?? ''));
  if (days.length === 0) return <p className={classes.quiet}>{m.tour_no_slots()}</p>;
  return (
    <div className={classes.picker}>
      <fieldset className={classes.group}>
        <legend>{m.tour_pick_day()}</legend>
        <div className={classes.chips}>
          {days.map((one) => (
            <label key={one} className={classes.chip}>
              <input
                type="radio"
                name={`${name}-day`}
                checked={one === day}
                onChange={() => {
                  setPicked(one);
                  onChange('');
                }}
              />
              <span>{`${formatWeekday(one, locale).split(',')[0]} ${formatShortDate(one, locale)}`}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{m.tour_pick_time()}</legend>
        <div className={classes.chips}>
          {slots
            .filter((one) => toNairobiDay(one.from) === day)
            .map((one) => (
              <label key={one.from} className={classes.chip}>
                <input type="radio" name={`${name}-time`} checked={one.from === value} onChange={() => onChange(one.from)} />
                <span>
                  {formatTime(one.from)}
                  {one.group && <small>{m.tour_group_left({ count: one.left })}</small>}
                </span>
              </label>
            ))}
        </div>
      </fieldset>
      <p className={classes.quiet}>
        {m.tour_nairobi()}
        {value && zone && formatVisitorLocalTime(Date.parse(value), zone, locale)
          ? ` ${m.tour_elsewhere({ when: formatVisitorLocalTime(Date.parse(value), zone, locale) ?? '' })}`
          : ''}
      </p>
    </div>
  );
}

/** The reader's time zone, which only the browser knows. */
function useZone(): string {
  const [zone, setZone] = useState('');
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}
