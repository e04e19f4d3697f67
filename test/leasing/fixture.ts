import { sql } from 'kysely';
import { toCents } from '#contract/money/cents.ts';
import { getTenancyEndKind } from '#contract/tenancy/guards.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { bookingService } from '#server/booking/service.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { onUnitLetFromChange, onUnitStatusChange } from '#server/listing/scheduled-jobs.ts';
import { listingService } from '#server/listing/service.ts';
import { buildScheduledJobs } from '#server/modules.ts';
import { setFrozen } from '#server/property/service.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { move as moveUnit } from '#server/unit/service.ts';
import { buildApplicationInput } from '#test/fixtures/bookings.ts';
import { addListing, addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { addSignedLease } from '#test/fixtures/tenancies.ts';
import { setClock } from '../clock.ts';
import { createTestServices } from '../db.ts';
import { createPerson, runAsPerson, type TestPerson } from '../people.ts';

/** Two homes of one owner, each listed separately and together, three applicants, and a platform admin. */
export const [homes, seekers] = [2, 3] as const;
const receipt = { data: new TextEncoder().encode('%PDF-1.4 paper'), type: 'pdf' as const, name: 'paper.pdf' };
type Doing = (ctx: Parameters<Parameters<typeof runAsPerson>[2]>[0]) => Promise<unknown>;

/** Sets the notice period of a tenancy and returns the earlier one; without a number it stays, because a higher rent needs it. */
async function setNoticeDays(db: Db, id: number, notice_days: number | undefined): Promise<number> {
  const { rows } = await sql<{ notice_days: number }>`select notice_days from tenancy where id = ${id}`.execute(db);
  if (notice_days !== undefined) await sql`update tenancy set notice_days = ${notice_days} where id = ${id}`.execute(db);
  return rows[0]?.notice_days ?? 0;
}

export async function createLeasingFixture() {
  const services = await createTestServices();
  await setClock(services, '2027-03-01T09:00:00+03:00');
  const here = await createOwnerWithUnit(services);
  const admin = await createPerson(services, 'superadmin');
  const people: TestPerson[] = [];
  for (let i = 0; i < seekers; i++) people.push(await createPerson(services, 'tenant'));
  const units: number[] = [];
  const listings: number[] = [];
  for (let i = 0; i < homes; i++) {
    const unit = i === 0 ? here.unit : await addUnit(services, here.property);
    units.push(unit);
    listings.push(
      await addListing(
        services,
        { property: here.property, unit },
        { deposit_cents: 4_500_000, published_at: clock.now(), last_confirmed_at: clock.now() },
      ),
    );
  }
  const offered = { deposit_cents: 4_500_000, published_at: clock.now(), last_confirmed_at: clock.now() };
  const whole = await addListing(services, { property: here.property, unit: null }, offered);
  const booking = bookingService(services);
  const listing = listingService(services);
  const { db } = services.database;
  const as = (who: TestPerson, work: Doing) => runAsPerson(services, who, work);
  const owner = (work: Doing) => as(here.owner, work);
  const whose = (personId: number) => people.find((one) => one.id === personId) ?? here.owner;
  const jobs = buildScheduledJobs(services).filter(({ name }) => /^(booking|tenancy|agreement|application|bid|tour)\./.test(name));
  let said = 0;
  const living = (personId: number) => ({ somebody: { personId, name: `Person ${personId}`, phone: `+2547110${10_000 + personId}`, email: null } });

  return {
    services,
    here,
    units,
    listings,
    people,
    db,
    close: () => services.database.close(),
    later: (hours: number) => setClock(services, new Date(clock.ms() + hours * 3_600_000).toISOString()),
    /** Runs the jobs of the clock and the worker. */
    runJobs: async () => {
      for (const job of jobs) await job.run(db);
      for (const unit of units) await onUnitStatusChange(db, unit);
      for (const unit of units) await onUnitLetFromChange(db, unit);
    },
    do: {
      /** Applies for one of the homes or, with null, for the whole property. */
      apply: (personId: number, unit: number | null, startsOn: string, waitlist: boolean) =>
        as(whose(personId), (ctx) =>
          booking.apply(ctx, {
            listing_id: unit === null ? whole : (listings[units.indexOf(unit)] ?? 0),
            starts_on: startsOn,
            term_months: 12,
            message: '',
            waitlist,
            consents: ['sharing'],
            ...buildApplicationInput(++said),
          }),
        ),
      look: async (id: number) => {
        for (const what of ['identity', 'income'] as const) await owner((ctx) => booking.recordCheck(ctx, { id, what, outcome: 'pass', note: '' }));
      },
      approve: (id: number) => owner((ctx) => booking.approve(ctx, { id, note: '' })),
      decline: (id: number) => owner((ctx) => booking.decline(ctx, { id, reason: 'papers', note: '' })),
      shortlist: (id: number) => owner((ctx) => booking.setShortlisted(ctx, { id, on: true })),
      ask: (id: number) => owner((ctx) => booking.requestInformation(ctx, { id, what: ['income'], note: '' })),
      answer: (id: number, personId: number) => as(whose(personId), (ctx) => booking.answerRequest(ctx, { id, note: '' })),
      cancel: (id: number, personId: number, by: 'tenant' | 'owner' | 'platform') =>
        as(by === 'tenant' ? whose(personId) : by === 'owner' ? here.owner : admin, (ctx) => booking.cancel(ctx, { id, reason: 'plans changed' })),
      erase: (id: number, personId: number) => as(whose(personId), (ctx) => booking.erase(ctx, { id, reason: '' })),
      pay: async (id: number) => {
        const { file_id } = (await owner((ctx) => booking.uploadEvidence(ctx, { id, file: receipt }))) as { file_id: number };
        return owner((ctx) =>
          booking.confirmPayment(ctx, { id, file_id, cents: toCents(9_000_000), how: 'mpesa', on: clock.today(), note: '', why_less: '' }),
        );
      },
      make: (personId: number, unitId: number, startsOn: string, days: number, livedIn: boolean) =>
        owner((ctx) =>
          tenancy.createTenancy(ctx, {
            unitId,
            startsOn,
            endsOn: addDays(startsOn, days),
            people: [{ ...living(personId), role: 'lead', shareBp: 10_000 }],
            rentCents: 3_000_000,
            period: 2,
            depositCents: 3_000_000,
            holdover: days % 2 === 0 ? 'roll' : 'stop',
            ...(livedIn ? { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() } } : {}),
          }),
        ),
      waive: async (id: number) => {
        for (const what of ['payment', 'inspection'] as const) await owner((ctx) => tenancy.waiveGuard(ctx, { id, what, reason: 'agreed' }));
        // The tenants have an account, so they sign the lease.
        await addSignedLease(services, id);
      },
      activate: (id: number) => owner((ctx) => tenancy.activate(ctx, { id })),
      withdraw: (id: number) => owner((ctx) => tenancy.withdraw(ctx, { id, reason: 'plans changed' })),
      leave: (id: number, on: string) =>
        owner((ctx) =>
          tenancy.recordNotice(services)(ctx, {
            id,
            on,
            kind: 'notice',
            reason: '',
            file: receipt,
          }),
        ),
      stayOn: (id: number) => owner((ctx) => tenancy.cancelNotice(ctx, { id, reason: 'taken back' })),
      end: (id: number, after: 'vacant' | 'works') =>
        owner(async (ctx) =>
          tenancy.end(ctx, {
            id,
            on: clock.today(),
            kind: getTenancyEndKind((await tenancy.details(ctx, { id })).leaving),
            reason: '',
            keys: true,
            readings: true,
            no_inspection: 'seen together',
            after,
          }),
        ),
      transfer: (id: number, unit: number, { on, rent }: { on?: string; rent?: number | undefined } = {}) =>
        owner(async (ctx) => {
          // The notice that tenants with an account get is tested on its own; here it would rule out most transfers.
          const raises = rent !== undefined && rent > (await tenancy.details(ctx, { id })).rent_cents;
          const days = await setNoticeDays(ctx.db, id, raises ? undefined : 0);
          const moved = await tenancy.transfer(ctx, {
            id,
            unit_id: unit,
            reason: 'a larger one',
            after: 'vacant',
            ...(on === undefined ? {} : { on }),
            ...(rent === undefined ? {} : { rent_cents: toCents(rent) }),
          });
          await setNoticeDays(ctx.db, id, days);
          return moved;
        }),
      stayHere: (id: number) => owner((ctx) => tenancy.withdrawTransfer(ctx, { id, reason: 'plans changed' })),
      askLeaving: (id: number, on: string) => owner((ctx) => tenancy.requestShortNotice(ctx, { id, on, kind: 'mutual', reason: 'work upcountry' })),
      answerLeaving: (id: number, personId: number, yes: boolean) =>
        as(whose(personId), async (ctx) =>
          yes
            ? tenancy.acceptShortNotice(ctx, { id, version: (await tenancy.details(ctx, { id })).leaving_ask?.version ?? 0 })
            : tenancy.refuseShortNotice(ctx, { id, reason: 'we stay' }),
        ),
      offer: (id: number, ends: string) =>
        owner((ctx) =>
          tenancy.offerRenewal(ctx, { id, ends_on: ends, rent_cents: toCents(3_100_000), until: addDays(clock.today(), 10), message: '' }),
        ),
      accept: (id: number, personId: number) =>
        as(whose(personId), async (ctx) => {
          const { renewal } = await tenancy.details(ctx, { id });
          return tenancy.acceptRenewal(ctx, { id, version: renewal?.version ?? 0 });
        }),
      unit: (id: number, name: Parameters<typeof moveUnit>[1]['move']) =>
        as(name === 'stall' || name === 'unstall' ? admin : here.owner, (ctx) =>
          moveUnit(ctx, { id, move: name, reason: 'because', expected_on: name === 'start_maintenance' ? addDays(clock.today(), 9) : null }),
        ),
      property: (stalled: boolean) => as(admin, (ctx) => setFrozen(ctx, { id: here.property, stalled, reason: 'a report' })),
      listing: (id: number, move: 'pause' | 'force' | 'resume' | 'reopen' | 'publish', platform = false) =>
        as(platform ? admin : here.owner, (ctx) => listing.move(ctx, { id, move, reason: 'because' })),
    },
  };
}
export type LeasingFixture = Awaited<ReturnType<typeof createLeasingFixture>>;

/** A request either succeeds or is rejected with a sentence; anything else is a fault. */
export async function captureRefusal(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (problem) {
    if (problem instanceof Refusal) return problem.failure;
    throw problem;
  }
}

export type UnitState = { id: number; status: string; said: boolean; free_from: string | null; stays: number };
export type BookingState = { id: number; unit: number; person: number; status: string; stage: string; starts_on: string };
export type TenancyState = { id: number; unit: number; person: number; booking: number | null; status: string; starts_on: string } & {
  ends_on: string | null;
  leaving_on: string | null;
  offer: string | null;
  moves_on: string | null;
  ask: string | null;
  rent: number;
  /** The rent changes on a future day. */
  steps: boolean;
};
export type ListingState = { id: number; unit: number; status: string; paused_by: string | null; shown: boolean };
/** `tied`: the whole is booked or requested, or a transfer is planned. Rules about one home alone are then not sufficient. */
export type LeasingState = {
  today: string;
  stalled: boolean;
  tied: boolean;
  units: UnitState[];
  bookings: BookingState[];
  tenancies: TenancyState[];
  listings: ListingState[];
};

/** Everything that a rule reads, in its current state. */
export async function readLeasingState({ db, here, units }: LeasingFixture): Promise<LeasingState> {
  const { rows } = await sql<{ p: LeasingState }>`select jsonb_build_object(
    'today', app.today(),
    'stalled', (select stalled from property where id = ${here.property}),
    'tied', exists (select 1 from booking where whole and status in ('await_screening', 'await_payment', 'confirmed'))
      or exists (select 1 from tenancy where status <> 'terminate' and (whole or transfer is not null)),
    'units', (select jsonb_agg(jsonb_build_object('id', u.id, 'status', u.status, 'said', u.occupied_said,
        'stays', (select count(*) from stay s where s.unit_id = u.id and s.released_at is null),
        'free_from', (select case when bool_or(upper_inf(during)) then null else greatest(max(upper(during)), app.today()) end from stay s where s.unit_id = u.id and s.released_at is null)
      ) order by u.id) from unit u where u.id = any (${units}::bigint[])),
    'bookings', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'unit', unit_id, 'person', person_id, 'status', status, 'stage', stage, 'starts_on', starts_on) order by id), '[]') from booking),
    'tenancies', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'unit', t.unit_id, 'booking', booking_id, 'status', t.status, 'starts_on', starts_on,
        'ends_on', ends_on, 'leaving_on', leaving_on, 'offer', renewal ->> 'until', 'moves_on', transfer ->> 'on', 'ask', leaving_ask ->> 'on', 'person', n.person_id,
        'rent', (select rent_cents from tenancy_term x where x.tenancy_id = t.id order by x.during @> app.today() desc, x.during desc limit 1),
        'steps', exists (select 1 from tenancy_term x where x.tenancy_id = t.id and lower(x.during) > app.today())) order by t.id), '[]')
      from tenancy t join tenancy_person p on p.tenancy_id = t.id and p.role = 'lead' join tenant n on n.id = p.tenant_id),
    'listings', (select jsonb_agg(jsonb_build_object('id', l.id, 'unit', l.unit_id, 'status', l.status, 'paused_by', l.paused_by,
        'shown', exists (select 1 from public_listing v where v.id = l.id)) order by l.id) from listing l where l.unit_id = any (${units}::bigint[]))
  ) as p`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no picture');
  return row.p;
}

const watched = [
  'booking',
  'tenancy',
  'tenancy_term',
  'tenancy_person',
  'stay',
  'unit',
  'listing',
  'tenant',
  'agreement',
  'agreement_party',
] as const;
/** A hash that changes with any row. */
export async function hashLeasingState({ db }: LeasingFixture): Promise<string> {
  const parts = watched.map((table) => sql`(select coalesce(md5(string_agg(t::text, '|' order by t.id)), '') from ${sql.table(table)} t)`);
  const { rows } = await sql<{ d: string }>`select md5(concat(${sql.join(parts)})) as d`.execute(db);
  return rows[0]?.d ?? '';
}
