import { sql } from 'kysely';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { itemsOf } from '#contract/inspection/kinds.ts';
import type { Op, SentOp } from '#contract/inspection/shapes.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { apart } from '#server/db/one-connection.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { giveUpFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { goesOn, notNow, toFill, update } from './pen.ts';
import { answersOf, areasOf, digestOf, type InspectionRow, type KeptSignature, photosOf, readingsOf, signaturesOf } from './rows.ts';
import { saidOf } from './said.ts';

type Calls = typeof inspectionCalls;
type Outcome = 'done' | 'also_said' | 'addendum';
const mine = 'the inspection the caller holds';

/**
 * What a device did, in its order. Each counts once, by its uuid; the device that holds the pen writes, another's words are kept beside;
 * what comes after it was handed in is kept as an addendum and answered 409, so that nobody believes it counted.
 */
export const sendOps =
  (house: House) =>
  async (ctx: Ctx, { id, device, ops }: Input<Calls['ops']>): Promise<Result<Calls['ops']>> => {
    const row = await toFill(ctx, id);
    const known = await outcomesOf(ctx, id, ops);
    const fresh = ops.filter((one) => !known.has(one.id));
    if (fresh.length === 0) return { results: ops.map((one) => ({ id: one.id, outcome: known.get(one.id) ?? 'done' })), revision: row.revision };
    await insistOrder(ctx, id, device, fresh);
    if (row.status === 'scheduled') throw notNow(ctx, row, m.inspection_refusal_not_begun());
    if (row.status !== 'in_progress') {
      // Apart from this request, which is refused: what somebody saw is not lost.
      await apart('what came late is kept though it is refused', () => keepOps(house.database.db, ctx, row.id, device, fresh, 'addendum'));
      throw notNow(ctx, row, m.inspection_refusal_late());
    }
    const outcome: Outcome = row.device === null || row.device === device ? 'done' : 'also_said';
    let state: InspectionRow = row;
    for (const { op, at } of fresh) state = outcome === 'done' ? await carryOut(ctx, state, op, doneAt(at, row)) : await alsoSaid(ctx, state, op);
    await keepOps(ctx.db, ctx, id, device, fresh, outcome);
    await update(
      ctx,
      id,
      row.device === null ? { device, device_at: clock.now(), inspector_id: await goesOn(ctx, row) } : { device_at: row.device_at },
    );
    return { results: ops.map((one) => ({ id: one.id, outcome: known.get(one.id) ?? outcome })), revision: row.revision + 1 };
  };

async function outcomesOf(ctx: Ctx, id: number, ops: readonly SentOp[]): Promise<Map<string, Outcome>> {
  const rows = await everything(ctx.db, 'inspection_op', 'what came before is not done again')
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

/** One after the other, none left out: what is missing between would be written over what came after it. */
async function insistOrder(ctx: Ctx, id: number, device: string, ops: readonly SentOp[]): Promise<void> {
  const last = await from(ctx, 'inspection_op')
    .select(sql<number>`coalesce(max(seq), 0)::int`.as('seq'))
    .where('inspection_id', '=', id)
    .where('device', '=', device)
    .executeTakeFirstOrThrow();
  const wrong = ops.findIndex((one, at) => one.seq !== last.seq + 1 + at);
  if (wrong !== -1) throw new Refusal('conflict', m.inspection_refusal_order(), { next: last.seq + 1 });
}

const keepOps = (db: Ctx['db'], { me }: Ctx, id: number, device: string, ops: readonly SentOp[], outcome: Outcome) =>
  add({ db }, 'inspection_op')
    .values(ops.map((one) => ({ id: one.id, inspection_id: id, device, seq: one.seq, op: JSON.stringify(one.op), outcome, by_id: me.userId })))
    .onConflict((oc) => oc.column('id').doNothing())
    .execute();

/** The items of the form; what it does not have cannot be answered. */
export function insistItem(row: InspectionRow, item: string) {
  const found = itemsOf(areasOf(row)).find((one) => one.id === item);
  if (!found) throw invalid({ item: m.inspection_problem_item() });
  return found;
}

/** When it was done, by the device's clock: never ahead of ours, and not before it was planned. */
export const doneAt = (at: string | undefined, { created_at }: InspectionRow): Date =>
  at === undefined ? clock.now() : new Date(Math.min(clock.ms(), Math.max(created_at.getTime(), Date.parse(at))));
/** Later than this it came by itself, when there was a network again. */
const onItsWayMs = 60_000;

async function carryOut(ctx: Ctx, row: InspectionRow, op: Op, at: Date): Promise<InspectionRow> {
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
      const others = readingsOf(row).filter((one) => one.meter !== op.meter || one.kind !== op.kind);
      return set(ctx, row, { readings: op.value === null ? others : [...others, { meter: op.meter, kind: op.kind, value: op.value }] });
    }
    case 'place':
      return set(ctx, row, { place: { lat: op.lat, lng: op.lng, accuracy_m: Math.round(op.accuracy_m), at: at.toISOString() } });
    case 'sign': {
      const digest = digestOf(row, await answersOf(ctx, row.id), await photosOf(ctx, [row.id]));
      const others = signaturesOf(row).filter((one) => one.role !== op.role);
      const signed: KeptSignature = {
        ...{ role: op.role, name: op.name, drawn: op.drawn ?? null, digest },
        ...{ at: at.toISOString(), by_id: ctx.me.userId },
        arrived_at: clock.ms() - at.getTime() > onItsWayMs ? clock.now().toISOString() : null,
      };
      return set(ctx, row, { signatures: [...others, signed] });
    }
  }
}

type Kept = { keys_count?: number | null; readings?: unknown; place?: unknown; signatures?: unknown };
async function set(ctx: Ctx, row: InspectionRow, changes: Kept): Promise<InspectionRow> {
  const texts = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, name === 'keys_count' ? value : JSON.stringify(value)]));
  await everything(ctx.db, 'inspection', mine).change().set(texts).where('id', '=', row.id).execute();
  return { ...row, ...changes } as InspectionRow;
}

async function answer(ctx: Ctx, row: InspectionRow, { do: _, item, ...said }: Extract<Op, { do: 'answer' }>): Promise<void> {
  insistItem(row, item);
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
  await everything(ctx.db, 'inspection_photo', mine).remove().where('id', '=', photo).execute();
  if (found.file_id !== null) await giveUpFile(ctx.db, found.file_id);
}

/** Another device's word about an item stands beside the answer; about the rest it is in the list of what came. */
async function alsoSaid(ctx: Ctx, row: InspectionRow, op: Op): Promise<InspectionRow> {
  if (op.do !== 'answer') return row;
  insistItem(row, op.item);
  const said = JSON.stringify([{ by: await nameOf(ctx), at: clock.now().toISOString(), text: saidOf(op) }]);
  await add(ctx, 'inspection_answer')
    .values({ inspection_id: row.id, item: op.item, also_said: said })
    .onConflict((oc) => oc.columns(['inspection_id', 'item']).doUpdateSet({ also_said: sql<string>`inspection_answer.also_said || ${said}::jsonb` }))
    .execute();
  return row;
}

const nameOf = async (ctx: Ctx): Promise<string> =>
  (await everything(ctx.db, 'person', 'who said it').select().select('name').where('id', '=', ctx.me.userId).executeTakeFirst())?.name ?? '';
