import { sql } from 'kysely';
import { movesFor } from '#contract/kernel/machine.ts';
import type { TenancyStatus } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { childrenOf, itself, systemRow } from '#server/kernel/scoped-row.ts';
import { unitsIn } from '#server/stay/service.ts';
import { unitHeld } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { payersOf } from './people/payers.ts';
import { factsOf, missing, type TenancyRow } from './rows.ts';

const why = 'a tenancy the clock or another room works on, or one that was seen first';

/** Under lock, after its unit: property, unit, tenancy, as everywhere. */
export async function held(ctx: Ctx, id: number): Promise<TenancyRow> {
  const tenancy = itself(ctx.db, 'tenancy', systemRow('tenancy', id, why));
  const place = await tenancy.select().select('unit_id').executeTakeFirst();
  if (!place) throw missing();
  for (const unitId of new Set([...(await unitsIn(ctx, { tenancyId: id })), place.unit_id])) await unitHeld(ctx, unitId);
  const row = await tenancy.select().selectAll().forNoKeyUpdate().executeTakeFirst();
  if (!row) throw missing();
  // Moved to another unit between the two: whoever asked looks again.
  if (row.unit_id !== place.unit_id) throw new Refusal('conflict', sentence('changedMeanwhile'));
  return row;
}

/** One the caller manages and may change, held. */
export async function forWork(ctx: Ctx, id: number): Promise<TenancyRow> {
  const seen = await from(ctx, 'tenancy:managed')
    .select(mayChange('tenancy:managed', ctx.me, 'tenancies.edit').as('may'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) throw missing();
  if (!seen.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'tenancies.edit' });
  return held(ctx, id);
}

/** One the caller pays for, held; null where they do not. */
export async function forTenant(ctx: Ctx, id: number): Promise<TenancyRow | null> {
  const { rows } = await sql<{
    id: number;
  }>`/* all: one's own place in a tenancy */ select p.id from tenancy_person p join tenant n on n.id = p.tenant_id
    where p.tenancy_id = ${id} and n.person_id = ${ctx.me.userId} and p.role in ('lead', 'co_tenant') and p.until is null`.execute(ctx.db);
  return rows.length > 0 ? held(ctx, id) : null;
}

export function mustBe(ctx: Ctx, row: TenancyRow, states: readonly TenancyStatus[]): void {
  if (!states.includes(row.status))
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: movesFor(tenancyMachine, row.status, ctx.me.role) });
}
/** Whether one of those who pay has an account to answer in: nobody else's word is theirs then. */
export const answersThemselves = async (ctx: Ctx, id: number): Promise<boolean> => (await payersOf(ctx.db, id)).some((one) => one.person_id !== null);
export const livedIn: readonly TenancyStatus[] = ['active', 'expired'];

export const logged = (ctx: Ctx, before: TenancyRow, after: TenancyRow, more: { reason?: string; was?: object; is?: object } = {}) =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'tenancies',
    id: after.id,
    code: after.code,
    before: { ...factsOf(before), ...more.was },
    after: { ...factsOf(after), ...more.is },
    ...(more.reason ? { reason: more.reason } : {}),
  });

/** As it is kept with what they write down. */
export async function nameOfCaller(ctx: Ctx): Promise<string | null> {
  const by = await everything(ctx.db, 'person', 'who writes it down').select().select('name').where('id', '=', ctx.me.userId).executeTakeFirst();
  return by?.name ?? null;
}

/** What somebody is to the company follows from the tenancies they are in. */
export async function factsChanged(ctx: Ctx, tenancyId: number): Promise<void> {
  const people = await childrenOf(ctx.db, systemRow('tenancy', tenancyId, why), 'tenancy_person', 'tenancy_id')
    .select()
    .select('tenant_id')
    .distinct()
    .orderBy('tenant_id')
    .execute();
  for (const { tenant_id } of people) await happened(ctx, 'tenant.facts', { tenantId: tenant_id });
}
