import { sql } from 'kysely';
import type { ApplicationBody } from '#contract/application/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { grant } from '#server/application/grants.ts';
import { saveVersion } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { relate } from '#server/tenant/service.ts';
import type { House } from '#test/db.ts';
import { here, type Somebody } from '#test/world.ts';

/** What an applicant types first; `n` tells one from another. */
export const saidBy = (n: number, more: object = {}) => ({
  name: `Applicant ${n}`,
  id_kind: 'national_id' as const,
  id_number: String(20_000_000 + n),
  work: 'employed' as const,
  employer: 'Safari Works Ltd',
  income_cents: 18_000_000 as ApplicationBody['income_cents'],
  people: 2,
  ...more,
});
const ctxOf = (house: House, who: Pick<Somebody, 'me'>, db: Ctx['db'] = house.database.db as never): Ctx => ({
  me: who.me,
  db,
  from: here,
  note: { audited: 0 },
});

export const bill = {
  listing_type: 0,
  price_cents: 4_500_000,
  price_period: 2,
  deposit_cents: 4_500_000,
  service_charge_cents: 0,
  other_charges: [],
  month_rent_cents: 4_500_000,
  due_cents: 9_000_000,
  due: [
    { kind: 'price', label: '', cents: 4_500_000 },
    { kind: 'deposit', label: '', cents: 4_500_000 },
  ],
  month_cents: 4_500_000,
  monthly: [{ kind: 'price', label: '', cents: 4_500_000 }],
  promotion: null,
};

type Facts = {
  status?: string;
  stage?: string;
  listingId?: number | null;
  decideBy?: Date | null;
  payUntil?: Date | null;
  checked?: boolean;
  application?: boolean;
};
/** A booking as rows, without asking the service: for tests that begin in the middle. */
export async function addBooking(
  house: House,
  at: { company: number; property: number; unit: number },
  who: Somebody,
  facts: Facts = {},
): Promise<number> {
  const { status = 'await_screening', stage = 'screening', listingId = null, checked = false, application = true } = facts;
  const soon = new Date(clock.ms() + 72 * 3_600_000);
  const clocked = status === 'await_screening' && (stage === 'screening' || stage === 'shortlisted');
  return house.database.db.transaction().execute(async (tx) => {
    const ctx = ctxOf(house, who, tx as never);
    const tenant = await relate(ctx, at.company, { personId: who.id, name: `Applicant ${who.id}`, phone: null, email: null });
    const saved = application ? await saveVersion(ctx, who.id, saidBy(who.id), ['sharing']) : null;
    const { rows } = await sql<{ id: number }>`insert into booking
      (company_id, property_id, unit_id, listing_id, tenant_id, person_id, application_id, status, stage, starts_on, term_months, bill, decide_by, pay_until, message)
      values (${at.company}, ${at.property}, ${at.unit}, ${listingId}, ${tenant}, ${who.id}, ${saved?.id ?? null}, ${status}, ${stage}, ${addDays(clock.today(), 7)}, 12,
        ${JSON.stringify(bill)}, ${clocked ? (facts.decideBy ?? soon) : null}, ${status === 'await_payment' && stage !== 'frozen' ? (facts.payUntil ?? soon) : null}, 'We are quiet')
      returning id`.execute(tx);
    const id = Number(rows[0]?.id);
    if (saved) await grant(ctx, { applicationId: saved.id, bookingId: id, personId: who.id, companies: [at.company] });
    if (checked)
      await sql`insert into screening_check (booking_id, what, outcome) values (${id}, 'identity', 'pass'), (${id}, 'income', 'pass')`.execute(tx);
    if (status === 'await_payment' || status === 'confirmed') {
      await sql`insert into stay (company_id, property_id, unit_id, booking_id, during) values (${at.company}, ${at.property}, ${at.unit}, ${id}, daterange(${addDays(clock.today(), 7)}, null))`.execute(
        tx,
      );
      await sql`update unit set status = 'ordered' where id = ${at.unit}`.execute(tx);
    }
    return id;
  });
}
