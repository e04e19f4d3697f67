import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { computeEarliestMoveOutDay, getEarliestTenancyEndDay, getTenancyEndKind } from '#contract/tenancy/guards.ts';
import { orderObjectionDays, type TenancyEndKind } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readSupportContact } from '#server/kernel/support.ts';
import { storeFile } from '#server/media/service.ts';
import { readCompanyContact } from '#server/people/service.ts';
import { readOtherStaysInUnits, readStayUnits, setStayEnd, vacateUnit } from '#server/stay/service.ts';
import { m } from '#words/messages.js';
import { updateTenancy } from '../create-tenancy.ts';
import {
  assertTenancyStatus,
  hasPayerWithAccount,
  lockTenancyForManager,
  logTenancyChange,
  occupiedStatuses,
  onTenancyFactsChanged,
  readCallerName,
} from '../lock-tenancy.ts';
import { notifyLaterTenants, notifyTenancyManagers, notifyTenants, notifyTenantsAndManagers } from '../notify.ts';
import { readTransferPlan, releaseTransferHold } from '../people/transfer.ts';
import { endRentAndChargesAfter } from '../rent.ts';
import type { TenancyRow } from '../rows.ts';
import { readTenancyDetails } from '../tenancy-detail.ts';
import { isObjectionOpen } from './open-objection.ts';

type Calls = typeof tenancyActionCalls;

/** Kinds of ending that need a reason, because they are neither a notice nor the end of the term. */
const byWord: readonly TenancyEndKind[] = ['mutual', 'order', 'abandoned'];

type Leaving = { readonly on: string; readonly kind: TenancyEndKind; readonly reason: string; readonly given_on?: string | undefined };
/** Rejects a move-out day that is in the past, before the end of the notice period, or before the tenancy began. */
export function assertMoveOutAllowed(row: TenancyRow, { on, kind, reason, given_on }: Leaving, answers: boolean): void {
  if (readTransferPlan(row)) throw new Refusal('conflict', m.tenancy_refusal_moving());
  const today = clock.today();
  // A manager alone cannot date the notice of tenants who have an account to answer with: it runs from today.
  const first = computeEarliestMoveOutDay(answers ? today : (given_on ?? today), row.notice_days);
  if (on < today) throw invalidInputRefusal({ on: m.tenancy_problem_leave_past() });
  if (given_on !== undefined && given_on > today) throw invalidInputRefusal({ given_on: m.tenancy_problem_given_later() });
  if (given_on !== undefined && given_on < row.starts_on)
    throw invalidInputRefusal({ given_on: m.tenancy_problem_given_early({ day: formatLongDate(row.starts_on) }) });
  if (kind === 'notice' && on < first)
    throw invalidInputRefusal({ on: m.tenancy_problem_notice({ days: row.notice_days, day: formatLongDate(first) }) });
  if (on < row.starts_on) throw invalidInputRefusal({ on: m.tenancy_problem_end_first() });
  if (kind === 'expired' && (row.ends_on === null || on < row.ends_on)) throw invalidInputRefusal({ kind: m.tenancy_problem_not_over() });
  // A term that continues month to month ends by notice or agreement only, although its last day has come.
  if (kind === 'expired' && row.holdover !== 'stop') throw invalidInputRefusal({ kind: m.tenancy_problem_rolls() });
  if (byWord.includes(kind) && reason.length < 3) throw invalidInputRefusal({ reason: m.tenancy_problem_end_reason() });
}

/**
 * If the tenants can answer, a landlord cannot record less than their notice period, whatever document is uploaded. Tenants confirm a mutual
 * agreement themselves, tenants reported as absent have the notice period to object, and tenants under an order 14 days.
 */
function assertNoticeKind({ notice_days: days }: TenancyRow, { on, kind }: Pick<Leaving, 'on' | 'kind'>): void {
  if (kind === 'mutual') throw new Refusal('conflict', m.tenancy_refusal_ask_them());
  const first = computeEarliestMoveOutDay(clock.today(), days);
  if (kind === 'abandoned' && on < first) throw invalidInputRefusal({ on: m.tenancy_problem_abandoned({ days, day: formatLongDate(first) }) });
  const ordered = addDays(clock.today(), orderObjectionDays);
  if (kind === 'order' && on < ordered)
    throw invalidInputRefusal({ on: m.tenancy_problem_order({ days: orderObjectionDays, day: formatLongDate(ordered) }) });
}

/** A manager records a notice with its document. The unit becomes available from the day after the move-out. */
export const recordTenancyNotice =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, on, kind, reason, given_on, file }: HandlerInput<Calls['recordNotice']>): Promise<HandlerResult<Calls['recordNotice']>> => {
    // The file is stored first, because storing locks the company before all records below it.
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'notice' });
    const row = await lockTenancyForManager(ctx, id);
    assertTenancyStatus(ctx, row, occupiedStatuses);
    // Recording it again would remove the objection.
    assertNoObjection(row);
    const answers = await hasPayerWithAccount(ctx, id);
    assertMoveOutAllowed(row, { on, kind, reason, given_on }, answers);
    if (answers) assertNoticeKind(row, { on, kind });
    const name = file.name.slice(0, 200) || 'notice';
    await publishEvent(ctx, 'tenancy.notice', { tenancyId: id, companyId: row.company_id, fileId: kept.id, name });
    await applyTenancyNotice(ctx, row, { on, kind, reason, given_on, by: await readCallerName(ctx), file: name, file_id: kept.id }, async (after) => {
      const { company, phone, email } = await readCompanyContact(ctx.db, row.agent_company_id ?? row.company_id);
      const makao = await readSupportContact(ctx.db, services.env);
      const objects = { by: company, reach: phone ?? email ?? '', help: makao.phone ?? makao.email };
      await notifyTenants(ctx, after, 'tenancy.leaving_written', { day: on, kind, ...objects }, String(after.revision));
    });
    return readTenancyDetails(ctx, { id });
  };

/** While a tenant objects, the move-out can neither be completed nor recorded again. */
function assertNoObjection(row: TenancyRow): void {
  if (isObjectionOpen(row)) throw new Refusal('conflict', m.tenancy_refusal_objected());
}

type Written = Leaving & { readonly by: string | null; readonly file: string | null; readonly file_id?: number };
/**
 * The notice takes effect: the stay has an end, and all parties are notified of the day. A tenant who did not give the notice is notified of its
 * author and of how to object.
 */
export async function applyTenancyNotice(ctx: Ctx, row: TenancyRow, said: Written, tellThem?: (after: TenancyRow) => Promise<void>): Promise<void> {
  const { id } = row;
  const { on, reason } = said;
  const leaving = { ...said, at: clock.now().toISOString() };
  await setStayEnd(ctx, { tenancyId: id }, addDays(on, 1));
  const after = await updateTenancy(ctx, row, {
    leaving_on: on,
    leaving: JSON.stringify(leaving),
    leaving_ask: null,
    stage: 'ending',
    renewal: null,
  });
  await logTenancyChange(ctx, row, after, reason ? { reason } : {});
  await publishEvent(ctx, 'tenancy.leaving', { tenancyId: id, unitId: row.unit_id, on });
  await (tellThem ? tellThem(after) : notifyTenants(ctx, after, 'tenancy.leaving', { day: on }, String(after.revision)));
  await notifyTenancyManagers(ctx, after, 'tenancy.leaving', { day: on }, String(after.revision));
  await notifyLaterTenants(ctx, row, 'tenancy.next_free', addDays(on, 1), String(after.revision));
}

/** Withdraws the notice: the tenants stay, unless another tenancy has reserved the following days. */
export async function cancelTenancyNotice(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['cancelNotice']>,
): Promise<HandlerResult<Calls['cancelNotice']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  if (row.leaving_on === null) throw invalidInputRefusal({ id: m.tenancy_problem_not_leaving() });
  await setStayEnd(ctx, { tenancyId: id }, null);
  const after = await updateTenancy(ctx, row, { leaving_on: null, leaving: null, stage: row.status === 'expired' ? 'holdover' : 'normal' });
  await logTenancyChange(ctx, row, after, { reason });
  await publishEvent(ctx, 'tenancy.leaving', { tenancyId: id, unitId: row.unit_id, on: null });
  await notifyTenantsAndManagers(ctx, after, 'tenancy.staying', {}, String(after.revision));
  return readTenancyDetails(ctx, { id });
}

/**
 * Ends the tenancy (move-out): keys, meter readings and an inspection, or a reason for none, are required. The deposit refund and open balances
 * follow later.
 */
export async function endTenancyWithMoveOut(
  ctx: Ctx,
  { id, on, kind, reason, ...given }: HandlerInput<Calls['end']>,
): Promise<HandlerResult<Calls['end']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  const today = clock.today();
  // An occupied tenancy cannot be ended by one side alone: the notice or agreement is recorded first, with its document.
  const first = getEarliestTenancyEndDay(row);
  if (first === null) throw new Refusal('conflict', m.tenancy_refusal_record_leaving());
  assertNoObjection(row);
  const problems = {
    ...(given.keys ? {} : { keys: m.tenancy_problem_keys() }),
    ...(given.readings ? {} : { readings: m.tenancy_problem_readings() }),
    ...(given.no_inspection.length >= 3 || (await getLookup('wasInspected')(ctx.db, id, row.unit_id))
      ? {}
      : { no_inspection: m.tenancy_problem_inspection() }),
    ...(on > today ? { on: m.tenancy_problem_end_future() } : on < first ? { on: m.tenancy_problem_end_early({ day: formatLongDate(first) }) } : {}),
    ...(kind === getTenancyEndKind(row.leaving as { kind: TenancyEndKind } | null) ? {} : { kind: m.tenancy_problem_end_kind() }),
    ...(byWord.includes(kind) && reason.length < 3 ? { reason: m.tenancy_problem_end_reason() } : {}),
  };
  if (Object.keys(problems).length > 0) throw invalidInputRefusal(problems);
  await makeMove(ctx, tenancyMachine, 'end', id, reason || null);
  const next = await readOtherStaysInUnits(ctx, await readStayUnits(ctx, { tenancyId: id }), id);
  await releaseTransferHold(ctx, row);
  await vacateUnit(ctx, id, on, given.after, 'the tenancy ended');
  await endRentAndChargesAfter(ctx, row, on);
  const termination = { kind, reason, on, no_inspection: given.no_inspection, next: next.length > 0 };
  const after = await updateTenancy(ctx, row, {
    termination: JSON.stringify(termination),
    stage: 'closing',
    renewal: null,
    leaving_ask: null,
    people_ask: null,
    transfer: null,
  });
  await logTenancyChange(ctx, row, after, {
    ...(reason ? { reason } : {}),
    ...(given.no_inspection ? { is: { went_without: ['inspection'] } } : {}),
  });
  await publishEvent(ctx, 'tenancy.ended', { tenancyId: id, unitId: row.unit_id });
  await onTenancyFactsChanged(ctx, id);
  await notifyTenantsAndManagers(ctx, after, 'tenancy.terminated', { day: on }, 'ended');
  return readTenancyDetails(ctx, { id });
}
