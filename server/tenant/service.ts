import { sql } from 'kysely';
import { type TenantStatus, tenantStatus } from '#contract/tenant/status.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, everything, oneRow } from '#server/kernel/scoped.ts';

export type Somebody = { readonly personId: number | null; readonly name: string; readonly phone: string | null; readonly email: string | null };

const why = 'the one relation of a company to somebody, whoever of its people brought it about';

/**
 * A company's relation to somebody: found by account, then by number, made where there is none. Somebody known by number alone who now has
 * an account keeps their history.
 */
export async function relate(ctx: Ctx, companyId: number, { personId, name, phone, email }: Somebody): Promise<number> {
  const known = await everything(ctx.db, 'tenant', why)
    .select()
    .select(['id', 'person_id'])
    .where('company_id', '=', companyId)
    .where('merged_into', 'is', null)
    .where((eb) =>
      eb.or([
        ...(personId === null ? [] : [eb('person_id', '=', personId)]),
        ...(phone === null ? [] : [eb.and([eb('phone', '=', phone), eb.or([eb('person_id', 'is', null), eb('person_id', '=', personId ?? 0)])])]),
        sql<boolean>`false`,
      ]),
    )
    .orderBy('person_id', (o) => o.asc().nullsLast())
    .forUpdate()
    .executeTakeFirst();
  if (known) {
    if (known.person_id === null && personId !== null)
      await everything(ctx.db, 'tenant', why).change().set({ person_id: personId, updated_at: clock.now() }).where('id', '=', known.id).$call(oneRow);
    return known.id;
  }
  const values = { company_id: companyId, person_id: personId, name, phone, email, created_by: ctx.me.userId };
  const row = await add(ctx, 'tenant')
    .values(values)
    // Two at once: the one that came second takes the first one's. A number that belongs to another account's relation is left out.
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return row.id;
  if (phone !== null && personId !== null) {
    const again = await add(ctx, 'tenant')
      .values({ ...values, phone: null })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (again) return again.id;
  }
  return relate(ctx, companyId, { personId, name, phone, email });
}

/** What somebody is to a company follows from what is there between them (contract/tenant/status.ts), and is written by nobody else. */
export async function followFacts(ctx: Ctx, { tenantId }: { readonly tenantId: number }): Promise<void> {
  const { rows } = await sql<{ status: TenantStatus; lives: boolean; comes: boolean; asks: boolean; lived: boolean; declined: boolean }>`
    /* all: the facts of one relation */ select tenant.status,
      exists (select 1 from tenancy_person p join tenancy t on t.id = p.tenancy_id where p.tenant_id = tenant.id and p.role in ('lead', 'co_tenant') and p.until is null and t.status in ('active', 'expired')) as lives,
      exists (select 1 from tenancy_person p join tenancy t on t.id = p.tenancy_id where p.tenant_id = tenant.id and p.role in ('lead', 'co_tenant') and p.until is null and t.status = 'pending')
        or exists (select 1 from booking b where b.tenant_id = tenant.id and b.status in ('await_payment', 'confirmed')) as comes,
      exists (select 1 from booking b where b.tenant_id = tenant.id and b.status = 'await_screening') as asks,
      exists (select 1 from tenancy_person p join tenancy t on t.id = p.tenancy_id where p.tenant_id = tenant.id and p.role in ('lead', 'co_tenant') and t.status = 'terminate' and exists (
        select 1 from move_log l where l.subject = 'tenancy' and l.subject_id = t.id and l.move = 'end')) as lived,
      exists (select 1 from booking b where b.tenant_id = tenant.id and b.status = 'declined') as declined
    from tenant where id = ${tenantId} for no key update`.execute(ctx.db);
  const [facts] = rows;
  if (!facts) return;
  const status = tenantStatus({
    livesThere: facts.lives,
    comes: facts.comes,
    asks: facts.asks,
    livedThere: facts.lived,
    wasDeclined: facts.declined,
  });
  if (status !== facts.status)
    await everything(ctx.db, 'tenant', why).change().set({ status, updated_at: clock.now() }).where('id', '=', tenantId).$call(oneRow);
}
