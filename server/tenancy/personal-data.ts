import { sql } from 'kysely';
import type { ClosingCheck, ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readCompanyLedByPerson } from '#server/people/service.ts';
import { m } from '#words/messages.js';

/** The name of the present unit or property; for a person who left, the one on the day they left. */
const then = (kind: 'unit' | 'property') =>
  sql<string>`coalesce((select x.name from stay s join ${sql.table(kind)} x on x.id = s.${sql.ref(`${kind}_id`)} where s.tenancy_id = tenancy.id
    and s.during @> tenancy_person.until order by s.id limit 1), ${sql.ref(`${kind}.name`)})`;
/** Data about the end of the tenancy after the person left does not belong to that person. */
const whileIn = (column: 'leaving' | 'leaving_ask' | 'people_ask' | 'termination') =>
  sql<unknown>`case when tenancy_person.until is null then ${sql.ref(`tenancy.${column}`)} end`;

export const tenancyPersonalData: PersonalData = {
  tenancies: (db, id) =>
    unscopedTable(db, 'tenancy_person', 'a person exports their own personal data')
      .select()
      .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
      .innerJoin('tenancy', 'tenancy.id', 'tenancy_person.tenancy_id')
      .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
      .innerJoin('property', 'property.id', 'tenancy.property_id')
      .select([then('unit').as('unit'), then('property').as('property')])
      .select(['tenancy.code', 'tenancy.status', 'tenancy.starts_on', 'tenancy.ends_on'])
      .select([
        whileIn('leaving').as('leaving'),
        whileIn('leaving_ask').as('leaving_ask'),
        whileIn('people_ask').as('people_ask'),
        whileIn('termination').as('termination'),
      ])
      .select(['tenancy.opening', 'tenancy.deposit_cents'])
      .select(['tenancy_person.role', 'tenancy_person.share_bp', 'tenancy_person.since', 'tenancy_person.until'])
      .select(
        sql<unknown>`(select coalesce(jsonb_agg(jsonb_build_object('from', lower(t.during), 'to', upper(t.during), 'rent_cents', t.rent_cents) order by lower(t.during)), '[]')
          from tenancy_term t where t.tenancy_id = tenancy.id and lower(t.during) <= coalesce(tenancy_person.until, 'infinity'))`.as('rents'),
      )
      .select(
        sql<unknown>`(select jsonb_build_object('unit', u.name, 'property', p.name, 'on', tenancy.transfer -> 'on', 'rent_cents', tenancy.transfer -> 'rent_cents', 'reason', tenancy.transfer -> 'reason')
          from unit u join property p on p.id = u.property_id where u.id = (tenancy.transfer ->> 'unit_id')::bigint and tenancy_person.until is null)`.as(
          'moves_to',
        ),
      )
      .where('tenant.person_id', '=', id)
      .orderBy('tenancy_person.id')
      .execute(),
};

/** A payer in a current lease must leave it before closing the account, because a lease binds both sides. */
export const openLeasesClosingCheck: ClosingCheck = async (db, personId) => {
  const row = await unscopedTable(db, 'tenancy_person', 'checks whether bookings prevent the account from closing')
    .select()
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .innerJoin('tenancy', 'tenancy.id', 'tenancy_person.tenancy_id')
    .select('tenancy.code')
    .where('tenant.person_id', '=', personId)
    .where('tenancy_person.role', 'in', ['lead', 'co_tenant'])
    .where('tenancy_person.until', 'is', null)
    .where('tenancy.status', '<>', 'terminate')
    .orderBy('tenancy.id')
    .limit(1)
    .executeTakeFirst();
  return row ? m.tenancy_closing_leased({ code: row.code }) : null;
};

/** The head of a company that lets units must end its leases or hand them over before closing the account, because a lease binds both sides. */
export const openLettingsClosingCheck: ClosingCheck = async (db, personId) => {
  const company = await readCompanyLedByPerson(db, personId);
  if (company === null) return null;
  const row = await unscopedTable(db, 'tenancy', 'checks whether bookings prevent the account from closing')
    .select()
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.min('tenancy.code').as('code')])
    .where('property.company_id', '=', company)
    .where('tenancy.status', 'in', ['pending', 'active', 'expired'])
    .executeTakeFirst();
  return row && row.n > 0 ? m.tenancy_closing_let_out({ count: Number(row.n), code: row.code ?? '' }) : null;
};

/** Deletes the reasons why the person's tenancies ended. The tenancies stay, linked to a tenant record without a name. */
export const eraseTenancyPersonalData: ErasePersonalData = async (tx, id) => {
  await sql`/* unscoped: scheduled job erases the data of closed accounts */ update tenancy t set leaving = case when t.leaving is null then null else t.leaving || '{"reason": "", "by": null, "objection": null}' end,
      termination = case when t.termination is null then null else t.termination || '{"reason": "", "no_inspection": ""}' end
    where exists (select 1 from tenancy_person p join tenant n on n.id = p.tenant_id where p.tenancy_id = t.id and n.person_id = ${id})
      and not exists (select 1 from tenancy_person p join tenant n on n.id = p.tenant_id where p.tenancy_id = t.id and n.person_id is distinct from ${id} and p.until is null)`.execute(
    tx,
  );
};
