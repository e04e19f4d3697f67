import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { bookingCalls } from '#contract/booking/calls.ts';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { findNextBookingStep } from './next-step.ts';
import { BookingStageBadge, getBookingHomeName } from './parts.tsx';

const newest: ListSort = { by: 'id', desc: true };
const names = ['waiting'] as const;

/** The applicant's bookings, those that need an act first. Each shows its next step, the responsible party and the deadline. */
export default function MyBookings() {
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const waiting = list.filters.waiting === 'true';
  const found = useCall(bookingCalls.listOwn, {
    page: list.page,
    page_size: list.pageSize,
    ...(waiting ? { z_filter: { waiting: 'true' as const } } : {}),
  });
  if (!found.data) return <LoadingState answer={found} rows={5} />;
  const { results, count } = found.data;
  return (
    <>
      <PageHeader
        title={m.booking_mine()}
        sub={waiting ? <AppLink href={list.hrefWith({ waiting: null, page: null })}>{m.booking_mine_all()}</AppLink> : m.booking_mine_sub()}
        actions={
          <Button variant="default" component={Link} to={link('application.mine')}>
            {m.application_title()}
          </Button>
        }
      />
      {count === 0 ? (
        <StateBlock
          title={m.booking_mine_empty()}
          text={m.booking_mine_empty_text()}
          action={
            <Button component="a" href="/listings">
              {m.booking_find()}
            </Button>
          }
        />
      ) : (
        <>
          <ul className={classes.tiles}>
            {results.map((booking) => (
              <Tile key={booking.id} booking={booking} />
            ))}
          </ul>
          <ListFooter list={list} count={count} />
        </>
      )}
    </>
  );
}

function Tile({ booking: b }: { booking: BookingSummary }) {
  const { link } = useDashboard();
  return (
    <li className={classes.tile}>
      <div className={classes.line}>
        <h2>
          <AppLink href={link('booking.one', { id: b.id, code: b.code })}>{getBookingHomeName(b)}</AppLink>
        </h2>
        <BookingStageBadge of={b} />
      </div>
      <p className={classes.text}>{findNextBookingStep(b)}</p>
      <p className={classes.quiet}>{b.code}</p>
    </li>
  );
}
