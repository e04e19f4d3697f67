import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { TourFeedback } from '#contract/tour/kinds.ts';
import { findSlotAt } from '#contract/tour/slots.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { parentOf, systemRows } from '#server/kernel/scoped-row.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { assertTourSlotAvailable } from './booking.ts';
import { buildSlotRequest, lockHost, readTourHome } from './host.ts';
import { notifyHostAndVisitor, notifyVisitorAfterTour, publishTourStep } from './notify.ts';
import {
  getTourVisitorActions,
  hashTourKey,
  selectVisibleTours,
  type TourRow,
  toTourAuditValues,
  tourNameColumns,
  tourNotFound,
  toVisitorTour,
} from './rows.ts';
import { guestToursSql } from './scopes.ts';
import { applyTourMove, changeTour, endTour, moveTour } from './tour-steps.ts';

type Calls = typeof visitorCalls;
type Act = HandlerInput<Calls['changeMine']>['act'];

const read = async (ctx: Ctx, id: number) =>
  toVisitorTour(
    await selectVisibleTours(ctx, 'tour')
      .selectAll('tour')
      .select([...tourNameColumns])
      .where('tour.id', '=', id)
      .executeTakeFirstOrThrow(),
  );

/** Booked with the person's account, or as a guest under their number. */
const theirs = ({ me }: Pick<Ctx, 'me'>) =>
  sql<boolean>`(tour.person_id = ${me.userId} or (${me.role === 'tenant'} and tour.id in ${guestToursSql(me)}))`;

/** The caller's own tours only: future ones first, by date, then past ones. */
export async function listOwnTours(ctx: Ctx, { page, page_size }: HandlerInput<Calls['listMine']>): Promise<HandlerResult<Calls['listMine']>> {
  const own = selectVisibleTours(ctx, 'tour').where(theirs(ctx));
  const coming = sql`tour.status in ('requested', 'confirmed') and tour.ends_at > app.now()`;
  const { rows, count } = await readPage(own, { page, page_size }, (q) =>
    q
      .selectAll('tour')
      .select([...tourNameColumns])
      .orderBy(sql`(${coming}) desc, case when ${coming} then tour.starts_at end, tour.starts_at desc`)
      .orderBy('tour.id', 'desc'),
  );
  return { count, results: rows.map(toVisitorTour) };
}

async function lockOwnTour(ctx: Ctx, find: { id: number } | { key: string }): Promise<TourRow> {
  const all = systemRows(ctx.db, 'tour', 'the visitor’s own tour, by account or by link').selectAll();
  const own = 'key' in find ? all.where('token_hash', '=', hashTourKey(find.key)) : all.where('id', '=', find.id).where(theirs(ctx));
  const row = await own.forNoKeyUpdate().executeTakeFirst();
  if (!row) throw tourNotFound();
  return row;
}
/** Runs an action as the visitor, whom the account or the link has identified. */
const asVisitor = (ctx: Ctx) => asUnscoped(ctx, 'the visitor’s own tour');
const actor = (ctx: Ctx) => (ctx.me.role === 'tenant' ? 'tenant' : 'anonymous');

async function act(asker: Ctx, tour: TourRow, name: Act, reason: string) {
  const ctx = asVisitor(asker);
  if (name === 'contest' && tour.status === 'no_show_visitor' && !getTourVisitorActions(tour).includes('contest'))
    throw new Refusal('gone', m.tour_refusal_contest_late());
  if (name === 'miss_host' && tour.status === 'confirmed' && clock.ms() < tour.starts_at.getTime())
    throw new Refusal('conflict', m.tour_refusal_not_begun());
  if (name === 'cancel') {
    if (clock.ms() >= tour.starts_at.getTime()) throw new Refusal('gone', m.tour_refusal_begun());
    await endTour(ctx, tour, 'cancel', actor(ctx), reason);
  } else if (name === 'miss_host') {
    const after = await applyTourMove(ctx, tour, { name, actor: actor(ctx), reason });
    await notifyHostAndVisitor(ctx, after, 'tour.no_show');
    await publishTourStep(ctx, after, 'tour.missed');
  } else {
    const after = await applyTourMove(ctx, tour, { name, actor: 'clock', reason, also: { contested_at: clock.now() } });
    await notifyVisitorAfterTour(ctx, after);
    await publishTourStep(ctx, after, 'tour.attended');
  }
  return read(ctx, tour.id);
}

async function another(asker: Ctx, tour: TourRow, from: string) {
  const ctx = asVisitor(asker);
  if (!getTourVisitorActions(tour).includes('move')) throw new Refusal('gone', m.tour_refusal_begun());
  const home = await readTourHome(ctx, tour.listing_id, false);
  const host = await systemRows(ctx.db, 'tour_host', 'the host of the visitor’s tour')
    .selectAll()
    .where('person_id', '=', tour.host_id)
    .executeTakeFirst();
  if (!home || !host) throw new Refusal('conflict', m.tour_refusal_no_host());
  await lockHost(ctx, host.person_id);
  const { mode, is_group } = await parentOf(ctx.db, tour, 'viewing_id', 'viewing').select(['mode', 'is_group']).executeTakeFirstOrThrow();
  const slot = assertTourSlotAvailable(
    findSlotAt(await buildSlotRequest(ctx, home, host, mode, is_group ? null : tour.viewing_id), Date.parse(from)),
  );
  await moveTour(ctx, tour, home, host, slot, mode);
  return read(ctx, tour.id);
}

/** Saves the visitor's feedback, which can be given once; the host reads it. */
async function feedback(asker: Ctx, tour: TourRow, said: TourFeedback) {
  const ctx = asVisitor(asker);
  if (tour.status !== 'attended' || tour.feedback !== null) throw new Refusal('wrongState', m.tour_refusal_feedback(), { from: tour.status });
  if (!getTourVisitorActions(tour).includes('feedback')) throw new Refusal('gone', m.tour_refusal_feedback_late());
  const after = await changeTour(ctx, tour)
    .set({ feedback: JSON.stringify(said), revision: tour.revision + 1, updated_at: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
  const facts = { ...toTourAuditValues(after), liked: said.liked };
  await audit(ctx.db, asker, { kind: 'edit', document: 'tours', id: tour.id, code: tour.code, before: toTourAuditValues(tour), after: facts });
  return read(ctx, tour.id);
}

export const tourVisitorHandlers = {
  listMine: listOwnTours,
  changeMine: async (ctx: Ctx, { id, act: name, reason }: HandlerInput<Calls['changeMine']>) =>
    act(ctx, await lockOwnTour(ctx, { id }), name, reason),
  rescheduleMine: async (ctx: Ctx, { id, from }: HandlerInput<Calls['rescheduleMine']>) => another(ctx, await lockOwnTour(ctx, { id }), from),
  feedback: async (ctx: Ctx, { id, ...said }: HandlerInput<Calls['feedback']>) => feedback(ctx, await lockOwnTour(ctx, { id }), said),
  feedbackByLink: async (ctx: Ctx, { key, ...said }: HandlerInput<Calls['feedbackByLink']>) => feedback(ctx, await lockOwnTour(ctx, { key }), said),
  detailsByLink: async (ctx: Ctx, { key }: HandlerInput<Calls['detailsByLink']>) => {
    const row = await selectVisibleTours(asVisitor(ctx), 'tour')
      .selectAll('tour')
      .select([...tourNameColumns])
      .where('tour.token_hash', '=', hashTourKey(key))
      .executeTakeFirst();
    if (!row) throw tourNotFound();
    return toVisitorTour(row);
  },
  changeByLink: async (ctx: Ctx, { key, act: name, reason }: HandlerInput<Calls['changeByLink']>) =>
    act(ctx, await lockOwnTour(ctx, { key }), name, reason),
  rescheduleByLink: async (ctx: Ctx, { key, from }: HandlerInput<Calls['rescheduleByLink']>) => another(ctx, await lockOwnTour(ctx, { key }), from),
};
