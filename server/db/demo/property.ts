import { sql } from 'kysely';
import { toCents } from '#contract/money/cents.ts';
import { BillingSettings } from '#contract/property/billing.ts';
import { UtilitySettings } from '#contract/property/utilities.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

/** The usual utilities of homes in a town. Rates are in cents. */
const town = UtilitySettings.parse({
  water: { supply: ['county', 'tank'], charge: 'metered', rate_cents: 13_000 },
  power: { supply: ['prepaid'], charge: 'direct' },
  garbage: { supply: ['private'], charge: 'fixed', rate_cents: 30_000 },
  internet: { supply: ['fibre'], charge: 'direct' },
});
const borehole = UtilitySettings.parse({
  water: { supply: ['borehole', 'tank'], charge: 'fixed', rate_cents: 50_000, note: 'Water is pumped twice a day' },
  power: { supply: ['submeter', 'generator'], charge: 'metered', rate_cents: 3_200 },
  garbage: { supply: ['county'], charge: 'included' },
  internet: { supply: ['wireless'], charge: 'direct' },
});
const billing = [
  BillingSettings.parse({ due_day: 5, grace_days: 5, late_fee: 'fixed', late_fee_cents: 50_000 }),
  BillingSettings.parse({ due_day: 1, grace_days: 3, late_fee: 'percent', late_fee_points: 500, payment_order: 'rent_first' }),
  BillingSettings.parse({ due_day: 10, lead_days: 5 }),
];

/** Settings of the properties, the demo owner’s pending verifications, the staff of the properties and their terms. */
export async function fillDemoPropertySettings(db: Db): Promise<void> {
  for (const [at, one] of billing.entries())
    await sql`update property set billing = ${JSON.stringify(one)}, utilities = ${JSON.stringify(at === 1 ? borehole : town)} where id % 3 = ${at}`.execute(
      db,
    );
  const company = async (name: string) => (await db.selectFrom('company').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const [njuguna, uzima] = [await company('Njuguna & Kin Ltd'), await company('Uzima Letting Agency')];
  const own = await db.selectFrom('property').select(['id', 'status']).where('company_id', '=', njuguna).orderBy('id').execute();
  await fillStates(
    db,
    own.map((one) => one.id),
  );
  await db
    .updateTable('mandate')
    .set({
      scope: 'full_management',
      starts_on: '2025-03-12',
      ends_on: '2027-03-11',
      may_sign: true,
      may_collect: true,
      approval_limit_cents: toCents(2_000_000),
    })
    .where('owner_company_id', '=', njuguna)
    .where('agent_company_id', '=', uzima)
    .execute();
  await fillChosen(db, njuguna, uzima);
  await fillDealer(db, njuguna);
  const team = await db.selectFrom('team').select('id').where('company_id', '=', njuguna).where('name', '=', 'Kilimani houses').executeTakeFirst();
  const theirs = own.slice(0, 3);
  if (team && theirs.length > 0) {
    await db
      .insertInto('team_property')
      .values(theirs.map(({ id }) => ({ team_id: team.id, property_id: id })))
      .execute();
    await db.updateTable('team').set({ limited: true }).where('id', '=', team.id).execute();
  }
}

/** The demo owner’s last three properties: a pending one, a rejected one with a reason, and a draft. */
async function fillStates(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length < 5) return;
  const blank = { verified_by: null, verified_at: null, verification_expires_at: null };
  const [waits, refused, draft] = ids.slice(-3);
  const set = (id: number | undefined, status: 'pending_verification' | 'rejected' | 'draft', verification_note = '') =>
    db
      .updateTable('property')
      .set({ ...blank, status, verification_note })
      .where('id', '=', id ?? null)
      .execute();
  await set(waits, 'pending_verification');
  await set(refused, 'rejected', 'The pin is on the wrong side of the road, and the photos show a different gate.');
  await set(draft, 'draft');
}

const besideTheCounty = ['property.read', 'units.read', 'tours.read', 'tours.edit', 'booking.read', 'tenancies.read', 'offers.read'];
/** The demo dealer reads the listings of a county, and for a single property also its enquiries, tours and tenants through the owner’s mandate. */
async function fillDealer(db: Db, njuguna: number): Promise<void> {
  const dealer = await db.selectFrom('person').select('company_id').where('email', '=', 'dealer@makao.test').executeTakeFirst();
  const services = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', njuguna)
    .where('name', '=', 'Jacaranda Heights')
    .executeTakeFirst();
  if (!dealer?.company_id || !services) return;
  const mandate = await db
    .insertInto('mandate')
    .values({
      owner_company_id: njuguna,
      agent_company_id: dealer.company_id,
      grants: besideTheCounty,
      scope: 'letting_only',
      all_properties: false,
      starts_on: '2026-07-01',
    })
    .onConflict((oc) => oc.columns(['owner_company_id', 'agent_company_id']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (mandate) await db.insertInto('mandate_property').values({ mandate_id: mandate.id, property_id: services.id }).execute();
}

/** Another owner gives the demo agent a mandate to let two of its properties, without further permissions. */
async function fillChosen(db: Db, njuguna: number, uzima: number): Promise<void> {
  const { rows } = await sql<{ id: number; ids: number[] }>`select p.company_id as id, json_agg(p.id order by p.id) as ids from property p
    join company c on c.id = p.company_id and c.kind = 'owner' where p.company_id <> ${njuguna} group by p.company_id having count(*) >= 2
    order by p.company_id limit 1`.execute(db);
  const other = rows[0];
  if (!other) return;
  const mandate = await db
    .insertInto('mandate')
    .values({
      owner_company_id: other.id,
      agent_company_id: uzima,
      grants: ['property.read', 'units.read', 'units.edit', 'tours.create', 'tours.read', 'tours.edit', 'booking.read'],
      scope: 'letting_only',
      all_properties: false,
      starts_on: '2026-06-01',
    })
    .onConflict((oc) => oc.columns(['owner_company_id', 'agent_company_id']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!mandate) return;
  await db
    .insertInto('mandate_property')
    .values(other.ids.slice(0, 2).map((property_id) => ({ mandate_id: mandate.id, property_id })))
    .execute();
}
