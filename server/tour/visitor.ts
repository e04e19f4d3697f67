import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { Feedback } from '#contract/tour/kinds.ts';
import { slotAt } from '#contract/tour/slots.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import { parentOf, systemRows } from '#server/kernel/scoped-row.ts';
import { pageOf } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { slotOr400 } from './book.ts';
import { askedOf, holdHost, homeOf } from './host.ts';
import { factsOf, hashOf, missing, named, type TourRow, toVisitor, visibleTours, visitorActsNow } from './rows.ts';
import { guestTours } from './scopes.ts';
import { callOff, changeTour, moveTo, stepTo } from './steps.ts';
import { stepOf, tellBoth, tellSeen } from './telling.ts';

type Calls = typeof visitorCalls;
type Act = Input<Calls['act']>['act'];

const read = async (ctx: Ctx, id: number) =>
  toVisitor(
    await visibleTours(ctx, 'tour')
      .selectAll('tour')
      .select([...named])
      .where('tour.id', '=', id)
      .executeTakeFirstOrThrow(),
  );

/** Booked with their account, or without it under their number. */
const theirs = ({ me }: Pick<Ctx, 'me'>) =>
  sql<boolean>`(tour.person_id = ${me.userId} or (${me.role === 'tenant'} and tour.id in ${guestTours(me)}))`;

/** The caller's own, whatever else they see; the next one first, then what was. */
export async function mine(ctx: Ctx, { page, page_size }: Input<Calls['mine']>): Promise<Result<Calls['mine']>> {
  const own = visibleTours(ctx, 'tour').where(theirs(ctx));
  const coming = sql`tour.status in ('requested', 'confirmed') and tour.ends_at > app.now()`;
  const { rows, count } = await pageOf(own, { page, page_size }, (q) =>
    q
      .selectAll('tour')
      .select([...named])
      .orderBy(sql`(${coming}) desc, case when ${coming} then tour.starts_at end, tour.starts_at desc`)
      .orderBy('tour.id', 'desc'),
  );
  return { count, results: rows.map(toVisitor) };
}

async function held(ctx: Ctx, find: { id: number } | { key: string }): Promise<TourRow> {
  const all = systemRows(ctx.db, 'tour', 'the visitor’s own tour, by account or by link').selectAll();
  const own = 'key' in find ? all.where('token_hash', '=', hashOf(find.key)) : all.where('id', '=', find.id).where(theirs(ctx));
  const row = await own.forNoKeyUpdate().executeTakeFirst();
  if (!row) throw missing();
  return row;
}
/** As the visitor, whoever sits there: the account or the link gave the right. */
const asVisitor = (ctx: Ctx) => unscoped(ctx, 'the visitor’s own tour');
const actor = (ctx: Ctx) => (ctx.me.role === 'tenant' ? 'tenant' : 'anonymous');

async function act(asker: Ctx, tour: TourRow, name: Act, reason: string) {
  const ctx = asVisitor(asker);
  if (name === 'contest' && tour.status === 'no_show_visitor' && !visitorActsNow(tour).includes('contest'))
    throw new Refusal('gone', m.tour_refusal_contest_late());
  if (name === 'miss_host' && tour.status === 'confirmed' && clock.ms() < tour.starts_at.getTime())
    throw new Refusal('conflict', m.tour_refusal_not_begun());
  if (name === 'cancel') {
    if (clock.ms() >= tour.starts_at.getTime()) throw new Refusal('gone', m.tour_refusal_begun());
    await callOff(ctx, tour, 'cancel', actor(ctx), reason);
  } else if (name === 'miss_host') {
    const after = await stepTo(ctx, tour, { name, actor: actor(ctx), reason });
    await tellBoth(ctx, after, 'tour.no_show');
    await stepOf(ctx, after, 'tour.missed');
  } else {
    const after = await stepTo(ctx, tour, { name, actor: 'clock', reason, also: { contested_at: clock.now() } });
    await tellSeen(ctx, after);
    await stepOf(ctx, after, 'tour.attended');
  }
  return read(ctx, tour.id);
}

async function another(asker: Ctx, tour: TourRow, from: string) {
  const ctx = asVisitor(asker);
  if (!visitorActsNow(tour).includes('move')) throw new Refusal('gone', m.tour_refusal_begun());
  const home = await homeOf(ctx, tour.listing_id, false);
  const host = await systemRows(ctx.db, 'tour_host', 'the host of the visitor’s tour')
    .selectAll()
    .where('person_id', '=', tour.host_id)
    .executeTakeFirst();
  if (!home || !host) throw new Refusal('conflict', m.tour_refusal_no_host());
  await holdHost(ctx, host.person_id);
  const { mode, is_group } = await parentOf(ctx.db, tour, 'viewing_id', 'viewing').select(['mode', 'is_group']).executeTakeFirstOrThrow();
  const slot = slotOr400(slotAt(await askedOf(ctx, home, host, mode, is_group ? null : tour.viewing_id), Date.parse(from)));
  await moveTo(ctx, tour, home, host, slot, mode);
  return read(ctx, tour.id);
}

/** Said once; whoever showed the home reads it. */
async function feedback(asker: Ctx, tour: TourRow, said: Feedback) {
  const ctx = asVisitor(asker);
  if (tour.status !== 'attended' || tour.feedback !== null) throw new Refusal('wrongState', m.tour_refusal_feedback(), { from: tour.status });
  if (!visitorActsNow(tour).includes('feedback')) throw new Refusal('gone', m.tour_refusal_feedback_late());
  const after = await changeTour(ctx, tour)
    .set({ feedback: JSON.stringify(said), revision: tour.revision + 1, updated_at: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
  const facts = { ...factsOf(after), liked: said.liked };
  await audit(ctx.db, asker, { kind: 'edit', document: 'tours', id: tour.id, code: tour.code, before: factsOf(tour), after: facts });
  return read(ctx, tour.id);
}

export const visitorService = {
  mine,
  act: async (ctx: Ctx, { id, act: name, reason }: Input<Calls['act']>) => act(ctx, await held(ctx, { id }), name, reason),
  another: async (ctx: Ctx, { id, from }: Input<Calls['another']>) => another(ctx, await held(ctx, { id }), from),
  feedback: async (ctx: Ctx, { id, ...said }: Input<Calls['feedback']>) => feedback(ctx, await held(ctx, { id }), said),
  feedbackByLink: async (ctx: Ctx, { key, ...said }: Input<Calls['feedbackByLink']>) => feedback(ctx, await held(ctx, { key }), said),
  byLink: async (ctx: Ctx, { key }: Input<Calls['byLink']>) => {
    const row = await visibleTours(asVisitor(ctx), 'tour')
      .selectAll('tour')
      .select([...named])
      .where('tour.token_hash', '=', hashOf(key))
      .executeTakeFirst();
    if (!row) throw missing();
    return toVisitor(row);
  },
  actByLink: async (ctx: Ctx, { key, act: name, reason }: Input<Calls['actByLink']>) => act(ctx, await held(ctx, { key }), name, reason),
  anotherByLink: async (ctx: Ctx, { key, from }: Input<Calls['anotherByLink']>) => another(ctx, await held(ctx, { key }), from),
};
