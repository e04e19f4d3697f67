import { sql } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const known: readonly (readonly [string, string, readonly string[]])[] = [
  ['Brian Otieno Ouma', '+254711200301', ['viewing']],
  ['Faith Chebet Koech', '+254711200302', ['family', 'parking']],
  ['Hassan Abdi Noor', '+254711200303', []],
  ['Lucy Nyambura Maina', '+254711200304', ['student']],
];

/**
 * Tenants that the demo companies recorded, and the demo tenant in a unit of the demo owner for eight months, with requested documents. A unit with
 * an open stay already has a tenancy and is skipped. The result is deterministic.
 */
export async function fillTenants(db: Db): Promise<void> {
  const heads = await db
    .selectFrom('person')
    .select(['id', 'company_id', 'email'])
    .where('email', 'in', ['owner@makao.test', 'agent@makao.test', 'dealer@makao.test'])
    .where('company_id', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id, company_id } of heads)
    for (const [name, phone, tags] of known)
      await db
        .insertInto('tenant')
        .values({ company_id: requiredId(company_id, 'the company of a demo account'), name, phone, tags: [...tags], created_by: id })
        .execute();
  const owner = heads.find(({ email }) => email === 'owner@makao.test');
  if (owner) await fillLease(db, owner.id, requiredId(owner.company_id, 'the company of the demo owner'));
}

async function fillLease(db: Db, ownerId: number, companyId: number): Promise<void> {
  const tenant = await db.selectFrom('person').select(['id', 'name', 'phone', 'email']).where('email', '=', 'tenant@makao.test').executeTakeFirst();
  const unit = await db
    .selectFrom('unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.id', 'unit.property_id', 'unit.rent_cents'])
    .where('property.company_id', '=', companyId)
    .where('unit.status', '=', 'occupied')
    .where('unit.deleted_at', 'is', null)
    .where('unit.rent_cents', 'is not', null)
    .where(sql<boolean>`not exists (select 1 from stay s where s.unit_id = unit.id and s.released_at is null)`)
    .orderBy('unit.id')
    .executeTakeFirst();
  if (!tenant || !unit) return;
  const { id: relation } = await db
    .insertInto('tenant')
    .values({
      company_id: companyId,
      person_id: tenant.id,
      name: tenant.name,
      phone: tenant.phone,
      email: tenant.email,
      status: 'current',
      tags: ['pays early'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tenant_note')
    .values({ company_id: companyId, tenant_id: relation, author_id: ownerId, body: 'We gave her a second key for her sister in March.' })
    .execute();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into tenancy (company_id, property_id, unit_id, listing_type, status, starts_on, ends_on, deposit_cents, created_by, created_at)
      values (${companyId}, ${unit.property_id}, ${unit.id}, 0, 'active', (date_trunc('month', app.today()) - interval '8 months')::date,
        (date_trunc('month', app.today()) + interval '4 months')::date - 1, ${unit.rent_cents}, ${ownerId},
        date_trunc('month', app.today()) - interval '8 months 12 days') returning id`.execute(tx);
    const lease = requiredId(rows[0]?.id, 'the new tenancy');
    const since = sql`(select starts_on from tenancy where id = ${lease})`;
    await sql`insert into tenancy_person (tenancy_id, tenant_id, role, share_bp, since) values (${lease}, ${relation}, 'lead', 10000, ${since})`.execute(
      tx,
    );
    await sql`insert into tenancy_term (tenancy_id, during, rent_cents, why) select id, daterange(starts_on, ends_on + 1, '[)'), ${unit.rent_cents}, 'start'
      from tenancy where id = ${lease}`.execute(tx);
    await sql`insert into tenancy_charge (tenancy_id, label, kind, cents, often, during) values
      (${lease}, 'Garbage', 'garbage', 30000, 'monthly', daterange(${since}, null, '[)')), (${lease}, 'Water', 'water', null, 'monthly', daterange(${since}, null, '[)'))`.execute(
      tx,
    );
    await sql`insert into stay (company_id, property_id, unit_id, tenancy_id, during, created_by) select company_id, property_id, unit_id, id,
      daterange(starts_on, null, '[)'), ${ownerId} from tenancy where id = ${lease}`.execute(tx);
    await sql`insert into move_log (at, subject, subject_id, move, from_state, to_state, actor_type)
      select starts_on + interval '10 hours', 'tenancy', id, 'activate', 'pending', 'active', 'clock' from tenancy where id = ${lease}`.execute(tx);
    await sql`insert into tenancy_file (company_id, tenancy_id, kind, name, required, created_by) values
      (${companyId}, ${lease}, 'id', 'ID card, front and back', true, ${ownerId}), (${companyId}, ${lease}, 'kra_pin', 'KRA PIN certificate', true, ${ownerId})`.execute(
      tx,
    );
  });
}
