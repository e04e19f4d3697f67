import { sql } from 'kysely';
import { keeping } from '#contract/application/kinds.ts';
import { clocks, type FrozenFor } from '#contract/booking/kinds.ts';
import { clockRuns } from '#contract/booking/machine.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import { eveningAfter } from '#contract/time/deadline.ts';
import { endGrants } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { everything } from '#server/kernel/scoped.ts';
import { childrenOf, type ScopedRow, systemRow, systemRows } from '#server/kernel/scoped-row.ts';
import { companyName } from '#server/people/service.ts';
import { offerFrom, unitsIn } from '#server/stay/service.ts';
import { homesOfOffer, make } from './apply.ts';
import { offerOf, snapshot } from './bill.ts';
import { allFreeFrom, homesOf, someHome, wants } from './homes.ts';
import { leftOf, resumed } from './left.ts';
import { type BookingRow, open, type Stage } from './rows.ts';
import { followSale } from './sold.ts';
import { lockById, nextInLine, restage, say, step, unused } from './steps.ts';
import { namesOf, tellApplicant } from './tell.ts';
import { unsettled } from './unsigned.ts';

const why = 'what happened to the home they are about';
type Where = { readonly listing_id: number } | { readonly unit_id: number } | { readonly property_id: number };

function rowsOf(ctx: Ctx, where: Where) {
  const rows = systemRows(ctx.db, 'booking', why).selectAll().orderBy('id').forUpdate();
  if ('listing_id' in where) return rows.where('listing_id', '=', where.listing_id);
  return 'unit_id' in where ? rows.where(wants([where.unit_id])) : rows.where('property_id', '=', where.property_id);
}

/** Nothing is decided and nobody pays while the home is frozen; every clock stands still, and what was left of it is kept. */
async function freeze(ctx: Ctx, where: Where, why: FrozenFor): Promise<void> {
  // Works keep nobody from paying for what was promised to them.
  const statuses: readonly BookingRow['status'][] = why === 'works' ? ['await_screening'] : ['await_screening', 'await_payment'];

  await freezeRows(ctx, await rowsOf(ctx, where).where('status', 'in', statuses).where('stage', '<>', 'frozen').execute(), why);
}
async function freezeRows(ctx: Ctx, rows: readonly BookingRow[], why: FrozenFor): Promise<void> {
  for (const row of rows) {
    const after = await restage(ctx, row, {
      stage: 'frozen',
      stage_before: row.stage,
      clock_left: leftOf(row.decide_by ?? row.pay_until ?? row.waitlist_until) ?? row.clock_left,
      waitlist_until: null,
      decide_by: null,
      pay_until: null,
    });
    const { home } = await namesOf(ctx, after);
    await tellApplicant(ctx, after, 'booking.frozen', { home, why });
  }
}

/** The platform's word weighs more than the manager's works. */
const frozenBy = (units: readonly { readonly status: string }[]): FrozenFor =>
  units.some(({ status }) => status === 'maintenance' || status === 'onhold') ? 'works' : 'platform';

const stillFrozen = async (ctx: Ctx, row: BookingRow): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`/* all: whether something else still freezes the home of a booking */
    select 1 as n from booking join property p on p.id = booking.property_id left join listing l on l.id = booking.listing_id
    where booking.id = ${row.id} and (${someHome('stall', 'maintenance', 'onhold')} or p.stalled or l.paused_by = 'platform')`.execute(ctx.db);
  return rows.length > 0;
};

/** Clocks run on from where they stood. */
async function thaw(ctx: Ctx, where: Where): Promise<void> {
  const rows = await rowsOf(ctx, where).where('status', 'in', ['await_screening', 'await_payment']).where('stage', '=', 'frozen').execute();
  for (const row of rows) {
    if (await stillFrozen(ctx, row)) continue;
    const stage = (row.stage_before ?? 'screening') as Stage;
    const screened = row.status === 'await_screening' && clockRuns(stage);
    const waits = row.status === 'await_screening' && stage === 'waitlist';
    const after = await restage(ctx, row, {
      stage,
      stage_before: null,
      clock_left: screened || waits || row.status === 'await_payment' ? null : row.clock_left,
      decide_by: screened ? resumed(row.clock_left) : null,
      pay_until: row.status === 'await_payment' ? resumed(row.clock_left) : null,
      waitlist_until: waits ? resumed(row.clock_left) : null,
      // Nobody could say yes to the new holder while nothing could be said at all.
      consent_until: row.consent_until === null ? null : eveningAfter(clock.now(), clocks.consent),
      reminded_at: null,
    });
    const { home } = await namesOf(ctx, after);
    await tellApplicant(ctx, after, 'booking.thawed', { home });
  }
  // Whoever held the home may have gone meanwhile.
  for (const row of rows) await nextInLine(ctx, await homesOf(ctx, row));
}

/** What was asked for last, and accepted. */
const lastTurn = (ctx: Ctx, bid: ScopedRow<'bid'>) =>
  childrenOf(ctx.db, bid, 'bid_turn', 'bid_id').select().selectAll().orderBy('n', 'desc').limit(1).executeTakeFirstOrThrow();

/** A bid that was accepted: a booking with what was agreed, still to be screened. The clock waits for the application where there is none. */
async function fromBid(ctx: Ctx, bidId: number): Promise<void> {
  const bid = await systemRows(ctx.db, 'bid', why).selectAll().where('id', '=', bidId).executeTakeFirstOrThrow();
  const turn = await lastTurn(ctx, bid);
  const offer = await offerOf(ctx, bid.listing_id);
  const unitId = bid.unit_id ?? offer?.home_id ?? null;
  // A sale has its own file.
  if (!offer || offer.listing_type === 2 || unitId === null) return;
  const homes = await homesOfOffer(ctx, offer);
  const terms = turn.terms as { deposit_cents?: number; term_months?: number; starts_on?: string };
  const open = await systemRows(ctx.db, 'booking', why)
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('whole', '=', offer.whole)
    .where('person_id', '=', bid.person_id)
    .where('status', 'in', ['await_screening', 'await_payment', 'confirmed'])
    .forUpdate()
    .executeTakeFirst();
  const bill = snapshot(offer, { price_cents: turn.cents, ...(terms.deposit_cents === undefined ? {} : { deposit_cents: terms.deposit_cents }) });
  if (open) {
    // What was approved or paid for stays as it was agreed then; one that is still being looked at takes over the terms.
    if (open.status === 'await_screening') await restage(ctx, open, { bill: JSON.stringify(bill), bid_id: bidId }, 'a bid was accepted');
    return;
  }
  const row = await make(ctx, offer, {
    personId: bid.person_id,
    unitId,
    // Nothing of theirs is opened without their saying so: they are asked for their application.
    applicationId: null,
    startsOn: [terms.starts_on ?? '', await offerFrom(ctx, offer.id)].reduce((last, one) => (one > last ? one : last)),
    // Bids of before they had to say so.
    termMonths: terms.term_months ?? Math.max(12, offer.min_term_months),
    occupants: 1,
    message: '',
    stage: 'info_requested',
    bill,
    bidId,
    promotionId: null,
  });
  const units = await everything(ctx.db, 'unit', why)
    .select()
    .select('status')
    .where('id', 'in', [...homes])
    .execute();
  const isHeld = units.some(({ status }) => status === 'ordered') || (await allFreeFrom(ctx, homes)) === null;
  const asked = await restage(ctx, row, {
    asked: JSON.stringify({ what: ['application'], note: '', at: clock.now().toISOString() }),
    // Somebody else holds it: they answer, and come next.
    ...(isHeld ? { stage_before: 'backup' } : {}),
  });
  const { home, company } = await namesOf(ctx, asked);
  await tellApplicant(ctx, asked, 'booking.more_asked', { home, unsent: company });
  if (isHeld) await tellApplicant(ctx, asked, 'booking.backup', { home });
  if (await stillFrozen(ctx, asked)) await freezeRows(ctx, [asked], frozenBy(units));
}

/** Somebody lives there now: theirs is done, and the others hear that it is let. Who waits for the next time goes on waiting. */
async function livedIn(ctx: Ctx, unitIds: readonly number[], bookingId: number | null): Promise<void> {
  if (bookingId !== null) {
    const row = await lockById(ctx, bookingId);
    if (row.status === 'confirmed') {
      await step(ctx, row, { name: 'close', actor: 'clock' });
      await endGrants(ctx, [row.id], { days: keeping.let });
    }
  }
  const others = await systemRows(ctx.db, 'booking', why)
    .selectAll()
    .where(wants(unitIds))
    .orderBy('id')
    .forUpdate()
    .where('status', '=', 'await_screening')
    .where('stage', '<>', 'waitlist')
    .execute();
  for (const row of others) {
    const decision = JSON.stringify({ reason: 'another', note: '', at: clock.now().toISOString(), by: null });
    const after = await step(ctx, row, { name: 'let_to_another', actor: 'clock', set: { decision } });
    await endGrants(ctx, [row.id]);
    await unused(ctx, row);
    const { home } = await namesOf(ctx, after);
    await tellApplicant(ctx, after, 'booking.declined', { home, reason: 'another' });
    await say(ctx, after, 'booking.declined');
  }
}

/** One that came along was lived in from the start. */
async function broughtAlong(ctx: Ctx, tenancyId: number): Promise<void> {
  const row = await lookup('homeOfTenancy')(ctx.db, tenancyId);
  if (row?.status === 'active') await livedIn(ctx, [row.unit_id, ...(await unitsIn(ctx, { tenancyId }))], null);
}

/** The agent's people see nothing of it any more; whoever holds the property decides, and the applicant hears who that is. */
async function withoutAgent(ctx: Ctx, { agentCompanyId: agent, propertyIds: properties }: Happenings['mandate.ended']): Promise<void> {
  if (properties.length === 0) return;
  const rows = await everything(ctx.db, 'booking', why)
    .change()
    .set({ agent_company_id: null })
    .where('agent_company_id', '=', agent)
    .where('property_id', 'in', [...properties])
    .returningAll()
    .execute();
  await endGrants(
    ctx,
    rows.map((row) => row.id),
    { companyId: agent },
  );
  const gone = await companyName(ctx.db, agent);
  for (const row of rows.filter(({ status }) => open.includes(status))) {
    const booking = { ...row, ...systemRow('booking', row.id, why) };
    const { home, company } = await namesOf(ctx, booking);
    await tellApplicant(ctx, booking, 'booking.agent_gone', { home, agent: gone, company }, `:${agent}`);
  }
}

export const bookingFollows: Follows = {
  'bid.accepted': (ctx, { bidId }) => fromBid(ctx, bidId),
  'tenancy.activated': async (ctx, { tenancyId, unitId, bookingId }) => livedIn(ctx, [unitId, ...(await unitsIn(ctx, { tenancyId }))], bookingId),
  'tenancy.made': (ctx, { tenancyId }) => broughtAlong(ctx, tenancyId),
  'tenancy.transferred': (ctx, { toUnit }) => livedIn(ctx, [toUnit], null),
  'unit.freed': (ctx, { unitId }) => nextInLine(ctx, [unitId]),
  'listing.frozen': (ctx, { listingId }) => freeze(ctx, { listing_id: listingId }, 'platform'),
  'listing.thawed': (ctx, { listingId }) => thaw(ctx, { listing_id: listingId }),
  'unit.frozen': (ctx, { unitId }) => freeze(ctx, { unit_id: unitId }, 'platform'),
  'unit.works': (ctx, { unitId }) => freeze(ctx, { unit_id: unitId }, 'works'),
  'unit.thawed': (ctx, { unitId }) => thaw(ctx, { unit_id: unitId }),
  'property.frozen': (ctx, { propertyId }) => freeze(ctx, { property_id: propertyId }, 'platform'),
  'property.thawed': (ctx, { propertyId }) => thaw(ctx, { property_id: propertyId }),
  'property.sold': followSale,
  'agreement.unsettled': unsettled,
  'mandate.ended': withoutAgent,
};
