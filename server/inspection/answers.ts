import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { listInspectionItems } from '#contract/inspection/kinds.ts';
import { inspectionMachine } from '#contract/inspection/machine.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { readPayers } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';
import { getInspectionPermission, isPlatformStaff, lockInspection, makeInspectionStateRefusal, updateInspection } from './edit-lock.ts';
import { buildManagersAndInspectorAudience, notifyInspectionEvent, readInspectionTenantAudience } from './notify.ts';
import { buildInspectionLogFacts, getInspectionAreas, type InspectionRow } from './rows.ts';

type Calls = typeof inspectionCalls;
const forbidden = (row: Pick<InspectionRow, 'kind'>) =>
  new Refusal('forbidden', sentence('accessForbidden'), { missing: getInspectionPermission(row.kind) });

/** Whether this person answers for the tenants of the tenancy. */
export const canAnswerForTenancy = async (ctx: Ctx, tenancyId: number | null): Promise<boolean> =>
  ctx.me.userId !== null && tenancyId !== null && (await readPayers(ctx.db, tenancyId)).some((one) => one.person_id === ctx.me.userId);

/** Records the tenant's answer: disputed items with reasons, and agreement to all others. */
export async function answerInspection(ctx: Ctx, { id, disputed }: HandlerInput<Calls['answer']>): Promise<void> {
  const row = await lockInspection(ctx, id);
  if (!(await canAnswerForTenancy(ctx, row.tenancy_id))) throw forbidden(row);
  await recordInspectionAnswer(ctx, row, disputed);
}

export async function recordInspectionAnswer(ctx: Ctx, row: InspectionRow, disputed: HandlerInput<Calls['answer']>['disputed']): Promise<void> {
  if (row.status !== 'submitted' || row.answer_by === null) throw makeInspectionStateRefusal(ctx, row);
  if (row.answer_by <= clock.now()) throw makeInspectionStateRefusal(ctx, row, m.inspection_refusal_over());
  const known = new Set(listInspectionItems(getInspectionAreas(row)).map((one) => one.id));
  if (disputed.some(({ item }) => !known.has(item))) throw invalidInputRefusal({ disputed: m.inspection_problem_item() });
  await sayAll(ctx, row.id, known, new Map(disputed.map(({ item, note }) => [item, note])));
  await end(ctx, row, disputed.length > 0 ? 'dispute' : 'agree', null, 'tenant');
  const after = { ...row, revision: row.revision + 1 };
  if (disputed.length > 0)
    await notifyInspectionEvent(ctx, after, buildManagersAndInspectorAudience(ctx, row), 'inspection.disputed', { count: String(disputed.length) });
}

async function sayAll(ctx: Pick<Ctx, 'db'>, id: number, items: ReadonlySet<string>, disputed: ReadonlyMap<string, string>): Promise<void> {
  for (const item of items) {
    const note = disputed.get(item);
    const said = { answer: note === undefined ? ('agreed' as const) : ('disputed' as const), answer_note: note ?? '' };
    await add(ctx, 'inspection_answer')
      .values({ inspection_id: id, item, ...said })
      .onConflict((oc) => oc.columns(['inspection_id', 'item']).doUpdateSet(said))
      .execute();
  }
}

async function end(
  ctx: Ctx,
  row: InspectionRow,
  name: 'agree' | 'dispute',
  reason: string | null,
  actor: 'tenant' | 'clock' | undefined,
): Promise<void> {
  // The deadline is cleared, because it exists only while an answer is pending.
  await updateInspection(ctx, row.id, { answer_by: null, remind_at: null });
  const { from, to } = await makeMove(ctx, inspectionMachine, name, row.id, reason, actor ?? ctx.me.role);
  await audit(ctx.db, ctx, {
    kind: actor === 'clock' ? 'undefined' : 'edit',
    document: 'inspection',
    id: row.id,
    code: row.code,
    before: { status: from },
    after: { status: to },
    ...(reason ? { reason } : {}),
  });
}

/** Closes an inspection after a dispute, or one without tenants who can answer. Not possible while the tenant may still answer. */
export async function closeInspection(ctx: Ctx, { id, reason }: HandlerInput<Calls['close']>): Promise<void> {
  const row = await lockInspection(ctx, id);
  // Staff of Makao do not decide disputes of a tenancy.
  if (row.kind === 'verification' || !row.changes || isPlatformStaff(ctx)) throw forbidden(row);
  if (row.answer_by !== null) throw new Refusal('conflict', m.inspection_refusal_waits());
  await end(ctx, row, 'agree', reason, undefined);
  const after = { ...row, revision: row.revision + 1 };
  await notifyInspectionEvent(ctx, after, await readInspectionTenantAudience(ctx, row, true), 'inspection.settled', { reason });
}

export async function cancelInspection(ctx: Ctx, { id, reason }: HandlerInput<Calls['cancel']>): Promise<void> {
  const row = await lockInspection(ctx, id);
  if (!row.changes || !ctx.me.grants.has(getInspectionPermission(row.kind))) throw forbidden(row);
  await makeMove(ctx, inspectionMachine, 'cancel', id, reason);
  await updateInspection(ctx, id, { reason });
  const after = { ...row, status: 'canceled' as const, revision: row.revision + 1 };
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'inspection',
    id,
    code: row.code,
    before: buildInspectionLogFacts(row),
    after: buildInspectionLogFacts(after),
    reason,
  });
  const to = buildManagersAndInspectorAudience(ctx, row).and(await readInspectionTenantAudience(ctx, row));
  await notifyInspectionEvent(ctx, after, to, 'inspection.canceled', { reason });
}

const why = 'scheduled job ends requests without an answer';
const due = (db: Db, column: 'answer_by' | 'remind_at') =>
  unscopedTable(db, 'inspection', why)
    .select()
    .select('id')
    .where('status', '=', 'submitted')
    .where(column, '<=', clock.now())
    .orderBy(column)
    .execute();
const heldAt = (db: Db, id: number, column: 'answer_by' | 'remind_at') =>
  systemRows(db, 'inspection', why)
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'submitted')
    .where(column, '<=', clock.now())
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Records unanswered inspections as agreed after the deadline. Each has its own transaction, so that one failure does not stop the others. */
export async function agreeDueInspections(db: Db): Promise<number> {
  return processDueRows(db, await due(db, 'answer_by'), async (tx, { id }) => {
    const row = await heldAt(tx, id, 'answer_by');
    if (row) await end(asClock(tx), row, 'agree', 'nobody answered in time', 'clock');
  });
}

/** Reminds tenants a day before the deadline. If the scheduler was stopped, only tenants who can still answer are reminded. */
export async function remindDueInspections(db: Db): Promise<number> {
  return processDueRows(db, await due(db, 'remind_at'), async (tx, { id }) => {
    const row = await heldAt(tx, id, 'remind_at');
    if (!row) return;
    const ctx = asClock(tx);
    await unscopedTable(tx, 'inspection', why).change().set({ remind_at: null }).where('id', '=', id).execute();
    if (row.answer_by !== null && row.answer_by > clock.now())
      await notifyInspectionEvent(ctx, row, await readInspectionTenantAudience(ctx, row, true), 'inspection.agree_by', {
        when: row.answer_by.toISOString(),
      });
  });
}
