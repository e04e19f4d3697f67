import '@mantine/schedule/styles.layer.css';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { DayView, type DayViewProps, type ScheduleEventData, WeekView } from '@mantine/schedule';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { clock } from '#contract/time/clock.ts';
import { type Day, dayMs } from '#contract/time/days.ts';
import type { HostHours } from '#contract/tour/calls.ts';
import type { ScheduleEntry } from '#contract/tour/shapes.ts';
import { getHoursRanges, type WeeklyHours } from '#contract/tour/slots.ts';
import { formatTime, formatWeekday } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import {
  formatNairobiDateTime,
  formatScheduleEntryPerson,
  formatScheduleEntryState,
  formatScheduleEntryTimes,
  getScheduleEntryColour,
  makeScheduleEntryKey,
  parseNairobiDateTime,
} from './entries.ts';
import { InspectionLink } from './inspection-link.tsx';
import classes from './schedule.module.css';

interface GridProps {
  view: 'day' | 'week';
  day: Day;
  entries: readonly ScheduleEntry[];
  hosts: boolean;
  /** The reader's own hours, shown as background if they are known. */
  hours: HostHours | undefined;
  open: (entry: ScheduleEntry) => void;
  openDay: (day: Day) => void;
  /** Opens a confirmation first, because the visitor is notified. */
  move: (entry: ScheduleEntry, start: string) => void;
  add: ((start: string) => void) | undefined;
}

const step = 15;
const minuteMs = 60_000;
const [opens, closes] = [7, 20];
const halfHours = (one: ScheduleEntry) => (Date.parse(one.ends_at) - Date.parse(one.starts_at)) / (30 * minuteMs);
/** The lines below the name that fit in the box; a click shows the rest. */
const linesOf = (one: ScheduleEntry, heldAt: number | null, hosts: boolean): string[] =>
  [
    heldAt !== null ? formatTime(heldAt) : formatScheduleEntryTimes(one),
    one.title,
    [one.kind === 'inspection' ? m.tour_inspection() : formatScheduleEntryState(one), ...(hosts && one.host ? [one.host.name] : [])].join(' · '),
  ].slice(0, Math.max(1, 2 * halfHours(one) - 1));
const hourOf = (moment: string) => Number(formatNairobiDateTime(moment).slice(11, 13));
const two = (n: number) => String(n).padStart(2, '0');

/** The visible part of the day: business hours, extended to entries outside of them. */
function shown(entries: readonly ScheduleEntry[]): { startTime: string; endTime: string } {
  const first = Math.min(opens, ...entries.map((one) => hourOf(one.starts_at)));
  const last = Math.max(
    closes,
    ...entries.map((one) => hourOf(one.starts_at) + 1 + Math.ceil((Date.parse(one.ends_at) - Date.parse(one.starts_at)) / (60 * minuteMs))),
  );
  return { startTime: `${two(first)}:00:00`, endTime: last >= 24 ? '23:59:59' : `${two(last)}:00:00` };
}

/**
 * The calendar by day or week. Entries the reader may move can be dragged, or moved with Shift and the arrow keys. The component is large, so it is
 * loaded only where it is shown.
 */
export default function TourScheduleGrid({ view, day, entries, hosts, hours, open, openDay, move, add }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<{ key: string; by: number } | null>(null);
  const byKey = useMemo(() => new Map(entries.map((one) => [makeScheduleEntryKey(one), one])), [entries]);
  const events = useMemo(
    () =>
      entries.map((one): ScheduleEventData => {
        const by = held?.key === makeScheduleEntryKey(one) ? held.by : 0;
        return {
          id: makeScheduleEntryKey(one),
          title: `${formatScheduleEntryPerson(one)}, ${one.title}`,
          start: formatNairobiDateTime(Date.parse(one.starts_at) + by),
          end: formatNairobiDateTime(Date.parse(one.ends_at) + by),
          color: 'gray',
        };
      }),
    [entries, held],
  );
  useAccessible(box, view, day);
  // An entry moved to another day is rendered in another column, so the focus must follow it.
  useEffect(() => {
    if (held) box.current?.querySelector<HTMLElement>(`[data-event-id="${held.key}"]`)?.focus();
  }, [held]);

  const heldAt = held && byKey.has(held.key) ? Date.parse(byKey.get(held.key)?.starts_at ?? '') + held.by : null;
  const keys = (one: ScheduleEntry) => (event: KeyboardEvent) => {
    if (event.key === 'Escape' && held) {
      event.preventDefault();
      setHeld(null);
    }
    const days = view === 'week' ? dayMs : 0;
    const by = { ArrowUp: -step * minuteMs, ArrowDown: step * minuteMs, ArrowLeft: -days, ArrowRight: days }[event.key] ?? 0;
    if (!event.shiftKey || by === 0 || !one.may_move) return;
    event.preventDefault();
    setHeld((old) => ({ key: makeScheduleEntryKey(one), by: (old?.key === makeScheduleEntryKey(one) ? old.by : 0) + by }));
  };
  const press = (one: ScheduleEntry) => {
    if (held?.key === makeScheduleEntryKey(one) && held.by !== 0) {
      move(one, new Date(Date.parse(one.starts_at) + held.by).toISOString());
      setHeld(null);
    } else open(one);
  };
  const common = {
    events,
    date: day,
    ...shown(entries),
    intervalMinutes: step,
    withSubHourGridLines: false,
    withHeader: false,
    // Half an hour has space for two lines.
    slotHeight: 92,
    slotLabelFormat: (at: string) => formatTime(`${at.slice(0, 10)}T${at.slice(11, 16)}:00+03:00`).replace(':00', ''),
    getCurrentTime: () => formatNairobiDateTime(clock.ms()),
    withCurrentTimeBubble: false,
    withEventsDragAndDrop: true,
    canDragEvent: (event: ScheduleEventData) => byKey.get(String(event.id))?.may_move ?? false,
    onEventDrop: ({ eventId, newStart }: { eventId: string | number; newStart: string }) => {
      const one = byKey.get(String(eventId));
      const start = new Date(parseNairobiDateTime(newStart)).toISOString();
      if (one && start !== one.starts_at) move(one, start);
    },
    // Empty times are not Tab stops; a separate button adds entries.
    getTimeSlotProps: ({ start }: { start: string }) => {
      const at = Number(start.slice(11, 13)) * 60 + Number(start.slice(14, 16));
      const open =
        hours &&
        getHoursRanges({ hours: hours.hours as WeeklyHours, days: Object.fromEntries(hours.days.map((d) => [d.day, d.ranges])) }, start.slice(0, 10));
      return {
        tabIndex: -1,
        'aria-hidden': true,
        'data-shut': open && !open.some(([from, to]) => at >= from && at < to) ? true : undefined,
        ...(add ? { onClick: () => add(start) } : {}),
      };
    },
    renderEvent: (event: ScheduleEventData, { children: _, ...props }: Parameters<NonNullable<DayViewProps['renderEvent']>>[1]) => {
      const one = byKey.get(String(event.id));
      if (!one) return <span />;
      const color = getScheduleEntryColour(one);
      const style = {
        ...props.style,
        '--event-bg': `var(--mk-${color}-bg)`,
        '--event-hover': `var(--mk-${color}-bg)`,
        '--event-color': `var(--mk-${color}-fg)`,
      };
      const body = (
        <span className={classes.entry} style={{ borderInlineStartColor: `var(--mk-${color}-dot)` }}>
          <strong>{formatScheduleEntryPerson(one)}</strong>
          {linesOf(one, held?.key === event.id ? heldAt : null, hosts).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      );
      if (one.kind === 'inspection')
        return (
          <div className={props.className} style={style} data-event-id={event.id}>
            <InspectionLink one={one}>{body}</InspectionLink>
          </div>
        );
      return (
        <UnstyledButton
          {...props}
          style={style}
          onClick={() => press(one)}
          onKeyDown={keys(one)}
          {...(one.may_move ? { 'aria-describedby': 'schedule-keys', 'aria-keyshortcuts': 'Shift+ArrowUp Shift+ArrowDown' } : {})}
        >
          {body}
        </UnstyledButton>
      );
    },
  };
  return (
    <div ref={box} className={classes.grid}>
      <VisuallyHidden id="schedule-keys">{m.tour_keys()}</VisuallyHidden>
      <div role="status" className={classes.held} data-on={heldAt !== null || undefined}>
        {heldAt !== null && m.tour_held({ day: formatWeekday(heldAt), time: formatTime(heldAt) })}
      </div>
      {view === 'day' ? (
        <DayView {...common} withAllDaySlot={false} />
      ) : (
        <WeekView
          {...common}
          withAllDaySlots={false}
          withWeekNumber={false}
          highlightToday
          weekdayFormat={(at) => formatWeekday(at.slice(0, 10)).split(',')[0] ?? ''}
          onDateChange={openDay}
        />
      )}
    </div>
  );
}

/** The library labels weekdays with a number for screen readers, which hides their visible text, so the label is removed. */
function useAccessible(box: RefObject<HTMLDivElement | null>, view: string, day: Day): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days are rendered again
  useEffect(() => {
    for (const label of box.current?.querySelectorAll('[class*="weekViewDayLabel"]') ?? []) label.removeAttribute('aria-label');
  }, [box, view, day]);
}
