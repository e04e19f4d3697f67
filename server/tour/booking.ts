import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { noShowLimit } from '#contract/tour/kinds.ts';
import { computeTourExpiryTime, findSlotAt, listFreeSlots, maxOpenTours, type TourSlot, type TourSlotRejectionReason } from '#contract/tour/slots.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { withPreparation } from '#server/http/registry.ts';
import { subjectCodeService } from '#server/identity/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { asAddedScopedRow, sameRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { findOrCreateLead } from '#server/lead/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { buildSlotRequest, findTourHost, lockHost, readTourHome } from './host.ts';
import { notifyHostAndVisitor, publishTourStep, requestOccupantConsent } from './notify.ts';
import {
  hashTourKey,
  makeTourKey,
  selectVisibleTours,
  type TourRow,
  toTourAuditValues,
  tourNameColumns,
  tourNotFound,
  toVisitorTour,
} from './rows.ts';
import { confirmTour, reserveTourPlace } from './tour-steps.ts';

type Calls = typeof visitorCalls;

/** The message for each reason a time cannot be booked. */
const sentences: Readonly<Record<TourSlotRejectionReason, () => Sentence>> = {
  past: m.tour_problem_past,
  too_soon: m.tour_problem_too_soon,
  too_far: m.tour_problem_too_far,
  outside: m.tour_problem_outside,
  taken: m.tour_problem_taken,
};
/** The slot, or a refusal at its field. */
export function assertTourSlotAvailable(found: TourSlot | TourSlotRejectionReason): TourSlot {
  if (typeof found === 'string') throw invalidInputRefusal({ from: sentences[found]() });
  return found;
}

export async function listTourSlots(ctx: Ctx, { listing_id, mode }: HandlerInput<Calls['listSlots']>): Promise<HandlerResult<Calls['listSlots']>> {
  const home = await readTourHome(ctx, listing_id, true);
  if (!home) throw await notOffered(ctx, listing_id);
  const host = await findTourHost(ctx, home);
  const found = host ? listFreeSlots(await buildSlotRequest(ctx, home, host, mode)) : [];
  return {
    listing_id,
    title: home.title,
    place: home.place,
    occupied: home.occupied,
    ...(await ownNumber(ctx)),
    host: host?.name ?? null,
    minutes: host?.minutes ?? 30,
    instant: (host?.instant ?? false) && !home.occupied,
    results: found.map(({ from, to, viewingId, left }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      group: viewingId !== null,
      left,
    })),
  };
}

/** Returns 410 for a home that was listed once, 404 for one that was not. */
const notOffered = async (ctx: Ctx, listingId: number): Promise<Refusal> =>
  (await readTourHome(ctx, listingId, false))?.published ? new Refusal('gone', sentence('listingUnavailable')) : tourNotFound();

/** The number of the caller's account, and whether it is verified. */
async function ownNumber(ctx: Ctx): Promise<{ phone: string | null; phone_proved: boolean }> {
  if (ctx.me.userId === null) return { phone: null, phone_proved: false };
  const row = await unscopedTable(ctx.db, 'person', 'the caller’s own phone number')
    .select()
    .select(['phone', 'phone_proved_at'])
    .where('id', '=', ctx.me.userId)
    .executeTakeFirst();
  return { phone: row?.phone ?? null, phone_proved: Boolean(row?.phone && row.phone_proved_at) };
}

/** Identifies the visitor by a verified number or mailbox, or by account. A number that was only typed identifies no person. */
type Shown = { readonly phone: string; readonly proved: boolean; readonly coded: boolean };
const ofVisitor = (ctx: Pick<Ctx, 'db'>, { phone, proved }: Shown, email: string | undefined, personId: number | null) =>
  unscopedTable(ctx.db, 'tour', 'counts the visitor’s own tours')
    .select()
    .where((eb) =>
      eb.or([
        ...(proved ? [eb.and([eb('phone', '=', phone), eb('phone_proved', '=', true)])] : []),
        ...(!proved && email ? [eb(sql`lower(email)`, '=', email)] : []),
        ...(personId === null ? [] : [eb('person_id', '=', personId)]),
      ]),
    );

/** Bookings of one visitor with several hosts at the same time are counted too, because they lock the visitor first. */
async function oneAtATime(ctx: Pick<Ctx, 'db'>, { who, email, me }: Visitor): Promise<void> {
  const names = [`phone:${who.phone}`, ...(email ? [`email:${email}`] : []), ...(me === null ? [] : [`person:${me}`])];
  for (const name of names.toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${`tour:${name}`}, 0))`.execute(ctx.db);
}

type Visitor = { readonly who: Shown; readonly email: string | undefined; readonly me: number | null };
async function notTooMany(ctx: Pick<Ctx, 'db'>, { who, email, me }: Visitor): Promise<void> {
  const open = ofVisitor(ctx, who, email, me).where('status', 'in', ['requested', 'confirmed']).where('starts_at', '>', clock.now());
  if ((await countOf(open)) >= maxOpenTours) throw invalidInputRefusal({ from: m.tour_problem_open({ count: maxOpenTours }) });
}
/** After repeated no-shows the booking needs confirmation by the host. */
async function needsWord(ctx: Pick<Ctx, 'db'>, { who, email, me }: Visitor): Promise<boolean> {
  const since = new Date(clock.ms() - noShowLimit.days * 86_400_000);
  return (await countOf(ofVisitor(ctx, who, email, me).where('status', '=', 'no_show_visitor').where('settled_at', '>', since))) >= noShowLimit.count;
}

async function countOf(query: ReturnType<typeof ofVisitor>): Promise<number> {
  return (await query.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;
}

export const bookingHandlers = (services: Pick<RunningServices, 'database' | 'secret'>) => {
  const codes = subjectCodeService(services);
  const codeFor = ({ listing_id, asked, by, email }: Pick<HandlerInput<Calls['book']>, 'listing_id' | 'asked' | 'by' | 'email'>, phone: string) => ({
    to: by === 'email' ? { email: email ?? '' } : { phone },
    purpose: 'tour' as const,
    subject: `${listing_id}:${asked}`,
  });
  const needEmail = (by: string, email: string | undefined) => {
    if (by === 'email' && !email) throw invalidInputRefusal({ email: m.tour_problem_email() });
  };

  async function askCode(ctx: Ctx, given: HandlerInput<Calls['askCode']>): Promise<HandlerResult<Calls['askCode']>> {
    const phone = normalizePhoneForStorage(given.phone);
    needEmail(given.by, given.email);
    const home = await readTourHome(ctx, given.listing_id, true);
    if (!home) throw tourNotFound();
    // Everything that would reject the booking is checked before an SMS is sent. Only the owner of a number learns how many tours it has.
    const me = ctx.me.userId;
    if (me !== null) await notTooMany(ctx, { who: { phone, proved: false, coded: false }, email: undefined, me });
    const host = await findTourHost(ctx, home);
    if (given.from && host) assertTourSlotAvailable(findSlotAt(await buildSlotRequest(ctx, home, host, given.mode), Date.parse(given.from)));
    const asked = randomBytes(12).toString('base64url');
    await codes.sendCode(ctx, { ...codeFor({ ...given, asked }, phone), locale: given.locale });
    return { asked };
  }

  /** Runs before the transaction, so that a wrong code counts as an attempt and a right one stays valid if the slot is taken. */
  async function shown(ctx: Ctx, given: HandlerInput<Calls['book']>): Promise<Shown> {
    const phone = normalizePhoneForStorage(given.phone);
    const own = await ownNumber(ctx);
    if (own.phone_proved && own.phone === phone) return { phone, proved: true, coded: false };
    needEmail(given.by, given.email);
    if (!given.code) throw invalidInputRefusal({ code: m.tour_problem_code() });
    await codes.checkCode({ ...codeFor(given, phone), code: given.code });
    return { phone, proved: given.by === 'sms', coded: true };
  }

  async function taken(asker: Ctx, given: HandlerInput<Calls['book']>, who: Shown): Promise<HandlerResult<Calls['book']>> {
    const { phone } = who;
    const ctx = asUnscoped(asker, 'a visitor books a slot of a public listing');
    const me = ctx.me.userId;
    const email = given.email?.toLowerCase() || undefined;
    const visitor = { who, email, me };
    await oneAtATime(ctx, visitor);
    const home = await readTourHome(ctx, given.listing_id, true);
    if (!home) throw tourNotFound();
    const host = await findTourHost(ctx, home);
    if (!host) throw new Refusal('conflict', m.tour_refusal_no_host());
    // The enquiry comes first: it counts for the listing, which is locked before the records that depend on it.
    const said = { personId: ctx.me.userId, name: given.name, phone, email: email ?? null, message: given.notes };
    const leadId = await findOrCreateLead(ctx, home.listing_id, said);
    await lockHost(ctx, host.person_id);
    await notTooMany(ctx, visitor);
    const slot = assertTourSlotAvailable(findSlotAt(await buildSlotRequest(ctx, home, host, given.mode), Date.parse(given.from)));
    const instant = host.instant && !home.occupied && !(await needsWord(ctx, visitor));
    const tour = await insert(ctx, {
      company_id: home.company_id,
      agent_company_id: host.company_id === home.company_id ? null : host.company_id,
      property_id: home.property_id,
      unit_id: home.unit_id,
      listing_id: home.listing_id,
      host_id: host.person_id,
      viewing_id: await reserveTourPlace(ctx, home, host, slot, given.mode),
      lead_id: leadId,
      person_id: me,
      name: given.name,
      phone,
      phone_proved: who.proved,
      email: email ?? null,
      people: given.people,
      notes: given.notes,
      language: given.locale,
      kind: instant ? ('instant' as const) : ('confirm' as const),
      consent: home.occupied ? ('asked' as const) : ('none' as const),
      starts_at: new Date(slot.from),
      ends_at: new Date(slot.to),
      lapse_at: new Date(computeTourExpiryTime(clock.ms(), slot.from)),
    });
    if (who.coded) await codes.spendCode(ctx, { ...codeFor(given, phone), code: given.code });
    await audit(ctx.db, ctx, { kind: 'add', document: 'tours', id: tour.id, code: tour.code, after: toTourAuditValues(tour) });
    if (instant) await confirmTour(ctx, tour, 'clock');
    else {
      await notifyHostAndVisitor(ctx, tour, 'tour.requested');
      if (home.occupied) await requestOccupantConsent(ctx, tour);
      await publishTourStep(ctx, tour, 'tour.requested');
    }
    const row = await selectVisibleTours(ctx, 'tour')
      .selectAll('tour')
      .select([...tourNameColumns])
      .where('tour.id', '=', tour.id)
      .executeTakeFirstOrThrow();
    return { tour: toVisitorTour(row), key: ctx.me.role === 'tenant' ? null : makeTourKey(tour) };
  }
  return { askCode, book: withPreparation(shown, taken) };
};

type New = Parameters<ReturnType<typeof addTour>['values']>[0];
const addTour = (ctx: Pick<Ctx, 'db'>) => add(ctx, 'tour');
async function insert(ctx: Pick<Ctx, 'db'>, values: New): Promise<TourRow> {
  const made = await addTour(ctx)
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((problem: unknown) => {
      throw isUniqueViolation(problem) ? invalidInputRefusal({ from: m.tour_problem_twice() }) : problem;
    });
  const row = asAddedScopedRow('tour', made);
  await sameRow(ctx.db, 'tour', row)
    .change()
    .set({ token_hash: hashTourKey(makeTourKey(row)) })
    .execute();
  return row;
}
