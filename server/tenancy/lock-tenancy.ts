import { sql } from 'kysely';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { TenancyStatus } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, sameRow, systemRow } from '#server/kernel/scoped-row.ts';
import { readStayUnits } from '#server/stay/service.ts';
import { lockUnit } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { readPayers } from './people/payers.ts';
import { type TenancyRow, tenancyNotFound, toTenancyAuditValues } from './rows.ts';

const why = 'a tenancy changed by a scheduled job or another module, or loaded through the scope';

const named = (db: Db, id: number) => sameRow(db, 'tenancy', systemRow('tenancy', id, why));
/** The tenancy that a secret link names. */
export const readTenancyOfLink = (db: Db, id: number): Promise<TenancyRow | undefined> => named(db, id).select().selectAll().executeTakeFirst();

/** Locks the property, the unit and then the tenancy, in the general lock order. */
export async function lockTenancy(ctx: Ctx, id: number): Promise<TenancyRow> {
  const tenancy = named(ctx.db, id);
  const place = await tenancy.select().select('unit_id').executeTakeFirst();
  if (!place) throw tenancyNotFound();
  for (const unitId of new Set([...(await readStayUnits(ctx, { tenancyId: id })), place.unit_id])) await lockUnit(ctx, unitId);
  const row = await tenancy.select().selectAll().forNoKeyUpdate().executeTakeFirst();
  if (!row) throw tenancyNotFound();
  // The tenancy was transferred to another unit between the two reads, so the caller must read it again.
  if (row.unit_id !== place.unit_id) throw new Refusal('conflict', sentence('editConflict'));
  return row;
}

/** Locks a tenancy that the caller manages and may change. */
export async function lockTenancyForManager(ctx: Ctx, id: number): Promise<TenancyRow> {
  const seen = await from(ctx, 'tenancy:managed')
    .select(mayChange('tenancy:managed', ctx.me, 'tenancies.edit').as('may'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) throw tenancyNotFound();
  if (!seen.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'tenancies.edit' });
  return lockTenancy(ctx, id);
}

/** Locks a tenancy in which the caller is a payer; returns null if the caller is none. */
export async function lockTenancyForTenant(ctx: Ctx, id: number): Promise<TenancyRow | null> {
  const { rows } = await sql<{
    id: number;
  }>`/* unscoped: the caller’s own role in a tenancy */ select p.id from tenancy_person p join tenant n on n.id = p.tenant_id
    where p.tenancy_id = ${id} and n.person_id = ${ctx.me.userId} and p.role in ('lead', 'co_tenant') and p.until is null`.execute(ctx.db);
  return rows.length > 0 ? lockTenancy(ctx, id) : null;
}

export function assertTenancyStatus(ctx: Ctx, row: TenancyRow, states: readonly TenancyStatus[]): void {
  if (!states.includes(row.status))
    throw new Refusal('wrongState', m.shell_refusal_state(), {
      from: row.status,
      allowed: listAllowedMoves(tenancyMachine, row.status, ctx.me.role),
    });
}
/** Whether one of the payers has an account to answer with. If so, no other person can answer for them. */
export const hasPayerWithAccount = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await readPayers(ctx.db, id)).some((one) => one.person_id !== null);
export const occupiedStatuses: readonly TenancyStatus[] = ['active', 'expired'];

export const logTenancyChange = (ctx: Ctx, before: TenancyRow, after: TenancyRow, more: { reason?: string; was?: object; is?: object } = {}) =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'tenancies',
    id: after.id,
    code: after.code,
    before: { ...toTenancyAuditValues(before), ...more.was },
    after: { ...toTenancyAuditValues(after), ...more.is },
    ...(more.reason ? { reason: more.reason } : {}),
  });

/** The name of the caller, as it is stored with a record. */
export async function readCallerName(ctx: Ctx): Promise<string | null> {
  const by = await unscopedTable(ctx.db, 'person', 'the name of the person who records it')
    .select()
    .select('name')
    .where('id', '=', ctx.me.userId)
    .executeTakeFirst();
  return by?.name ?? null;
}

/** Updates the status of the tenants at the company, which follows from their tenancies. */
export async function onTenancyFactsChanged(ctx: Ctx, tenancyId: number): Promise<void> {
  const people = await childrenOf(ctx.db, systemRow('tenancy', tenancyId, why), 'tenancy_person', 'tenancy_id')
    .select()
    .select('tenant_id')
    .distinct()
    .orderBy('tenant_id')
    .execute();
  for (const { tenant_id } of people) await publishEvent(ctx, 'tenant.facts', { tenantId: tenant_id });
}

/**
 * While an agreement is out for signature, its text states the rent and the charges. A change is refused and does not recall the agreement, because a
 * recall would drop signatures that people gave. A signed lease states the charges until the tenants move in; later a charge needs its notice.
 */
export async function assertTextNotFixed(ctx: Ctx, row: TenancyRow, sent = m.tenancy_refusal_charge_sent): Promise<void> {
  const found = await sameRow(ctx.db, 'tenancy', row).select().select(getLookup('agreementStatingTerms')(row.id).as('fixed')).executeTakeFirst();
  const fixed = found?.fixed;
  if (fixed) throw new Refusal('conflict', (fixed.signed ? m.tenancy_refusal_charge_signed : sent)({ code: fixed.code }));
}
