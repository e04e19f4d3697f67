import { bookingCalls } from '#contract/booking/calls.ts';
import type { BoardColumn } from '#contract/booking/kinds.ts';
import type { BookingHead } from '#contract/booking/shapes.ts';
import type { Given } from '#contract/kernel/call.ts';
import classes from '#web/application/application.module.css';
import { useCall } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { count, kes } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { dueText, homeName, whoName } from './parts.tsx';
import { columnNames } from './words.ts';

type Props = { z_filter: Given<typeof bookingCalls.board>['z_filter']; listHref: (change: Record<string, string | null>) => string };
const asFilter = (column: BoardColumn) =>
  column === 'await_payment' || column === 'confirmed' ? { status: column, stage: null } : { status: 'await_screening', stage: column };

/** A column for each place one can stand in; cards are links, so a keyboard goes through them and opens one. What is done to it is on its page. */
export function Board({ z_filter, listHref }: Props) {
  const answer = useCall(bookingCalls.board, { z_filter });
  if (!answer.data) return <Waiting answer={answer} text={m.shell_filters_kept()} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
    <section className={classes.board} aria-label={m.booking_title()} tabIndex={0}>
      {answer.data.columns.map(({ column, count: all, results }) => (
        <section key={column} className={classes.stage} aria-label={columnNames[column]()}>
          <h2 className={classes.head}>
            {columnNames[column]()} <small>{count(all)}</small>
          </h2>
          {results.length === 0 && <p className={classes.empty}>{m.lead_empty_stage()}</p>}
          {results.map((booking) => (
            <Card key={booking.id} booking={booking} />
          ))}
          {all > results.length && (
            <A className={classes.more} href={listHref(asFilter(column))}>
              {m.lead_more({ count: all - results.length })}
            </A>
          )}
        </section>
      ))}
    </section>
  );
}

function Card({ booking }: { booking: BookingHead }) {
  const { link } = useDash();
  return (
    <A className={classes.card} href={link('booking.detail', { id: booking.id, code: booking.code })}>
      <b>{whoName(booking)}</b>
      <span>{homeName(booking)}</span>
      <span>{dueText(booking) || kes(booking.month_cents)}</span>
    </A>
  );
}
