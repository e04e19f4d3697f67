import { sql } from 'kysely';
import type { intakeCalls } from '#contract/intake/calls.ts';
import { moveOutReversalDays } from '#contract/intake/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, remove as erase, from, oneRow } from '#server/kernel/scoped.ts';
import { move } from '#server/unit/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof intakeCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
/** The former occupant, while a mistaken vacancy can still be undone. */
const lately = sql<boolean>`occupant.ended_at > app.now() - make_interval(days => ${moveOutReversalDays}::int)`;

export async function readOccupant(ctx: Ctx, { unit_id }: HandlerInput<Calls['occupant']>): Promise<HandlerResult<Calls['occupant']>> {
  const unit = await from(ctx, 'unit').select(['id', 'status']).where('id', '=', unit_id).executeTakeFirst();
  if (!unit) throw missing();
  const row = await from(ctx, 'occupant')
    .leftJoin('opening_balance', 'opening_balance.occupant_id', 'occupant.id')
    .select(['occupant.id', 'occupant.name', 'phone', 'since', 'rent_cents', 'deposit_held_cents', 'opening_balance.cents as balance_cents', 'as_of'])
    .where('occupant.unit_id', '=', unit_id)
    .where('occupant.ended_at', 'is', null)
    .executeTakeFirst();
  return { occupant: row ?? null, left: row || unit.status === 'occupied' ? null : await lastOf(ctx, unit_id) };
}

async function lastOf(ctx: Ctx, unitId: number): Promise<HandlerResult<Calls['occupant']>['left']> {
  const row = await from(ctx, 'occupant')
    .select(['id', 'name', 'ended_at'])
    .where('unit_id', '=', unitId)
    .where('taken_up_at', 'is', null)
    .where(lately)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row?.ended_at) return null;
  const { id, name, ended_at: at } = row;
  return { id, name, at: at.toISOString(), until: new Date(at.getTime() + moveOutReversalDays * dayMs).toISOString() };
}

/** Moves an occupant back in after a mistaken vacancy, with the same opening balance. */
export async function moveOccupantBackIn(ctx: Ctx, { id }: HandlerInput<Calls['moveBackIn']>): Promise<HandlerResult<Calls['moveBackIn']>> {
  const row = await from(ctx, 'occupant').select(['id', 'unit_id']).where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  // The unit's move locks the unit, and checks the permission and that the unit is vacant.
  await move(ctx, { id: row.unit_id, move: 'occupy_said', reason: '', expected_on: null });
  const last = await lastOf(ctx, row.unit_id);
  if (last?.id !== id) throw new Refusal('conflict', m.intake_refusal_back({ days: moveOutReversalDays }));
  await change(ctx, 'occupant').set({ ended_at: null }).where('id', '=', id).$call(oneRow);
  const unit = await from(ctx, 'unit').select('code').where('id', '=', row.unit_id).executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'units', id: row.unit_id, code: unit.code, reason: 'who lived here moved back in' });
  return { id, unit_id: row.unit_id };
}

/** Erases an occupant who has no account: name, phone number and balance are deleted, and the unit stays occupied. */
export async function eraseOccupant(ctx: Ctx, { id }: HandlerInput<Calls['eraseOccupant']>): Promise<HandlerResult<Calls['eraseOccupant']>> {
  const row = await from(ctx, 'occupant')
    .innerJoin('unit', 'unit.id', 'occupant.unit_id')
    .select(['occupant.id', 'occupant.unit_id', 'unit.code', mayChange('occupant', ctx.me, 'tenants.edit').as('may')])
    .where('occupant.id', '=', id)
    .where('occupant.taken_up_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw missing();
  if (!row.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'tenants.edit' });
  await erase(ctx, 'occupant').where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'units', id: row.unit_id, code: row.code, reason: 'who lives here was erased' });
  return { id };
}

/** A tenancy replaces the imported occupants of its unit. Their balance becomes its opening balance. */
export async function replaceOccupantsByTenancy(asker: Ctx, unitId: number): Promise<void> {
  const ctx = asUnscoped(asker, 'a tenancy replaces the occupant that an import recorded');
  const people = await change(ctx, 'occupant')
    .set({ taken_up_at: clock.now(), ended_at: clock.now() })
    .where('unit_id', '=', unitId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of people)
    await change(ctx, 'opening_balance').set({ taken_up_at: clock.now() }).where('occupant_id', '=', id).where('taken_up_at', 'is', null).execute();
}

/** The tenancy was undone, so the imported occupant is restored with the balance. */
export async function restoreOccupant(asker: Ctx, unitId: number): Promise<void> {
  const ctx = asUnscoped(asker, 'a tenancy that replaced an imported occupant was undone');
  const last = await from(ctx, 'occupant')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('taken_up_at', 'is not', null)
    .orderBy('taken_up_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!last) return;
  await change(ctx, 'occupant').set({ taken_up_at: null, ended_at: null }).where('id', '=', last.id).$call(oneRow);
  await change(ctx, 'opening_balance').set({ taken_up_at: null }).where('occupant_id', '=', last.id).execute();
}
