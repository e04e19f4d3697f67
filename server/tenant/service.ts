import { sql } from 'kysely';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import { isSameName } from '#contract/tenant/same-name.ts';
import { type TenantStatus, toTenantStatus } from '#contract/tenant/status.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';

export { readContactsBefore } from './contacts-before.ts';
export { linkVerifiedAccount } from './verified-account.ts';

export type TenantContact = { readonly personId: number | null; readonly name: string; readonly phone: string | null; readonly email: string | null };

const why = 'a company has a single tenant record per person, regardless of the member of staff who created it';

/** Whether the number of the record is verified by its account. */
const shown = sql<boolean>`exists (select 1 from person p where p.id = tenant.person_id and p.phone = tenant.phone and p.phone_proved_at is not null)`;

async function hasShown(ctx: Ctx, personId: number, phone: string): Promise<boolean> {
  const row = await unscopedTable(ctx.db, 'person', 'checks whether a phone number belongs to its person')
    .select()
    .select('id')
    .where('id', '=', personId)
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Finds a company's tenant record by account, then by number, or creates one. A record found by number keeps its history and is linked to the account
 * only if the account has verified the number and shares a name with the record, because numbers are mistyped and any person can type another
 * person's.
 */
export async function findOrCreateTenant(ctx: Ctx, companyId: number, { personId, name, phone, email }: TenantContact): Promise<number> {
  // A number typed by a manager counts for records without an account.
  const counts = phone !== null && (personId === null || (await hasShown(ctx, personId, phone)));
  const known = await systemRows(ctx.db, 'tenant', why)
    .select(['id', 'person_id', 'name'])
    .where('company_id', '=', companyId)
    .where('merged_into', 'is', null)
    .where((eb) =>
      eb.or([
        ...(personId === null ? [] : [eb('person_id', '=', personId)]),
        ...(counts
          ? [eb.and([eb('phone', '=', phone), personId === null ? eb.or([eb('person_id', 'is', null), shown]) : eb('person_id', 'is', null)])]
          : []),
        sql<boolean>`false`,
      ]),
    )
    .orderBy('person_id', (o) => o.asc().nullsLast())
    .forUpdate()
    .executeTakeFirst();
  // A match by number under another name is treated as another person until a manager merges the two, because numbers are mistyped, shared and
  // reassigned.
  const other = known && known.person_id !== personId && (known.person_id !== null || personId !== null) && !isSameName(known.name, name);
  if (known && !other) {
    if (known.person_id === null && personId !== null)
      await sameRow(ctx.db, 'tenant', known).change().set({ person_id: personId, updated_at: clock.now() }).$call(oneRow);
    return known.id;
  }
  const values = { company_id: companyId, person_id: personId, name, phone: other ? null : phone, email, created_by: ctx.me.userId };
  const row = await add(ctx, 'tenant')
    .values(values)
    // For concurrent inserts, the second call uses the record of the first.
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return row.id;
  // A number that verifiably belongs to another person is left out.
  if (phone !== null && personId !== null && !(counts && (await gaveWay(ctx, companyId, phone)))) {
    const again = await add(ctx, 'tenant')
      .values({ ...values, phone: null })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (again) return again.id;
  }
  if (personId === null && phone !== null) await gaveWay(ctx, companyId, phone);
  return findOrCreateTenant(ctx, companyId, { personId, name, phone, email });
}

/**
 * Rejects a new person whose number the company already has under another name, because the lease would otherwise go to the wrong person. The name
 * on the existing record is shown only to users who may see it.
 */
export async function assertTenantPhonesUnique(ctx: Ctx, companyId: number, people: readonly TenantContact[]): Promise<void> {
  for (const { name, phone } of people) {
    if (phone === null) continue;
    const known = await unscopedTable(ctx.db, 'tenant', 'finds people whom the company already knows by a phone number it recorded')
      .select()
      .select(['name', visibleTo('tenant', ctx.me).as('seen')])
      .where('company_id', '=', companyId)
      .where('merged_into', 'is', null)
      .where('phone', '=', phone)
      .where((eb) => eb.or([eb('person_id', 'is', null), shown]))
      .executeTakeFirst();
    if (known && toUnitNameKey(known.name) !== toUnitNameKey(name))
      throw invalidInputRefusal({
        people:
          known.seen && ctx.me.grants.has('tenants.read') ? m.tenant_problem_known_as({ phone, name: known.name }) : m.tenant_problem_known_other(),
      });
  }
}

/** Removes an unverified number from a record when another account has verified it. */
async function gaveWay(ctx: Ctx, companyId: number, phone: string): Promise<boolean> {
  const { numUpdatedRows } = await unscopedTable(ctx.db, 'tenant', why)
    .change()
    .set({ phone: null, updated_at: clock.now() })
    .where('company_id', '=', companyId)
    .where('phone', '=', phone)
    .where('merged_into', 'is', null)
    .where('person_id', 'is not', null)
    .where(sql<boolean>`not ${shown}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a tenant record created by an undone import if nothing else refers to it; records that existed before stay. */
export async function removeUnusedTenant(ctx: Ctx, tenantId: number, since: Date): Promise<void> {
  await sql`/* unscoped: a tenant created by an import that is undone */ delete from tenant where id = ${tenantId} and person_id is null
    and created_at >= ${since} and revision = 1 and tags = '{}' and not exists ${getLookup('placesOfTenant')(tenantId)}
    and not exists ${getLookup('bookingsOfTenant')(tenantId)} and not exists ${getLookup('partiesOfTenant')(tenantId)}
    and not exists (select 1 from tenant_note where tenant_id = ${tenantId}) and not exists (select 1 from tenant n where n.merged_into = ${tenantId})`.execute(
    ctx.db,
  );
}

/** Recomputes the status of a tenant from their bookings and tenancies (contract/tenant/status.ts). Nothing else writes it. */
export async function onTenantFactsChanged(ctx: Ctx, { tenantId }: { readonly tenantId: number }): Promise<void> {
  const [paysIn, hasBooking, tenant] = [getLookup('paysIn'), getLookup('hasBooking'), sql.ref('tenant.id')];
  const { rows } = await sql<{ status: TenantStatus; lives: boolean; comes: boolean; asks: boolean; lived: boolean; declined: boolean }>`
    /* unscoped: facts of a single tenant */ select tenant.status,
      ${paysIn(tenant, ['active', 'expired'])} as lives,
      ${paysIn(tenant, ['pending'])} or ${hasBooking(tenant, ['await_payment', 'confirmed'])} as comes,
      ${hasBooking(tenant, ['await_screening'])} as asks,
      ${getLookup('paidToTheEnd')(tenant)} as lived,
      ${hasBooking(tenant, ['declined'])} as declined
    from tenant where id = ${tenantId} for no key update`.execute(ctx.db);
  const [facts] = rows;
  if (!facts) return;
  const status = toTenantStatus({
    livesThere: facts.lives,
    comes: facts.comes,
    asks: facts.asks,
    livedThere: facts.lived,
    wasDeclined: facts.declined,
  });
  if (status !== facts.status)
    await unscopedTable(ctx.db, 'tenant', why).change().set({ status, updated_at: clock.now() }).where('id', '=', tenantId).$call(oneRow);
}
