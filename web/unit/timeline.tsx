import { Button } from '@mantine/core';
import { useState } from 'react';
import { type UnitEvent, unitCalls } from '#contract/unit/calls.ts';
import { formatCorrectedPayment } from '#web/audit/corrected-payment.ts';
import { formatLoggedChanges } from '#web/audit/sentence.ts';
import { useCall } from '#web/client/use-call.ts';
import { ActivityList } from '#web/ui/dash/activity.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { formatKes } from '#web/ui/format.ts';
import { IconCash, IconHomeKey, IconPencil, IconPlus, IconTrash } from '#web/ui/icons.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { UnitStatusReason } from './status-reason.tsx';
import classes from './unit.module.css';

const steps = [10, 20, 50, 100] as const;

const signs: Readonly<Record<string, typeof IconPencil>> = {
  move: IconHomeKey,
  price: IconCash,
  add: IconPlus,
  delete: IconTrash,
  edit: IconPencil,
  payment: IconCash,
};

/** Moves, prices and changes, newest first. */
export function UnitTimeline({ id }: { id: number }) {
  const [step, setStep] = useState(0);
  const size = steps[step] ?? 100;
  const events = useCall(unitCalls.timeline, { id, page: 1, page_size: size });
  if (events.isPending) return <RowsLoading rows={4} label={m.shell_loading()} />;
  if (!events.data) return <Button onClick={() => void events.refetch()}>{m.shell_try_again()}</Button>;
  const { results, count } = events.data;
  if (count === 0) return <p className={classes.quiet}>{m.unit_timeline_none()}</p>;
  return (
    <>
      <ActivityList
        items={results.map((event) => ({
          key: event.key,
          what: <What event={event} />,
          by: event.actor ?? m.unit_system(),
          at: event.at,
          icon: signs[event.event],
        }))}
      />
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
        {event.reason && (
          <span className={classes.change}>
            <UnitStatusReason reason={event.reason} held={event.held_for} />
          </span>
        )}
      </>
    );
  if (event.event === 'price') return <span>{m.unit_priced({ listing: event.listing ?? '', price: formatKes(event.price_cents ?? 0) })}</span>;
  if (event.payment) return <span>{formatCorrectedPayment({ ...event.payment, changes: event.changes })}</span>;
  if (event.event === 'add') return <span>{m.unit_created()}</span>;
  if (event.event === 'delete') return <span>{m.unit_deleted()}</span>;
  return (
    <>
      <span>{m.unit_changed()}</span>
      {formatLoggedChanges(event.changes).map((sentence) => (
        <span key={sentence} className={classes.change}>
          {sentence}
        </span>
      ))}
    </>
  );
}
