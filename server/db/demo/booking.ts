import { sql } from 'kysely';
import type { BookingBill } from '#contract/booking/bill.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { readBookableListing, takePriceSnapshot } from '#server/booking/bill.ts';
import { asClock } from '#server/kernel/ctx.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { onTenantFactsChanged } from '#server/tenant/service.ts';

type Home = { unit_id: number; property_id: number; company_id: number; listing_id: number | null; price: number; deposit: number };
type State = { readonly status: string; readonly stage?: string; readonly move?: string; readonly ago?: number };
const hours = 3_600_000;

/** The statuses of a booking for a unit that is still available. */
const onFree: readonly State[] = [
  { status: 'await_screening', stage: 'screening' },
  { status: 'await_screening', stage: 'shortlisted', ago: 1 },
  { status: 'await_screening', stage: 'info_requested', ago: 2 },
  { status: 'declined', move: 'decline', ago: 9 },
  { status: 'expired', move: 'expire', ago: 14 },
  { status: 'canceled', move: 'cancel', ago: 6 },
  { status: 'deleted', move: 'erase', ago: 40 },
];
/** The status of bookings for a unit under maintenance: all of them are frozen. */
const onWorks: State = { status: 'await_screening', stage: 'frozen', ago: 1 };
/** The statuses for a reserved unit: first the applicant with the unit, then the next applicant. */
const onHeld: readonly (readonly State[])[] = [
  [
    { status: 'await_payment', move: 'approve' },
    { status: 'await_screening', stage: 'backup', ago: 1 },
    { status: 'await_screening', stage: 'waitlist' },
  ],
  [
    { status: 'confirmed', move: 'confirm', ago: 3 },
    { status: 'await_screening', stage: 'backup', ago: 4 },
  ],
];

/** The price of a home as on its public page, computed by the same function; a home without a listing has its rent and deposit. */
async function billOfHome(db: Db, home: Home): Promise<BookingBill> {
  const offer = home.listing_id === null ? undefined : await readBookableListing({ db }, home.listing_id);
  return offer ? takePriceSnapshot(offer) : billFor(Number(home.price), Number(home.deposit));
}

const billFor = (price: number, deposit: number): BookingBill => ({
  listing_type: 0,
  price_cents: price,
  price_period: 2,
  deposit_cents: deposit,
  service_charge_cents: 0,
  other_charges: [],
  month_rent_cents: price,
  due_cents: price + deposit,
  due: [
    { kind: 'price', label: '', cents: price },
    { kind: 'deposit', label: '', cents: deposit },
  ],
  month_cents: price,
  monthly: [{ kind: 'price', label: '', cents: price }],
  promotion: null,
});

/** Units of this status with their terms; those of the demo's owner come first. */
const homes = async (db: Db, status: string, limit: number): Promise<Home[]> =>
  (
    await sql<Home>`select distinct on (p.company_id = mine.id, u.id) u.id as unit_id, p.id as property_id, p.company_id, l.id as listing_id,
        coalesce(l.price_cents, u.rent_cents, 3500000)::bigint as price, coalesce(l.deposit_cents, u.rent_cents, 3500000)::bigint as deposit
      from unit u join property p on p.id = u.property_id and p.deleted_at is null and p.status = 'verified'
      cross join (select company_id as id from person where email = 'owner@makao.test') mine
      left join listing l on l.unit_id = u.id and l.listing_type = 0 and l.deleted_at is null
      where u.status = ${status} and u.deleted_at is null and (l.id is not null or ${status} <> 'vacant')
        and not exists (select 1 from stay s where s.unit_id = u.id and s.released_at is null)
      order by p.company_id = mine.id desc, u.id, l.id limit ${limit}`.execute(db)
  ).rows;

/** Bookings in every state, for the demo owner and other companies. They are inserted as rows, so no notifications are sent. */
export async function fillBookings(db: Db): Promise<void> {
  const { rows: people } = await sql<{ id: number; name: string; phone: string | null }>`select id, name, phone from person
    where user_type = 0 and is_active and closed_at is null order by email = 'tenant@makao.test' desc, id limit 14`.execute(db);
  if (people.length === 0) return;
  const [demo = { id: 0, name: '', phone: null }] = people;
  let at = 1;
  const next = () => people[at++ % people.length] ?? demo;
  for (const [n, home] of (await homes(db, 'vacant', 60)).entries()) {
    // The demo tenant has a booking in every state.
    const own = onFree[n];
    if (own) await addBooking(db, home, demo, own);
    const states = n < 6 ? onFree.slice(0, 3) : [onFree[n % onFree.length] ?? { status: 'await_screening' }];
    for (const state of n === 0 ? onFree : states) await addBooking(db, home, next(), state);
  }
  for (const [n, home] of (await homes(db, 'maintenance', 6)).entries()) await addBooking(db, home, n === 0 ? demo : next(), onWorks);
  at = 0;
  for (const [n, home] of (await homes(db, 'ordered', 8)).entries())
    for (const state of onHeld[n % onHeld.length] ?? []) await addBooking(db, home, next(), state);
  for (const home of await homes(db, 'occupied', 4)) await addBooking(db, home, next(), { status: 'closed', move: 'close', ago: 30 });
}

async function addBooking(
  db: Db,
  home: Home,
  who: { id: number; name: string },
  { status, stage = 'screening', move, ago = 0 }: State,
): Promise<void> {
  const open = ['await_screening', 'await_payment', 'confirmed'].includes(status);
  if (
    open &&
    (await db
      .selectFrom('booking')
      .select('id')
      .where('unit_id', '=', home.unit_id)
      .where('person_id', '=', who.id)
      .where('status', 'in', ['await_screening', 'await_payment', 'confirmed'])
      .executeTakeFirst())
  )
    return;
  await sql`insert into tenant (company_id, person_id, name) values (${home.company_id}, ${who.id}, ${who.name}) on conflict do nothing`.execute(db);
  const tenant = await db
    .selectFrom('tenant')
    .select('id')
    .where('company_id', '=', home.company_id)
    .where('person_id', '=', who.id)
    .executeTakeFirstOrThrow();
  const bill = await billOfHome(db, home);
  const made = new Date(clock.ms() - ago * 24 * hours - 3 * hours);
  const starts = addDays(clock.today(), 10);
  const clocked = status === 'await_screening' && (stage === 'screening' || stage === 'shortlisted');
  const said = JSON.stringify({ reason: status === 'declined' ? 'income' : status, note: '', at: clock.now().toISOString(), by: null });
  const { rows } = await sql<{
    id: number;
  }>`insert into booking (company_id, property_id, unit_id, listing_id, tenant_id, person_id, status, stage, stage_before, starts_on, term_months,
      occupants, bill, message, decide_by, pay_until, waitlist_until, clock_left, decision, asked, created_at, updated_at)
    values (${home.company_id}, ${home.property_id}, ${home.unit_id}, ${home.listing_id}, ${tenant.id}, ${who.id}, ${status}, ${stage},
      ${stage === 'frozen' ? 'screening' : null}, ${starts}, 12, ${1 + (who.id % 4)}, ${JSON.stringify(bill)},
      ${status === 'deleted' ? '' : 'We are a quiet household and would like to move in soon.'}, ${clocked ? computeEveningDeadline(made, 72) : null},
      ${status === 'await_payment' ? computeEveningDeadline(made, 48) : null}, ${stage === 'waitlist' ? new Date(clock.ms() + 20 * 24 * hours) : null},
      ${stage === 'frozen' || stage === 'info_requested' ? '2 days' : null}::interval, ${['declined', 'canceled'].includes(status) ? said : null}::jsonb,
      ${stage === 'info_requested' ? JSON.stringify({ what: ['income', 'landlord'], note: 'Upload your payslip of last month.', at: made.toISOString() }) : null}::jsonb, ${made}, ${made})
    returning id`.execute(db);
  const id = Number(rows[0]?.id);
  if (move)
    await sql`insert into move_log (subject, subject_id, move, from_state, to_state, actor_type, at) values ('booking', ${id}, ${move}, 'await_screening', ${status}, 'clock', ${made})`.execute(
      db,
    );
  // No application was sent here, so there is no screening. The approved applicants were known before.
  if (status === 'await_payment' || status === 'confirmed')
    await sql`insert into screening_check (booking_id, what, outcome, note, at) select ${id}, what, 'waived', 'Previous tenant of ours. Documents were checked at the office.', ${made}
      from unnest(array['identity', 'income']) what`.execute(db);
  if (status === 'await_payment' || status === 'confirmed')
    await sql`insert into stay (company_id, property_id, unit_id, booking_id, during) values (${home.company_id}, ${home.property_id}, ${home.unit_id}, ${id}, daterange(${starts}::date, null))`.execute(
      db,
    );
  if (status === 'confirmed')
    await sql`update booking set paid = ${JSON.stringify({ cents: bill.due_cents, how: 'mpesa', on: clock.today(), note: 'QKT4H2', by: null, file_id: 0 })}::jsonb where id = ${id}`.execute(
      db,
    );
  await onTenantFactsChanged(asClock(db, 'the demo'), { tenantId: tenant.id });
}
