import { sql } from 'kysely';
import { givenBack } from '#server/intake/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { oneRow, remove } from '#server/kernel/scoped.ts';
import { reviveOffers } from '#server/listing/service.ts';
import { neverWas } from '#server/stay/service.ts';
import { unrelate } from '#server/tenant/service.ts';
import { emptySince, giveBack, moveBySystem } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { factsOf } from './rows.ts';
import { held } from './work.ts';

const whys = {
  moved: m.tenancy_worked_moved,
  papers: m.tenancy_worked_papers,
  changed: m.tenancy_worked_changed,
  billed: m.tenancy_worked_billed,
} as const;

/** Of these tenancies those that are no longer just what a sheet said, by the unit they are of, each with why. */
export async function changedSince(ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const tenancy = sql.ref('t.id');
  const { rows } = await sql<{ id: number; name: string; why: keyof typeof whys }>`/* all: tenancies of a sheet that was seen first */
    select * from (select t.id, u.name, case
      when t.status <> 'active' or t.stage <> 'normal' then 'moved'
      when ${lookup('hasPaper')(tenancy)} or ${lookup('hasAgreement')(tenancy)} or ${lookup('hasInspection')(tenancy)} then 'papers'
      when ${lookup('hasInvoice')(tenancy)} then 'billed'
      when t.revision > 1 or (select count(*) from tenancy_term x where x.tenancy_id = t.id) > 1
        or (select count(*) from tenancy_person p where p.tenancy_id = t.id) > 1 then 'changed' end as why
      from tenancy t join unit u on u.id = t.unit_id where t.id = any (${[...ids]}::bigint[])) seen where why is not null order by id`.execute(
    ctx.db,
  );
  return rows.map(({ id, name, why }) => ({ kind: 'unit' as const, id, name, why: whys[why]() }));
}

/**
 * A tenancy that was brought by mistake is gone as if it had never been, while nothing else has happened to it: what held the unit, the unit's
 * state and since when, the offers it closed, and people nothing else is known of. False where something has. Whether the caller may is theirs to ask before.
 */
export async function unmake(
  asker: Ctx,
  id: number,
  { tookUp, vacantSince, reason }: { readonly tookUp: boolean; readonly vacantSince: Date | null; readonly reason: string },
): Promise<boolean> {
  const ctx = unscoped(asker, 'a tenancy of a sheet that is taken back by who may');
  const row = await held(ctx, id);
  if ((await changedSince(ctx, [id])).length > 0) return false;
  const people = await sql<{ tenant_id: number }>`/* all: who was in it */
    select distinct tenant_id from tenancy_person where tenancy_id = ${id} order by tenant_id`.execute(ctx.db);
  await neverWas(ctx, id);
  if (tookUp) {
    await giveBack(ctx, row.unit_id);
    await givenBack(ctx, row.unit_id);
  } else {
    await moveBySystem(ctx, row.unit_id, 'vacate', reason);
    if (vacantSince) await emptySince(ctx, row.unit_id, vacantSince);
    await reviveOffers(ctx, row.unit_id, row.created_at, reason);
  }
  await remove(ctx, 'tenancy').where('id', '=', id).$call(oneRow);
  await audit(ctx.db, asker, { kind: 'delete', document: 'tenancies', id, code: row.code, before: factsOf(row), reason });
  for (const { tenant_id } of people.rows) {
    await happened(ctx, 'tenant.facts', { tenantId: tenant_id });
    await unrelate(ctx, tenant_id, row.created_at);
  }
  return true;
}
