import { userTypes } from '#contract/kernel/roles.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, endOfDay, startOfDay } from '#contract/time/days.ts';
import { hashInvitationKey } from '#server/invitation/keys.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const days = (n: number) => new Date(clock.ms() + n * 86_400_000);

/** Adds records for each screen of the demo's agency and dealer: a team, invitations, a promotion and featured slots. */
export async function fillPartners(db: Db, productId: number): Promise<void> {
  for (const [email, team, kinds] of [
    ['agent@makao.test', 'Lettings, Nairobi', ['owner', 'owner']],
    ['dealer@makao.test', 'Field, Nairobi', ['owner', 'agent']],
  ] as const) {
    const who = await db.selectFrom('person').select(['id', 'company_id']).where('email', '=', email).executeTakeFirst();
    if (!who?.company_id) continue;
    await fillTeam(db, { id: who.id, company: who.company_id }, team);
    for (const [n, kind] of kinds.entries()) await invite(db, { id: who.id, company: who.company_id }, kind, n);
    if (email === 'agent@makao.test') await fillOffers(db, { id: who.id, company: who.company_id }, productId);
  }
}

type Who = { readonly id: number; readonly company: number };

async function fillTeam(db: Db, { id, company }: Who, name: string): Promise<void> {
  const team = await db.insertInto('team').values({ company_id: company, name, lead_id: id }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('team_member').values({ team_id: team.id, person_id: id }).execute();
  const staffed = await db.selectFrom('person').select('id').where('company_id', '=', company).where('id', '<>', id).limit(1).executeTakeFirst();
  if (staffed) return;
  // The dealer has a member of staff.
  const role = await db
    .insertInto('staff_role')
    .values({
      company_id: company,
      name: 'Field officer',
      description: 'Inspects properties and submits reports',
      grants: ['property.read', 'units.read'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const officer = await db
    .insertInto('person')
    .values({
      name: 'Dennis Ochieng Owino',
      email: `officer.of.${company}@example.co.ke`,
      email_verified: true,
      phone: '+254711204518',
      user_type: userTypes.staff,
      company_id: company,
      staff_role_id: role.id,
      job_title: 'Field officer',
      onboarding: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('team_member').values({ team_id: team.id, person_id: officer.id }).execute();
}

const invite = (db: Db, { id, company }: Who, kind: 'owner' | 'agent', n: number) =>
  db
    .insertInto('invitation')
    .values({
      inviter_id: id,
      company_id: company,
      kind,
      email: `${kind}${n + 1}.of.${company}@example.co.ke`,
      message: 'Karibu. Join Makao, and your listings can be live tomorrow.',
      expires_at: days(6 + n),
      sends: 1,
      key_hash: hashInvitationKey(`key without a holder: ${company} ${n}`),
      created_at: days(-1 - n),
    })
    .execute();

async function promote(db: Db, company: number, listings: readonly { readonly id: number }[]): Promise<void> {
  const today = clock.today();
  const promotion = await db
    .insertInto('promotion')
    .values({
      company_id: company,
      name: 'KES 2,000 off the first two months',
      discount_type: 2,
      value: 200_000,
      months: 2,
      status: 'running',
      starts_at: startOfDay(addDays(today, -6)),
      ends_at: endOfDay(addDays(today, 20)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('promotion_listing')
    .values(listings.map((one) => ({ promotion_id: promotion.id, listing_id: one.id })))
    .execute();
}
async function fillOffers(db: Db, { id, company }: Who, productId: number): Promise<void> {
  const listings = await db
    .selectFrom('public_listing')
    .innerJoin('listing', 'listing.id', 'public_listing.id')
    .select(['listing.id'])
    .where('listing.contact_id', '=', id)
    .where('listing.listing_type', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('promotion_listing').select('listing_id').whereRef('listing_id', '=', 'listing.id'))),
    )
    .orderBy('listing.id')
    .limit(4)
    .execute();
  const [first, second] = listings;
  if (!first || !second) return;
  const today = clock.today();
  await promote(db, company, listings);
  const booking = { product_id: productId, company_id: company, created_by: id };
  await db
    .insertInto('featured_booking')
    .values([
      {
        ...booking,
        listing_id: first.id,
        status: 'requested',
        starts_on: addDays(today, 20),
        ends_on: addDays(today, 26),
        price_cents: toCents(350_000),
        created_at: days(-1),
      },
      {
        ...booking,
        listing_id: second.id,
        status: 'ended',
        starts_on: addDays(today, -40),
        ends_on: addDays(today, -34),
        price_cents: toCents(350_000),
        clicks: 52,
        payment_note: 'SKB2M8QX4D',
        created_at: days(-44),
      },
    ])
    .execute();
}
