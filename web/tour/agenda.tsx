import { Button } from '@mantine/core';
import { addDays, type Day, toNairobiDay } from '#contract/time/days.ts';
import type { ScheduleEntry } from '#contract/tour/shapes.ts';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatWeekday } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import {
  formatScheduleEntryLocation,
  formatScheduleEntryPerson,
  formatScheduleEntryState,
  formatScheduleEntryTimes,
  getScheduleEntryColour,
  makeScheduleEntryKey,
} from './entries.ts';
import { InspectionLink } from './inspection-link.tsx';
import classes from './schedule.module.css';

interface AgendaProps {
  entries: readonly ScheduleEntry[];
  from: Day;
  to: Day;
  /** Whether entries of several people are shown, each with its host. */
  hosts: boolean;
  open: (entry: ScheduleEntry) => void;
  move: (entry: ScheduleEntry) => void;
}

/** The entries day by day as a list. On phones it replaces the calendar, without dragging. */
export function TourAgenda({ entries, from, to, hosts, open, move }: AgendaProps) {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (entries.some((one) => toNairobiDay(one.starts_at) === day)) days.push(day);
  if (days.length === 0) return <StateBlock title={m.tour_agenda_empty()} text={m.tour_agenda_empty_text()} />;
  return (
    <div className={classes.agenda}>
      {days.map((day) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{formatWeekday(day)}</h2>
          <ul>
            {entries
              .filter((one) => toNairobiDay(one.starts_at) === day)
              .map((one) => (
                <li key={makeScheduleEntryKey(one)} className={classes.row} data-c={getScheduleEntryColour(one)}>
                  <span className={classes.when}>{formatScheduleEntryTimes(one)}</span>
                  <span className={classes.what}>
                    {one.kind === 'inspection' ? (
                      <InspectionLink one={one}>
                        <strong>{formatScheduleEntryPerson(one)}</strong>
                      </InspectionLink>
                    ) : (
                      <button type="button" className={classes.name} onClick={() => open(one)}>
                        {formatScheduleEntryPerson(one)}
                      </button>
                    )}
                    <small>{formatScheduleEntryLocation(one)}</small>
                    <small>
                      {[
                        ...(one.kind === 'inspection' ? [m.tour_inspection()] : [formatScheduleEntryState(one)]),
                        ...(hosts && one.host ? [one.host.name] : []),
                      ].join(' · ')}
                    </small>
                  </span>
                  {one.may_move && (
                    <Button
                      variant="default"
                      size="sm"
                      onClick={() => move(one)}
                      aria-label={m.tour_agenda_move_one({ name: formatScheduleEntryPerson(one) })}
                    >
                      {m.tour_agenda_move()}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
