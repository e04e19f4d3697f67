import { Button } from '@mantine/core';
import { useState } from 'react';
import { reasonText } from '#contract/audit/reasons.ts';
import { type UnitEvent, unitCalls } from '#contract/unit/calls.ts';
import { sentencesOf } from '#web/audit/sentence.ts';
import { useCall } from '#web/client/use-call.ts';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { dateTime, kes } from '#web/ui/format.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './unit.module.css';

const steps = [10, 20, 50, 100] as const;

/** Moves, prices and changes, newest first. */
export function Timeline({ id }: { id: number }) {
  const [step, setStep] = useState(0);
  const size = steps[step] ?? 100;
  const events = useCall(unitCalls.timeline, { id, page: 1, page_size: size });
  if (events.isPending) return <RowsLoading rows={4} label={m.shell_loading()} />;
  if (!events.data) return <Button onClick={() => void events.refetch()}>{m.shell_try_again()}</Button>;
  const { results, count } = events.data;
  if (count === 0) return <p className={classes.quiet}>{m.unit_timeline_none()}</p>;
  return (
    <>
      <ol className={classes.events}>
        {results.map((event) => (
          <li key={event.key} className={classes.event}>
            <What event={event} />
            <small>
              {event.actor ?? m.unit_system()} · <time dateTime={event.at}>{dateTime(event.at)}</time>
            </small>
          </li>
        ))}
      </ol>
      {count > size && step < steps.length - 1 && (
        <Button variant="default" loading={events.isPlaceholderData} onClick={() => setStep(step + 1)}>
          {m.unit_timeline_more()}
        </Button>
      )}
    </>
  );
}

function What({ event }: { event: UnitEvent }) {
  if (event.event === 'move')
    return (
      <>
        <span className={classes.line}>
          <StatusBadge set="unit" value={event.from ?? ''} plain />
          <span aria-hidden>→</span>
          <span className="sr-only">{m.unit_became()}</span>
          <StatusBadge set="unit" value={event.to ?? ''} />
        </span>
        {event.reason && <span className={classes.change}>{reasonText(event.reason)}</span>}
      </>
    );
  if (event.event === 'price') return <span>{m.unit_priced({ listing: event.listing ?? '', price: kes(event.price_cents ?? 0) })}</span>;
  if (event.event === 'add') return <span>{m.unit_created()}</span>;
  if (event.event === 'delete') return <span>{m.unit_deleted()}</span>;
  return (
    <>
      <span>{m.unit_changed()}</span>
      {sentencesOf(event.changes).map((sentence) => (
        <span key={sentence} className={classes.change}>
          {sentence}
        </span>
      ))}
    </>
  );
}
