import { sql } from 'kysely';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { listInspectionItems } from '#contract/inspection/kinds.ts';
import type { InspectionOperation, SentInspectionOperation } from '#contract/inspection/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { releaseFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { findContinuingInspector, lockInspectionForEditing, makeInspectionStateRefusal, updateInspection } from './edit-lock.ts';
import { describeInspectionOp } from './op-text.ts';
import {
  getInspectionAreas,
  getInspectionReadings,
  getInspectionSignatures,
  hashInspection,
  type InspectionRow,
  type InspectionSignatureRow,
  readInspectionAnswers,
  readInspectionPhotos,
} from './rows.ts';

type Calls = typeof inspectionCalls;
type Outcome = 'done' | 'also_said' | 'addendum';
const mine = 'the inspection the caller holds';

/**
 * Applies the steps of a device in order, each once by its uuid. The device with the edit lock writes answers; steps of another device are stored as
 * remarks. Steps sent after the submission are stored as an addendum and answered with 409, so that the sender knows that they do not count.
 */
export const applyInspectionOps =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, device, ops }: HandlerInput<Calls['ops']>): Promise<HandlerResult<Calls['ops']>> => {
    const row = await lockInspectionForEditing(ctx, id);
    const known = await outcomesOf(ctx, id, ops);
    const fresh = ops.filter((one) => !known.has(one.id));
    if (fresh.length === 0) return { results: ops.map((one) => ({ id: one.id, outcome: known.get(one.id) ?? 'done' })), revision: row.revision };
    await assertSequence(ctx, id, device, fresh);
    if (row.status === 'scheduled') throw makeInspectionStateRefusal(ctx, row, m.inspection_refusal_not_begun());
    if (row.status !== 'in_progress') {
      // Runs in a separate transaction, because the request is rejected but its findings must be stored.
      await runOnReserveConnection('a late operation is stored although the request is refused', () =>
        keepOps(services.database.db, ctx, row.id, device, fresh, 'addendum'),
      );
      throw makeInspectionStateRefusal(ctx, row, m.inspection_refusal_late());
    }
    const outcome: Outcome = row.device === null || row.device === device ? 'done' : 'also_said';
    let state: InspectionRow = row;
    for (const { op, at } of fresh)
      state = outcome === 'done' ? await carryOut(ctx, state, op, computeInspectionOpTime(at, row)) : await alsoSaid(ctx, state, op);
    await keepOps(ctx.db, ctx, id, device, fresh, outcome);
    await updateInspection(
      ctx,
      id,
      row.device === null ? { device, device_at: clock.now(), inspector_id: await findContinuingInspector(ctx, row) } : { device_at: row.device_at },
    );
    return { results: ops.map((one) => ({ id: one.id, outcome: known.get(one.id) ?? outcome })), revision: row.revision + 1 };
  };

async function outcomesOf(ctx: Ctx, id: number, ops: readonly SentInspectionOperation[]): Promise<Map<string, Outcome>> {
  const rows = await unscopedTable(ctx.db, 'inspection_op', 'operations already received are not repeated')
    .select()
    .select(['id', 'inspection_id', 'outcome'])
    .where(
      'id',
      'in',
      ops.map((one) => one.id),
    )
    .execute();
  if (rows.some((one) => one.inspection_id !== id)) throw new Refusal('conflict', m.inspection_refusal_elsewhere());
  return new Map(rows.map((one) => [one.id, one.outcome]));
}

/** Steps must be in sequence without gaps, because a missing step that arrived later would overwrite newer answers. */
async function assertSequence(ctx: Ctx, id: number, device: string, ops: readonly SentInspectionOperation[]): Promise<void> {
  const last = await from(ctx, 'inspection_op')
    .select(sql<number>`coalesce(max(seq), 0)::int`.as('seq'))
    .where('inspection_id', '=', id)
    .where('device', '=', device)
    .executeTakeFirstOrThrow();
  const wrong = ops.findIndex((one, at) => one.seq !== last.seq + 1 + at);
  if (wrong !== -1) throw new Refusal('conflict', m.inspection_refusal_order(), { next: last.seq + 1 });
}

const keepOps = (db: Ctx['db'], { me }: Ctx, id: number, device: string, ops: readonly SentInspectionOperation[], outcome: Outcome) =>
  add({ db }, 'inspection_op')
    .values(ops.map((one) => ({ id: one.id, inspection_id: id, device, seq: one.seq, op: JSON.stringify(one.op), outcome, by_id: me.userId })))
    .onConflict((oc) => oc.column('id').doNothing())
    .execute();

/** Checks that the form has the item; other items cannot be answered. */
export function assertInspectionFormItem(row: InspectionRow, item: string) {
  const found = listInspectionItems(getInspectionAreas(row)).find((one) => one.id === item);
  if (!found) throw invalidInputRefusal({ item: m.inspection_problem_item() });
  return found;
}

/** The time of a step by the clock of the device, limited to the time between planning and now. */
export const computeInspectionOpTime = (at: string | undefined, { created_at }: InspectionRow): Date =>
  at === undefined ? clock.now() : new Date(Math.min(clock.ms(), Math.max(created_at.getTime(), Date.parse(at))));
/** A step that is older than this when it arrives was sent after a time offline. */
const onItsWayMs = 60_000;

async function carryOut(ctx: Ctx, row: InspectionRow, op: InspectionOperation, at: Date): Promise<InspectionRow> {
  switch (op.do) {
    case 'answer': {
      await answer(ctx, row, op);
      return row;
    }
    case 'drop_photo': {
      await dropPhoto(ctx, row, op.photo);
      return row;
    }
    case 'keys':
      return set(ctx, row, { keys_count: op.count });
    case 'reading': {
      const others = getInspectionReadings(row).filter((one) => one.meter !== op.meter || one.kind !== op.kind);
      return set(ctx, row, { readings: op.value === null ? others : [...others, { meter: op.meter, kind: op.kind, value: op.value }] });
    }
    case 'place':
      return set(ctx, row, { place: { lat: op.lat, lng: op.lng, accuracy_m: Math.round(op.accuracy_m), at: at.toISOString() } });
    case 'sign': {
      const digest = hashInspection(row, await readInspectionAnswers(ctx, row.id), await readInspectionPhotos(ctx, [row.id]));
      const others = getInspectionSignatures(row).filter((one) => one.role !== op.role);
      const signed: InspectionSignatureRow = {
        role: op.role,
        name: op.name,
        drawn: op.drawn ?? null,
        digest,
        at: at.toISOString(),
        by_id: ctx.me.userId,
        arrived_at: clock.ms() - at.getTime() > onItsWayMs ? clock.now().toISOString() : null,
      };
      return set(ctx, row, { signatures: [...others, signed] });
    }
  }
}

type Kept = { keys_count?: number | null; readings?: unknown; place?: unknown; signatures?: unknown };
async function set(ctx: Ctx, row: InspectionRow, changes: Kept): Promise<InspectionRow> {
  const texts = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, name === 'keys_count' ? value : JSON.stringify(value)]));
  await sameRow(ctx.db, 'inspection', row).change().set(texts).execute();
  return { ...row, ...changes } as InspectionRow;
}

async function answer(ctx: Ctx, row: InspectionRow, { do: _, item, ...said }: Extract<InspectionOperation, { do: 'answer' }>): Promise<void> {
  assertInspectionFormItem(row, item);
  await add(ctx, 'inspection_answer')
    .values({ inspection_id: row.id, item, ...said })
    .onConflict((oc) => oc.columns(['inspection_id', 'item']).doUpdateSet({ ...said, updated_at: clock.now() }))
    .execute();
}

async function dropPhoto(ctx: Ctx, row: InspectionRow, photo: string): Promise<void> {
  const found = await from(ctx, 'inspection_photo')
    .select(['id', 'file_id'])
    .where('id', '=', photo)
    .where('inspection_id', '=', row.id)
    .executeTakeFirst();
  if (!found) return;
  await unscopedTable(ctx.db, 'inspection_photo', mine).remove().where('id', '=', photo).execute();
  if (found.file_id !== null) await releaseFile(ctx.db, found.file_id);
}

/** Stores another device's answer to an item as a remark beside the current answer. Other steps of that device go to the addenda. */
async function alsoSaid(ctx: Ctx, row: InspectionRow, op: InspectionOperation): Promise<InspectionRow> {
  if (op.do !== 'answer') return row;
  assertInspectionFormItem(row, op.item);
  const said = JSON.stringify([{ by: await nameOf(ctx), at: clock.now().toISOString(), text: describeInspectionOp(op) }]);
  await add(ctx, 'inspection_answer')
    .values({ inspection_id: row.id, item: op.item, also_said: said })
    .onConflict((oc) => oc.columns(['inspection_id', 'item']).doUpdateSet({ also_said: sql<string>`inspection_answer.also_said || ${said}::jsonb` }))
    .execute();
  return row;
}

const nameOf = async (ctx: Ctx): Promise<string> =>
  (await unscopedTable(ctx.db, 'person', 'finds the author of an answer').select().select('name').where('id', '=', ctx.me.userId).executeTakeFirst())
    ?.name ?? '';
