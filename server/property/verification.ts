import { sql } from 'kysely';
import type { HandlerInput } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import { verificationValidMonths } from '#contract/property/limits.ts';
import { propertyMachine } from '#contract/property/machine.ts';
import type { PropertyDetails } from '#contract/property/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { lockProperty } from './checks.ts';
import { notifyOwnerCompanyHeads, notifyVerifiers } from './notify.ts';
import { readPropertyDetails } from './property-detail.ts';
import { propertyNotFound } from './rows.ts';
import { assertChecksComplete, assertIndependentVerifier, recordVerificationChecks } from './verification-checks.ts';

type Calls = typeof propertyCalls;

export async function requestPropertyVerification(ctx: Ctx, { id, note }: HandlerInput<Calls['requestVerification']>): Promise<PropertyDetails> {
  const before = await lockProperty(ctx, id, 'property.edit');
  const { lacks } = await readPropertyDetails(ctx, { id });
  if (lacks.length > 0 && propertyMachine.moves.request.from.includes(before.status))
    throw invalidInputRefusal(
      Object.fromEntries(lacks.map((what) => [what, what === 'pin' ? m.property_problem_no_pin() : m.property_problem_none_yet()])),
    );
  if (before.archived_at) throw new Refusal('wrongState', m.property_refusal_verify_archived());
  const { from, to } = await makeMove(ctx, propertyMachine, 'request', id, note || null);
  await touch(ctx, id, { verification_note: '' });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'property',
    id,
    code: before.code,
    before: { status: from },
    after: { status: to },
    reason: note || 'verification requested',
  });
  await notifyVerifiers(ctx, before);
  return readPropertyDetails(ctx, { id });
}

export async function verifyProperty(ctx: Ctx, { id, move: name, note, checks }: HandlerInput<Calls['verify']>): Promise<PropertyDetails> {
  const before = await from(ctx, 'property:managed').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw propertyNotFound();
  await assertIndependentVerifier(ctx, before);
  if (name === 'reject' && note.length < 3) throw invalidInputRefusal({ note: m.property_problem_note() });
  await assertChecksComplete(ctx, name, checks);
  const now = clock.now();
  const moved = await makeMove(ctx, propertyMachine, name, id, note || null);
  const until = name === 'verify' ? sql<Date>`app.now() + make_interval(months => ${verificationValidMonths})` : null;
  await touch(ctx, id, {
    verification_note: note,
    verified_by: ctx.me.userId,
    verified_at: name === 'verify' ? now : null,
    verification_expires_at: until,
  });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'property_verification',
    id,
    code: before.code,
    before: { status: moved.from },
    after: { status: moved.to, ...Object.fromEntries(checks.map((one) => [`check_${one.what}`, one.way])) },
    reason: note,
  });
  await recordVerificationChecks(ctx, id, checks, now);
  const after = await readPropertyDetails(ctx, { id });
  await publishEvent(ctx, 'property.decided', { propertyId: id });
  await notifyOwnerCompanyHeads(
    ctx,
    before,
    name === 'verify' ? 'verification.passed' : 'verification.failed',
    { reason: note },
    String(after.revision),
  );
  return after;
}

type Touched = {
  verification_note?: string;
  verified_by?: number | null;
  verified_at?: Date | null;
  verification_expires_at?: ReturnType<typeof sql<Date>> | null;
};
const touch = (ctx: Ctx, id: number, changes: Touched) =>
  change(ctx, 'property')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1), updated_by: ctx.me.userId, updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);

/** Expires old verifications; a scheduled job. */
export async function expireDueVerifications(db: Db): Promise<number> {
  const due = await unscopedTable(db, 'property', 'scheduled job ends verifications')
    .select()
    .select('id')
    .where('status', '=', 'verified')
    .where('verification_expires_at', '<=', clock.now())
    .orderBy('verification_expires_at')
    .execute();
  return processDueRows(db, due, async (tx, { id }) => {
    const ctx = asClock(tx);
    const still = await unscopedTable(tx, 'property', 'scheduled job ends verifications')
      .select()
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'verified')
      .where('verification_expires_at', '<=', clock.now())
      .forUpdate()
      .executeTakeFirst();
    if (!still) return;
    const { from, to } = await makeMove(ctx, propertyMachine, 'expire', id, 'the verification ran out', 'clock');
    await touch(ctx, id, {});
    const change = { before: { status: from }, after: { status: to }, reason: 'the verification ran out' };
    await audit(tx, ctx, { kind: 'undefined', document: 'property_verification', id, code: still.code, ...change });
    await notifyOwnerCompanyHeads(ctx, still, 'property.expired', {}, String(still.revision));
  });
}
