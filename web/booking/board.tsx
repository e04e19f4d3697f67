import { DndContext, DragOverlay, MouseSensor, pointerWithin, useDraggable, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { useState } from 'react';
import {
  type BoardAction,
  type BoardMoveTarget,
  findBlockingBooking,
  findBoardAction,
  getBookingBoardFilter,
  isAutomaticBoardMove,
  listBoardActions,
} from '#contract/booking/board.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import type { BoardColumn } from '#contract/booking/kinds.ts';
import { boardActionLabels, boardMoveTargetLabels } from '#contract/booking/labels.ts';
import type { BookingCard } from '#contract/booking/shapes.ts';
import type { CallInput, CallResult } from '#contract/kernel/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { formatCount, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './board.module.css';
import { BoardActionDialog } from './board-action.tsx';
import { formatBookingDeadline, getApplicantName, getBookingHomeName } from './parts.tsx';

type Props = { z_filter: CallInput<typeof bookingCalls.listByColumn>['z_filter']; listHref: (change: Record<string, string | null>) => string };
type Act = (booking: BookingCard, act: BoardAction) => void;

/** A column for each stage of a booking. Cards are dragged, or moved by their menu, and the same dialogs as on the booking's page open. */
export function BookingBoard({ z_filter, listHref }: Props) {
  const answer = useCall(bookingCalls.listByColumn, { z_filter });
  // Each press has an id of its own, so that a rejected act can be tried again.
  const [doing, setDoing] = useState<{ id: number; act: BoardAction; nth: number } | null>(null);
  if (!answer.data) return <LoadingState answer={answer} text={m.shell_filters_kept()} />;
  return (
    <>
      <Columns columns={answer.data.columns} listHref={listHref} act={({ id }, act) => setDoing((was) => ({ id, act, nth: (was?.nth ?? 0) + 1 }))} />
      {doing && <BoardActionDialog key={doing.nth} id={doing.id} act={doing.act} close={() => setDoing(null)} />}
    </>
  );
}

const nothing = () => undefined;
/** Screen reader users move cards by their menu, whose dialogs and toasts have their own texts. */
const silent = {
  screenReaderInstructions: { draggable: '' },
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
};
type Column = CallResult<typeof bookingCalls.listByColumn>['columns'][number];
function Columns({ columns, listHref, act }: { columns: readonly Column[]; listHref: Props['listHref']; act: Act }) {
  const [held, hold] = useState<{ booking: BookingCard; from: BoardColumn } | null>(null);
  // Dragging starts after a short distance, so that a click opens the card's link. On touch screens and with a keyboard the menu is used, and a
  // finger scrolls.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 8 } }));
  const drop = (place: BoardMoveTarget | undefined) => {
    hold(null);
    if (!held || !place || place === held.from) return;
    const can = findBoardAction(held.booking, place);
    if (can) return act(held.booking, can);
    const kept = findBlockingBooking(held.booking, place);
    showToast({
      kind: 'warning',
      title: m.booking_board_not({ name: getApplicantName(held.booking), place: boardMoveTargetLabels[place]() }),
      text: kept ? m.booking_held_by({ name: kept.name }) : isAutomaticBoardMove(place) ? m.booking_board_by_itself() : m.booking_board_not_now(),
    });
  };
  const moves = columns.some(({ results }) => results.some((one) => listBoardActions(one).length > 0));
  const seen = (place: BoardMoveTarget) => (held && place !== held.from ? (findBoardAction(held.booking, place) ? 'open' : 'shut') : undefined);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={silent}
      onDragStart={({ active }) => hold((active.data.current as NonNullable<typeof held>) ?? null)}
      onDragCancel={() => hold(null)}
      onDragEnd={({ over }) => drop(over?.id as BoardMoveTarget | undefined)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too */}
      <section className={classes.board} aria-label={m.booking_title()} tabIndex={0}>
        {columns.map(({ column, count: all, results }) => (
          <Place key={column} place={column} all={all} seen={seen(column)}>
            {results.length === 0 && <p className={classes.empty}>{m.lead_empty_stage()}</p>}
            {results.map((booking) => (
              <Card key={booking.id} booking={booking} from={column} act={act} />
            ))}
            {all > results.length && (
              <AppLink className={classes.more} href={listHref(getBookingBoardFilter(column))}>
                {m.lead_more({ count: all - results.length })}
              </AppLink>
            )}
          </Place>
        ))}
        {moves && (
          <Place place="declined" seen={seen('declined')}>
            <p className={classes.empty}>{m.booking_board_decline()}</p>
          </Place>
        )}
      </section>
      <DragOverlay dropAnimation={null}>{held && <Face booking={held.booking} />}</DragOverlay>
    </DndContext>
  );
}

type PlaceProps = { place: BoardMoveTarget; all?: number; seen: 'open' | 'shut' | undefined; children: React.ReactNode };
function Place({ place, all, seen, children }: PlaceProps) {
  const { setNodeRef, isOver } = useDroppable({ id: place });
  return (
    <section
      ref={setNodeRef}
      className={classes.stage}
      aria-label={boardMoveTargetLabels[place]()}
      data-place={place}
      data-seen={seen}
      data-over={isOver || undefined}
    >
      <h2 className={classes.head}>
        {boardMoveTargetLabels[place]()} {all !== undefined && <small>{formatCount(all)}</small>}
      </h2>
      {children}
    </section>
  );
}

function Card({ booking, from, act }: { booking: BookingCard; from: BoardColumn; act: Act }) {
  const acts = listBoardActions(booking);
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: booking.id, data: { booking, from }, disabled: acts.length === 0 });
  return (
    <div ref={setNodeRef} className={classes.slot} data-held={isDragging || undefined} data-moves={acts.length > 0 || undefined} {...listeners}>
      <Face booking={booking} />
      {acts.length > 0 && (
        <div className={classes.menu}>
          <MoreMenu
            quiet
            label={m.booking_board_move({ name: getApplicantName(booking) })}
            items={acts.map(({ act: one, kept }) => ({
              label: boardActionLabels[one](),
              danger: one === 'decline',
              onClick: () => act(booking, one),
              ...(kept ? { kept: m.booking_held_by({ name: kept.name }) } : {}),
            }))}
          />
        </div>
      )}
    </div>
  );
}

function Face({ booking }: { booking: BookingCard }) {
  const { link } = useDashboard();
  return (
    <AppLink className={classes.card} draggable={false} href={link('booking.detail', { id: booking.id, code: booking.code })}>
      <b>{getApplicantName(booking)}</b>
      <span>{getBookingHomeName(booking)}</span>
      <span>{formatBookingDeadline(booking) || formatKes(booking.month_cents)}</span>
    </AppLink>
  );
}
