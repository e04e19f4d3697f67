import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import type { PayoutErrorAction } from '#contract/settlement/kinds.ts';
import type { PayoutErrorDetails, PayoutErrorSummary } from '#contract/settlement/shapes.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { getTransferResponseDeadline } from '#contract/transfer/kinds.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty, withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { readCompanyName } from '#server/people/service.ts';
import { canRecordTransferFailure, confirmTransfer, isFailedByPerson } from '#server/transfer/service.ts';
import { formatPayoutAccountLabel, readUsablePayoutAccounts } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { lockPayoutTransfer, updatePayoutTransfer } from './attempts.ts';
import { closePayoutError } from './bank/error-rows.ts';
import { findFailureRequest, requestTransferFailure } from './control/failure-request.ts';
import { assertReferenceUnused, findFoundRequest, requestTransferFound } from './control/found-request.ts';
import { findAllowedErrorActions } from './error-acts.ts';
import { payoutNotFound } from './read.ts';
import { selectVisibleTransferAttempts, toTransfer, transferColumns } from './rows.ts';
import { payoutTransferPurpose } from './transfers.ts';

type Calls = typeof settlementCalls;
const joined = (ctx: Ctx) =>
  from(ctx, 'settlement_error')
    .innerJoin('settlement_transaction', 'settlement_transaction.id', 'settlement_error.transaction_id')
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .innerJoin('company', 'company.id', 'settlement_error.company_id')
    .leftJoin('person', 'person.id', 'settlement_error.owner_id');
export function filterPayoutErrors(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listErrors']>['z_filter']>) {
  let rows = joined(ctx);
  if (f.status) rows = rows.where('settlement_error.status', '=', f.status);
  if (f.error) rows = rows.where('settlement_error.error', '=', f.error);
  if (f.company_id) rows = rows.where('settlement_error.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (hasDayRange(f)) rows = rows.where(isInDayRangeSql('settlement_error.last_at', f));
  const { q } = f;
  if (q)
    rows = rows.where((eb) =>
      eb.or([
        containsTextSql('settlement_error.code', q),
        containsTextSql('settlement_payment.code', q),
        containsTextSql('company.name', q),
        containsTextSql('settlement_error.cause', q),
      ]),
    );
  return rows;
}
const columns = [
  'settlement_error.id',
  'settlement_error.code',
  ...companyAndCountyColumns('settlement_error.company_id', 'company.region'),
  'settlement_error.error',
  'settlement_error.cause',
  'settlement_payment.id as payment_id',
  'settlement_payment.code as payment_code',
  'settlement_transaction.id as transfer_id',
  'settlement_transaction.code as transfer_code',
  sql<number>`settlement_transaction.cents`.as('cents'),
  'settlement_error.attempts',
  'person.name as owner',
  'settlement_error.status',
  'settlement_error.first_at',
  'settlement_error.last_at',
] as const;
type Row = CompanyAndCountyRow &
  Pick<PayoutErrorSummary, 'id' | 'code' | 'error' | 'cause' | 'cents' | 'attempts' | 'owner' | 'status'> & {
    payment_id: number;
    payment_code: string;
    transfer_id: number;
    transfer_code: string;
    first_at: Date;
    last_at: Date;
  };
const toHead = (r: Row): PayoutErrorSummary => ({
  id: r.id,
  code: r.code,
  error: r.error,
  cause: r.cause,
  cents: r.cents,
  attempts: r.attempts,
  owner: r.owner,
  status: r.status,
  ...toCompanyAndCounty(r),
  settlement: { id: r.payment_id, code: r.payment_code },
  transfer: { id: r.transfer_id, code: r.transfer_code },
  first_at: r.first_at.toISOString(),
  last_at: r.last_at.toISOString(),
});

export async function listPayoutErrors(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['listErrors']>,
): Promise<HandlerResult<Calls['listErrors']>> {
  const { rows, count } = await readPage(filterPayoutErrors(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy(
        sort.endsWith('cents')
          ? orderByColumn(sort.replace('cents', 'settlement_transaction.cents'))
          : orderByColumn(sort.replace(/^(-?)/, '$1settlement_error.')),
      )
      .orderBy('settlement_error.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => filterPayoutErrors(ctx, { ...z_filter, status: undefined }), sql`settlement_error.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toHead)), ...counts };
}

export async function readPayoutError(ctx: Ctx, { id }: HandlerInput<Calls['errorDetails']>): Promise<PayoutErrorDetails> {
  const row = await joined(ctx)
    .select([...columns])
    .select([
      'settlement_error.resolution',
      'settlement_error.revision',
      'settlement_transaction.status as transfer_status',
      'settlement_transaction.rail',
    ])
    .select(['settlement_transaction.tail', 'settlement_transaction.key', 'settlement_transaction.part', 'settlement_transaction.payout_account_id'])
    .select(['settlement_transaction.sent_at', 'settlement_transaction.settled_by', 'settlement_transaction.evidence_file_id'])
    .where('settlement_error.id', '=', id)
    .executeTakeFirst();
  if (!row) throw payoutNotFound();
  const made = await selectVisibleTransferAttempts(ctx)
    .select([...transferColumns])
    .where('settlement_transaction.settlement_id', '=', row.payment_id)
    .where('settlement_transaction.part', '=', row.part)
    .orderBy('settlement_transaction.attempt')
    .execute();
  const isFailed = row.transfer_status === 'failed';
  const request = await (isFailed ? findFoundRequest : findFailureRequest)(ctx, row.transfer_id);
  const requested = isFailed ? ['paid', 'write_off'] : ['reverse', 'evidence'];
  const { acts, taken } = await findAllowedErrorActions(ctx.db, row, {
    ...row,
    id: row.transfer_id,
    settlement_id: row.payment_id,
    status: row.transfer_status,
  });
  return {
    ...toHead(row),
    transfer_status: row.transfer_status,
    rail: row.rail,
    tail: row.tail,
    key: row.key,
    resolution: row.resolution,
    revision: row.revision,
    attempts_made: made.map(toTransfer),
    accounts: (await readUsablePayoutAccounts(ctx.db, row.holder_id))
      .filter(({ id }) => id !== row.payout_account_id)
      .map((account) => ({ id: account.id, label: formatPayoutAccountLabel(account) })),
    now_in: taken,
    acts: ctx.me.grants.has('settlement_errors.edit') ? acts.filter((act) => request === null || !requested.includes(act)) : [],
    request,
    failable_at:
      acts.includes('evidence') && !acts.includes('reverse') && row.sent_at ? getTransferResponseDeadline(row.rail, row.sent_at).toISOString() : null,
    has_evidence: row.evidence_file_id !== null,
    evidence: null,
    by_hand: isFailedByPerson({ ...row, status: row.transfer_status }),
  };
}

/** Locks the error for a change if the caller has its latest revision; otherwise conflict. */
export async function lockPayoutError(ctx: Ctx, id: number, revision: number) {
  const row = await from(ctx, 'settlement_error').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw payoutNotFound();
  // The payout and its transfer are locked before the error, in the general lock order.
  const locked = await lockPayoutTransfer(ctx.db, row.transaction_id);
  const now = await from(ctx, 'settlement_error').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (now.revision !== revision) throw new Refusal('conflict', sentence('editConflict'), { current: await readPayoutError(ctx, { id }) });
  return { ...locked, row: now };
}
export type LockedPayoutError = Awaited<ReturnType<typeof lockPayoutError>>;
export async function assertPayoutErrorAction(
  ctx: Ctx,
  { row, transfer }: Pick<LockedPayoutError, 'row' | 'transfer'>,
  act: PayoutErrorAction,
): Promise<void> {
  const { acts } = await findAllowedErrorActions(ctx.db, row, transfer);
  if (!acts.includes(act)) throw new Refusal('wrongState', m.shell_refusal_state());
}
export const auditPayoutErrorAction = async (
  ctx: Ctx,
  row: { id: number; code: string },
  after: Record<string, unknown>,
  reason?: string,
): Promise<PayoutErrorDetails> => {
  await audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_errors', id: row.id, code: row.code, after, ...(reason ? { reason } : {}) });
  return readPayoutError(ctx, { id: row.id });
};

export async function assignPayoutErrorToMe(
  ctx: Ctx,
  { id, revision }: HandlerInput<Calls['assignToMe']>,
): Promise<HandlerResult<Calls['assignToMe']>> {
  const { row } = await lockPayoutError(ctx, id, revision);
  await change(ctx, 'settlement_error')
    .set({ owner_id: ctx.me.userId, revision: revision + 1 })
    .where('id', '=', id)
    .$call(oneRow);
  return auditPayoutErrorAction(ctx, row, { owner_id: ctx.me.userId });
}

/** Records that an unknown transfer was paid, with evidence. For one that was recorded as failed it is a request, because the wallet is debited. */
export async function markPayoutErrorPaid(
  ctx: Ctx,
  { id, external_id, resolution, revision }: HandlerInput<Calls['markPaid']>,
): Promise<HandlerResult<Calls['markPaid']>> {
  const { row, transfer, payment } = await lockPayoutError(ctx, id, revision);
  await assertPayoutErrorAction(ctx, { row, transfer }, 'paid');
  await assertReferenceUnused(ctx, transfer, external_id);
  if (transfer.status === 'failed') {
    const company = { id: payment.company_id, name: await readCompanyName(ctx.db, payment.company_id) };
    await requestTransferFound(ctx, { transfer, company }, { external: external_id, said: resolution });
    return readPayoutError(ctx, { id });
  }
  // The money stays in transit, so one person is enough if the statement is there to check.
  if (transfer.evidence_file_id === null) throw new Refusal('conflict', m.settlement_refusal_paid_evidence());
  await confirmTransfer(ctx, payoutTransferPurpose, transfer.id, { external: external_id, text: resolution }, 'person');
  return auditPayoutErrorAction(ctx, row, { external_id, status: 'resolved' }, resolution);
}

/** Requests that the transfer is recorded as failed: another person approves it with evidence. */
export async function markPayoutErrorFailed(
  ctx: Ctx,
  { id, resolution, revision }: HandlerInput<Calls['markFailed']>,
): Promise<HandlerResult<Calls['markFailed']>> {
  const { row, transfer, payment } = await lockPayoutError(ctx, id, revision);
  if (!canRecordTransferFailure(transfer))
    throw new Refusal(
      'conflict',
      m.settlement_refusal_still_asked({
        day: formatLongDate(toNairobiDay(getTransferResponseDeadline(transfer.rail, transfer.sent_at ?? transfer.created_at).toISOString())),
      }),
    );
  await assertPayoutErrorAction(ctx, { row, transfer }, 'reverse');
  const error = row.error === 'callback_lost' ? 'unknown' : row.error;
  const company = { id: payment.company_id, name: await readCompanyName(ctx.db, payment.company_id) };
  await requestTransferFailure(ctx, { transfer, company }, { error, said: resolution });
  return readPayoutError(ctx, { id });
}

export async function writeOffPayoutError(
  ctx: Ctx,
  { id, resolution, revision }: HandlerInput<Calls['writeOff']>,
): Promise<HandlerResult<Calls['writeOff']>> {
  const { row, transfer } = await lockPayoutError(ctx, id, revision);
  await assertPayoutErrorAction(ctx, { row, transfer }, 'write_off');
  if (transfer.back_said_by !== null) await updatePayoutTransfer(ctx.db, transfer.id, { back_said_by: null, back_said_at: null });
  await closePayoutError(ctx, transfer.id, 'written_off', resolution);
  return auditPayoutErrorAction(ctx, row, { status: 'written_off' }, resolution);
}
