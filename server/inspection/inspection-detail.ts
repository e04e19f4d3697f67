import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { calculateDepreciatedCost, isConditionWorse } from '#contract/inspection/depreciation.ts';
import { itemConditions, listInspectionItems } from '#contract/inspection/kinds.ts';
import { inspectionMachine } from '#contract/inspection/machine.ts';
import type { InspectionDetails, InspectionOperation, InspectionSummary } from '#contract/inspection/shapes.ts';
import { calculateDistanceMetres, checkInspectionLocation } from '#contract/inspection/verdict.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { countDaysBetween, toNairobiDay } from '#contract/time/days.ts';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { m } from '#words/messages.js';
import { canAnswerForTenancy } from './answers.ts';
import { canWorkOnInspection, getInspectionPermission, isPlatformStaff } from './edit-lock.ts';
import { describeInspectionOp } from './op-text.ts';
import { toInspectionPhoto } from './photos.ts';
import { buildInspectionReportPath } from './report-path.ts';
import {
  getInspectionAreas,
  getInspectionPosition,
  getInspectionReadings,
  getInspectionSignatures,
  hashInspection,
  type InspectionAnswerRow,
  type InspectionRow,
  inspectionNotFound,
  inspectionSummaryColumns,
  readInspectionAnswers,
  readInspectionPhotos,
  selectInspectionsWithUnit,
  toInspectionAnswer,
  toInspectionSummary,
} from './rows.ts';
import { countUnitsOfProperty, readPropertyCoordinates } from './submit.ts';

type Calls = typeof inspectionCalls;
const daysInLifeMonth = 30.44;

export const makeInspectionDetailsReader =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<InspectionDetails> => {
    const row = await selectInspectionsWithUnit(ctx, 'inspection:listed')
      .selectAll('inspection')
      .select([...inspectionSummaryColumns])
      .select([
        visibleTo('inspection', ctx.me).as('whole'),
        visibleTo('inspection:sent', ctx.me).as('sent'),
        mayChange('inspection:managed', ctx.me, 'tenancies.edit', 'inspection').as('changes_home'),
        mayChange('inspection:managed', ctx.me, 'property_verification.edit', 'inspection').as('changes_verification'),
      ])
      .where('inspection.id', '=', id)
      .executeTakeFirst();
    if (!row) throw inspectionNotFound();
    const [head] = await withCompanyHeads(ctx, [toInspectionSummary(row)]);
    if (!head) throw inspectionNotFound();
    if (!row.whole) return lookedAt(ctx, row, head);
    const [answers, photos] = [await readInspectionAnswers(ctx, id), await readInspectionPhotos(ctx, [id])];
    const changes = row.kind === 'verification' ? row.changes_verification : row.changes_home;
    const works = canWorkOnInspection(ctx, { ...row, changes });
    const digest = hashInspection(row, answers, photos);
    const base = row.baseline_id === null ? null : await baseline(services, ctx, row.baseline_id);
    const history = await readMoveHistory(ctx, 'inspection', id).select('move_log.actor_type').execute();
    return {
      ...head,
      areas: getInspectionAreas(row) as InspectionDetails['areas'],
      answers: answers.map(toInspectionAnswer),
      photos: photos.map((one) => toInspectionPhoto(services, one)),
      keys_count: row.keys_count,
      readings: [...getInspectionReadings(row)],
      signatures: getInspectionSignatures(row).map(({ role, name, at, arrived_at, drawn, digest: signed }) => ({
        role,
        name,
        at,
        arrived_at: arrived_at ?? null,
        drawn,
        holds: signed === digest,
      })),
      reason: row.reason,
      consented: row.consented,
      card: works ? row.card : null,
      place: await placeFor(ctx, row),
      pin: works && row.kind === 'verification' ? await readPropertyCoordinates(ctx, row.property_id) : null,
      units: row.kind === 'verification' ? await countUnitsOfProperty(ctx, row.property_id) : null,
      baseline: base,
      proposals: base === null ? [] : proposalsOf(row, answers, base),
      addenda: works || changes ? await addendaOf(ctx, id) : [],
      device: works ? row.device : null,
      // A person who answered by link has no account, so the lead tenant of the tenancy is shown.
      history: history.map(({ at, move, to_state, by, reason, actor_type }) => ({
        at: at.toISOString(),
        move,
        to: to_state,
        reason,
        by: by ?? (actor_type === 'tenant' ? (head.tenancy?.lead ?? '') : null),
      })),
      may: await mayOf(ctx, row, works, changes),
      report: buildInspectionReportPath(services.secret, id),
    };
  };

/** A verification as the managers of the property see it: schedule, status, outcome and corrections. */
async function lookedAt(ctx: Ctx, row: InspectionRow, head: InspectionSummary): Promise<InspectionDetails> {
  const over = row.status === 'agreed';
  const answers = over ? await readInspectionAnswers(asUnscoped(ctx, 'repairs are shown to the managers of the property'), row.id) : [];
  const history = await readMoveHistory(ctx, 'inspection', row.id).execute();
  return {
    ...head,
    areas: over ? (getInspectionAreas(row) as InspectionDetails['areas']) : [],
    // The inspector's notes and photos are visible only to the inspector and to Makao.
    answers: answers.map((one) => ({ ...toInspectionAnswer(one), note: '', cost_cents: null, answer_note: '', also_said: [] })),
    photos: [],
    keys_count: null,
    readings: [],
    signatures: [],
    reason: row.status === 'canceled' ? row.reason : '',
    consented: row.consented,
    card: null,
    place: null,
    pin: null,
    units: over ? await countUnitsOfProperty(ctx, row.property_id) : null,
    baseline: null,
    proposals: [],
    addenda: [],
    device: null,
    report: null,
    history: history.map(({ at, move, to_state, reason }) => ({ at: at.toISOString(), move, to: to_state, reason, by: m.inspection_by_platform() })),
    may: { work: false, cancel: false, answer: false, settle: false, decide: false },
  };
}

async function mayOf(ctx: Ctx, row: InspectionRow, works: boolean, changes: boolean): Promise<InspectionDetails['may']> {
  const moves = new Set(listAllowedMoves(inspectionMachine, row.status, ctx.me.role));
  const keeps = changes && ctx.me.grants.has(getInspectionPermission(row.kind));
  const waits = row.status === 'submitted' && row.answer_by !== null;
  return {
    work: works && (moves.has('begin') || moves.has('submit')),
    cancel: keeps && moves.has('cancel'),
    answer: waits && (await canAnswerForTenancy(ctx, row.tenancy_id)),
    settle: keeps && !isPlatformStaff(ctx) && row.kind !== 'verification' && moves.has('agree') && !waits,
    // The inspector cannot decide their own verification.
    decide: keeps && row.kind === 'verification' && row.status === 'submitted' && row.inspector_id !== ctx.me.userId,
  };
}

async function placeFor(ctx: Ctx, row: InspectionRow): Promise<InspectionDetails['place']> {
  const place = getInspectionPosition(row);
  if (place === null) return null;
  const pin = await readPropertyCoordinates(ctx, row.property_id);
  return { ...place, metres: pin && calculateDistanceMetres(place, pin), verdict: checkInspectionLocation(place, pin) };
}

/** Access to the move-out inspection includes its move-in inspection. */
async function baseline(services: RunningServices, ctx: Ctx, id: number): Promise<NonNullable<InspectionDetails['baseline']>> {
  const all = asUnscoped(ctx, 'the earlier condition is shown beside the current condition');
  const row = await from(all, 'inspection').select(['id', 'code', 'submitted_at']).where('id', '=', id).executeTakeFirstOrThrow();
  return {
    id: row.id,
    code: row.code,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    answers: (await readInspectionAnswers(all, id)).map(toInspectionAnswer),
    photos: (await readInspectionPhotos(all, [id])).map((one) => toInspectionPhoto(services, one)),
  };
}

/** Proposed deductions from the deposit refund: items that became worse and are charged to the departing tenant, by their remaining life. */
function proposalsOf(
  row: InspectionRow,
  answers: readonly InspectionAnswerRow[],
  base: NonNullable<InspectionDetails['baseline']>,
): InspectionDetails['proposals'] {
  const then = new Map(base.answers.map((one) => [one.item, one.condition]));
  const from = base.submitted_at === null ? toNairobiDay(row.scheduled_at) : toNairobiDay(base.submitted_at);
  const months = Math.max(0, Math.floor(countDaysBetween(from, toNairobiDay(row.submitted_at ?? row.scheduled_at)) / daysInLifeMonth));
  const life = new Map(listInspectionItems(getInspectionAreas(row)).map((one) => [one.id, one.life_months]));
  return answers.flatMap(({ item, condition, cost_cents, charge_to }) => {
    if (charge_to !== 'tenant' || !cost_cents || !isConditionWorse(then.get(item) ?? itemConditions[0], condition)) return [];
    const life_months = life.get(item) ?? null;
    return [{ item, cost_cents, life_months, months, cents: calculateDepreciatedCost(cost_cents, life_months, months) }];
  });
}

async function addendaOf(ctx: Ctx, id: number): Promise<InspectionDetails['addenda']> {
  const rows = await unscopedTable(ctx.db, 'inspection_op', 'data of an inspection that the caller sees')
    .select()
    .leftJoin('person', 'person.id', 'inspection_op.by_id')
    .select(['op', 'at', 'person.name'])
    .where('inspection_id', '=', id)
    .where('outcome', '=', 'addendum')
    .orderBy('at')
    .orderBy('seq')
    .limit(200)
    .execute();
  return rows.map(({ op, at, name }) => ({ by: name ?? '', at: at.toISOString(), text: describeInspectionOp(op as InspectionOperation) }));
}
