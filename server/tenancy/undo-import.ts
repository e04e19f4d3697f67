import { sql } from 'kysely';
import { restoreOccupant } from '#server/intake/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { oneRow, remove } from '#server/kernel/scoped.ts';
import { restorePausedListings } from '#server/listing/service.ts';
import { deleteStaysOfTenancy, releaseStay } from '#server/stay/service.ts';
import { removeUnusedTenant } from '#server/tenant/service.ts';
import { moveUnitBySystem, restoreReportedOccupancy, restoreVacantSince } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { lockTenancy } from './lock-tenancy.ts';
import { toTenancyAuditValues } from './rows.ts';

const whys = {
  moved: m.tenancy_worked_moved,
  papers: m.tenancy_worked_papers,
  changed: m.tenancy_worked_changed,
  billed: m.tenancy_worked_billed,
} as const;

/** The imported tenancies that have changed since the import, by unit and with the reason. */
export async function findTenanciesChangedSinceImport(ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const tenancy = sql.ref('t.id');
  const { rows } = await sql<{
    id: number;
    name: string;
    why: keyof typeof whys;
  }>`/* unscoped: tenancies of an import that was loaded through the scope */
    select * from (select t.id, u.name, case
      when not (t.status = 'active' or (t.status = 'pending' and t.terms_ask is not null)) or t.stage <> 'normal' then 'moved'
      when ${getLookup('hasPaper')(tenancy)} or ${getLookup('hasAgreement')(tenancy)} or ${getLookup('hasInspection')(tenancy)} then 'papers'
      when ${getLookup('hasInvoice')(tenancy)} then 'billed'
      when t.revision > 1 or (select count(*) from tenancy_term x where x.tenancy_id = t.id) > 1
        or (select count(*) from tenancy_person p where p.tenancy_id = t.id) > 1 then 'changed' end as why
      from tenancy t join unit u on u.id = t.unit_id where t.id = any (${[...ids]}::bigint[])) seen where why is not null order by id`.execute(
    ctx.db,
  );
  return rows.map(({ id, name, why }) => ({ kind: 'unit' as const, id, name, why: whys[why]() }));
}

/**
 * Deletes a tenancy that was imported by mistake, if nothing else has happened to it since, and restores the unit, its status and listings; people
 * known only from it are deleted too. Returns false if something has happened. The caller checks the permission.
 */
export async function undoImportedTenancy(
  asker: Ctx,
  id: number,
  { tookUp, vacantSince, reason }: { readonly tookUp: boolean; readonly vacantSince: Date | null; readonly reason: string },
): Promise<boolean> {
  const ctx = asUnscoped(asker, 'an authorised person undoes the import of a tenancy');
  const row = await lockTenancy(ctx, id);
  if ((await findTenanciesChangedSinceImport(ctx, [id])).length > 0) return false;
  const people = await sql<{ tenant_id: number }>`/* unscoped: the tenants of these tenancies */
    select distinct tenant_id from tenancy_person where tenancy_id = ${id} order by tenant_id`.execute(ctx.db);
  const asked = row.status === 'pending';
  // A tenancy that is only asked about has reserved the unit and changed nothing else.
  if (asked) await releaseStay(ctx, { tenancyId: id }, reason);
  await deleteStaysOfTenancy(ctx, id);
  if (asked && tookUp) await restorePausedListings(ctx, row.unit_id, row.created_at, reason);
  else if (tookUp) {
    await restoreReportedOccupancy(ctx, row.unit_id);
    await restoreOccupant(ctx, row.unit_id);
  } else {
    if (!asked) await moveUnitBySystem(ctx, row.unit_id, 'vacate', reason);
    if (vacantSince) await restoreVacantSince(ctx, row.unit_id, vacantSince);
    await restorePausedListings(ctx, row.unit_id, row.created_at, reason);
  }
  await remove(ctx, 'tenancy').where('id', '=', id).$call(oneRow);
  await audit(ctx.db, asker, { kind: 'delete', document: 'tenancies', id, code: row.code, before: toTenancyAuditValues(row), reason });
  for (const { tenant_id } of people.rows) {
    await publishEvent(ctx, 'tenant.facts', { tenantId: tenant_id });
    await removeUnusedTenant(ctx, tenant_id, row.created_at);
  }
  return true;
}
