import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const agreementLookups: Partial<ModuleLookups> = {
  leaseOfBooking: (booking) => sql`(select json_build_object('id', a.id, 'code', a.code, 'status', a.status) from agreement a
    join tenancy t on t.id = a.tenancy_id where t.booking_id = ${booking} and a.status <> 'archived' order by a.id desc limit 1)`,
  leaseSigned: (booking) =>
    sql<boolean>`exists (select 1 from tenancy t join agreement a on a.tenancy_id = t.id where t.booking_id = ${booking} and a.status = 'fully_signed')`,
  partiesOfTenant: (tenant) => sql`(select p.id from agreement_party p where p.tenant_id = ${tenant})`,
  holdAgreementsOf: (db, tenantIds) =>
    sql`/* unscoped: records of two relations the caller may change */ select id from agreement where id in (select agreement_id from agreement_party where tenant_id = any (${[...tenantIds]}::bigint[])) order by id for no key update`.execute(
      db,
    ),
  /** Signers may use a link without an account, so the name is read from the event of the agreement. */
  agreementMovesOf: (tenancyId) => sql`(select m.id, m.at, m.to_state, a.code as about, m.reason, coalesce(p.name, (select y.name
      from agreement_event e join agreement_party y on y.id = e.party_id
      where m.move in ('sign', 'reject') and e.agreement_id = a.id and e.what in ('signed', 'rejected') and e.at <= m.at order by e.at desc, e.id desc limit 1)) as by
    from agreement a join move_log m on m.subject = 'agreement' and m.subject_id = a.id left join person p on p.id = m.actor_id where a.tenancy_id = ${tenancyId})`,
  agreementStatingTerms: (tenancy) => sql`(select json_build_object('code', a.code, 'signed', a.status = 'fully_signed')
    from agreement a join tenancy t on t.id = a.tenancy_id where a.tenancy_id = ${tenancy}
      and (a.status in ('pending_signature', 'partially_signed') or (a.status = 'draft' and a.wet_ink is not null)
        or (a.kind = 'lease' and a.status = 'fully_signed' and t.status = 'pending')) order by a.status = 'fully_signed', a.id desc limit 1)`,
  hasSignedLease: (tenancy) =>
    sql<boolean>`exists (select 1 from agreement a where a.tenancy_id = ${tenancy} and a.kind = 'lease' and a.status = 'fully_signed')`,
  hasAgreement: (tenancy) => sql<boolean>`exists (select 1 from agreement a where a.tenancy_id = ${tenancy})`,
};
