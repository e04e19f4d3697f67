import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import type { PropertyDetails } from '#contract/property/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { removePropertyAccess } from '#server/access/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import { removeUnitsOfDeletedProperty } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { lockProperty } from './checks.ts';
import { notifyOwnerCompanyHeads } from './notify.ts';
import { readPropertyDetails } from './property-detail.ts';
import { endPropertyVerification } from './update.ts';

type Calls = typeof propertyCalls;
type Set = { stalled?: boolean; archived_at?: Date | null; deleted_at?: Date; company_id?: number };

const set = (ctx: Ctx, id: number, changes: Set) =>
  change(ctx, 'property')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1), updated_by: ctx.me.userId, updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);

export async function setPropertyFrozen(ctx: Ctx, { id, stalled, reason }: HandlerInput<Calls['setFrozen']>): Promise<PropertyDetails> {
  const before = await lockProperty(ctx, id, 'property.edit');
  await set(ctx, id, { stalled });
  const change = { before: { stalled: before.stalled }, after: { stalled }, reason };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'property', id, code: before.code, ...change });
  if (before.stalled !== stalled) {
    await publishEvent(ctx, stalled ? 'property.frozen' : 'property.thawed', { propertyId: id });
    await notifyOwnerCompanyHeads(ctx, before, stalled ? 'property.stalled' : 'property.released', { reason }, String(before.revision));
  }
  return readPropertyDetails(ctx, { id });
}

export async function setPropertyArchived(ctx: Ctx, { id, archived }: HandlerInput<Calls['archive']>): Promise<PropertyDetails> {
  const before = await lockProperty(ctx, id, 'property.edit');
  if (archived && (await countOf(ctx, id)).occupied > 0) throw new Refusal('conflict', m.property_refusal_lived_in());
  await set(ctx, id, { archived_at: archived ? (before.archived_at ?? clock.now()) : null });
  const change = { before: { archived: before.archived_at !== null }, after: { archived } };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'property', id, code: before.code, ...change });
  return readPropertyDetails(ctx, { id });
}

/** Deletes a draft without history; a property with history is archived instead. */
export async function removeProperty(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const before = await lockProperty(ctx, id, 'property.delete');
  const { occupied, past } = await countOf(ctx, id);
  if (before.status !== 'draft' || occupied > 0 || past) throw new Refusal('conflict', m.property_refusal_history());
  await set(ctx, id, { deleted_at: clock.now() });
  await removeUnitsOfDeletedProperty(ctx, id);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'property', id, code: before.code, before: { name: before.name, address: before.address } });
  return { id };
}

/** Undoes a property created by an import if it was not changed since. The permission to create is enough. */
export async function undoPropertyCreation(ctx: Ctx, id: number): Promise<boolean> {
  const before = await lockProperty(ctx, id, 'property.create');
  const left = await from(ctx, 'unit').select('id').where('property_id', '=', id).executeTakeFirst();
  if (left || before.status !== 'draft' || before.revision > 1 || before.deleted_at) return false;
  await set(ctx, id, { deleted_at: clock.now() });
  await audit(ctx.db, ctx, {
    kind: 'delete',
    document: 'property',
    id,
    code: before.code,
    before: { name: before.name },
    reason: 'sheet taken back',
  });
  return true;
}

export async function transferProperty(ctx: Ctx, { id, company_id, reason }: HandlerInput<Calls['transfer']>): Promise<PropertyDetails> {
  const before = await lockProperty(ctx, id, 'property.edit');
  const next = await from(ctx, 'company')
    .select(['id', 'name'])
    .where('id', '=', company_id)
    .where('kind', '=', 'owner')
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!next) throw invalidInputRefusal({ company_id: m.property_problem_owner_company() });
  if (next.id === before.company_id) throw new Refusal('conflict', m.property_refusal_holds_already({ name: next.name }));
  const last = await parentOf(ctx.db, before, 'company_id', 'company').select('name').executeTakeFirstOrThrow();
  await set(ctx, id, { company_id });
  const status = await endPropertyVerification(ctx, before, 'another holder');
  await removePropertyAccess(ctx.db, id);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'property',
    id,
    code: before.code,
    before: { holder: last.name, status: before.status },
    after: { holder: next.name, status },
    reason,
  });
  await publishEvent(ctx, 'property.sold', { propertyId: id, fromCompany: before.company_id, toCompany: company_id });
  const key = String(before.revision);
  await notifyOwnerCompanyHeads(ctx, before, 'property.transferred', { from: last.name, to: next.name }, key);
  await notifyOwnerCompanyHeads(ctx, { ...before, company_id }, 'property.transferred', { from: last.name, to: next.name }, key);
  return readPropertyDetails(ctx, { id });
}

async function countOf(ctx: Ctx, id: number): Promise<{ occupied: number; past: boolean }> {
  const { rows } = await sql<{ occupied: number; past: boolean }>`select
      (select count(*) from unit u where u.property_id = ${id} and u.deleted_at is null and u.status = 'occupied') as occupied,
      (exists (select 1 from listing l where l.property_id = ${id}) or exists (select 1 from lead d where d.property_id = ${id})
        or exists (select 1 from move_log m where m.subject = 'property' and m.subject_id = ${id})
        or exists (select 1 from move_log m join unit u on u.id = m.subject_id where m.subject = 'unit' and u.property_id = ${id})) as past`.execute(
    ctx.db,
  );
  return rows[0] ?? { occupied: 0, past: false };
}
