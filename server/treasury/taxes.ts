import { sql } from 'kysely';
import { z } from 'zod';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildTaxRemittedPostings, type PayingAccount } from '#contract/ledger/postings.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { clock } from '#contract/time/clock.ts';
import { remittedTaxLabels } from '#contract/treasury/labels.ts';
import type { TaxRemittance, taxCalls } from '#contract/treasury/tax-calls.ts';
import { type RemittedTax, remittedTaxes, taxAccounts } from '#contract/treasury/taxes.ts';
import { type ApprovalRequestRow, defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import { assertValueDaysOpen, postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { readPage } from '#server/lists/list.ts';
import { storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { lockRail, readAvailableBalance, readInterFundDebts, readOwnBank, toPayingAccount } from './cash-accounts.ts';
import { findPlatformAccount } from './cash-moves.ts';

type Calls = typeof taxCalls;
const remittance = z.object({
  tax: z.enum(remittedTaxes),
  cents: amountSchema(),
  account_id: z.number().nullable(),
  paid_on: z.string(),
  reference: z.string(),
});
type Remittance = z.output<typeof remittance>;

const ownBank: PayingAccount = { code: ledgerAccounts.platformBank };
const readTaxDue = (db: Db, tax: RemittedTax): Promise<number> => readAccountBalance(db, taxAccounts[tax].fund, { code: taxAccounts[tax].code });
const referenceUsed = () => invalidInputRefusal({ reference: m.payments_problem_tax_reference() });

/** What can be paid from a bank account for a tax: of the clients' account no more of the platform's money than it holds. */
async function readPayable(ctx: Ctx, { tax, account_id }: Pick<Remittance, 'tax' | 'account_id'>) {
  if (account_id === null) {
    if (tax === 'withholding') throw invalidInputRefusal({ account_id: m.payments_problem_tax_account() });
    return { bank: ownBank, name: m.payments_tax_own_bank(), cents: await readAccountBalance(ctx.db, 'P', ownBank) };
  }
  const account = await findPlatformAccount(ctx, account_id, 'bank');
  const there = await readAvailableBalance(ctx.db, account);
  const cents = tax === 'vat' ? Math.min(there, (await readInterFundDebts(ctx.db)).payable.P) : there;
  return { bank: toPayingAccount(account), name: account.name, cents };
}

/** Refuses a remittance above the tax due or the money in its bank account, of a later day or a closed month, or of a receipt that is already recorded. */
async function checkRemittance(ctx: Ctx, given: Remittance) {
  if (given.paid_on > clock.today()) throw invalidInputRefusal({ paid_on: m.payments_problem_tax_day() });
  await assertValueDaysOpen(ctx.db, [given.paid_on]);
  const due = await readTaxDue(ctx.db, given.tax);
  if (given.cents > due)
    throw invalidInputRefusal({
      cents: m.payments_problem_tax_due({ sum: formatKesPlain(Math.max(0, due), true), tax: remittedTaxLabels[given.tax]() }),
    });
  const payable = await readPayable(ctx, given);
  if (given.cents > payable.cents)
    throw invalidInputRefusal({ cents: m.payment_problem_more({ left: formatKesPlain(Math.max(0, payable.cents), true) }) });
  const known = await from(ctx, 'tax_remittance')
    .select('tax_remittance.id')
    .where('reference', '=', given.reference)
    .where('tax_remittance.undone_at', 'is', null)
    .executeTakeFirst();
  if (known) throw referenceUsed();
  return payable;
}

/** The receipt is stored with the request. It is stored first, because storing locks the company before all records below it. */
export const requestTaxRemittance =
  (services: RunningServices) =>
  async (ctx: Ctx, { reason, file, ...given }: HandlerInput<Calls['requestRemittance']>): Promise<HandlerResult<Calls['requestRemittance']>> => {
    const { id: evidenceId } = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'receipt' });
    await checkRemittance(ctx, given);
    return requestApproval(ctx, 'taxRemittance', {
      subjectId: taxAccounts[given.tax].code,
      cents: given.cents,
      params: given,
      reason,
      evidenceId,
    });
  };

/** Posts the payment. The rail is locked, so that two approvals at once cannot pay more than is due. */
async function recordRemittance(ctx: Ctx, given: Remittance, request: ApprovalRequestRow): Promise<void> {
  await lockRail(ctx.db, 'bank');
  const { bank, name } = await checkRemittance(ctx, given);
  const row = await refuseOnUniqueViolation(
    add(ctx, 'tax_remittance')
      .values({ ...given, request_id: request.id, made_by: request.asked_by, decided_by: ctx.me.userId })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow(),
    referenceUsed,
  );
  await postJournal(ctx.db, {
    key: `tax:${row.id}`,
    kind: 'tax_remitted',
    source: ['tax_remittance', row.id],
    by: ctx.me.userId,
    valueDay: given.paid_on,
    dated: 'person',
    params: { how: `${name} ${given.reference}`, code: row.code },
    pairs: buildTaxRemittedPostings(taxAccounts[given.tax], bank, given.cents),
  });
  const left = given.account_id ?? (await readOwnBank(ctx.db, 'P'))?.id;
  if (left) await publishEvent(ctx, 'cash.moved', { accountId: left });
}
export const taxRemittanceAct = defineRequestedAct({
  params: remittance,
  document: 'payments',
  describe: ({ tax, cents, paid_on, reference }) =>
    m.payments_tax_request({ tax: remittedTaxLabels[tax](), sum: formatKesPlain(cents, true), day: formatLongDate(paid_on), reference }),
  page: () => ({ screen: 'treasury.taxes', params: {} }),
  needsEvidence: true,
  execute: recordRemittance,
});

export async function listTaxRemittances(
  ctx: Ctx,
  { z_filter = {}, ...at }: HandlerInput<Calls['listRemittances']>,
): Promise<HandlerResult<Calls['listRemittances']>> {
  const found = () => {
    const rows = from(ctx, 'tax_remittance');
    return z_filter.tax ? rows.where('tax_remittance.tax', '=', z_filter.tax) : rows;
  };
  const { rows, count } = await readPage(found(), at, (q) =>
    q
      .leftJoin('collection_account', 'collection_account.id', 'tax_remittance.account_id')
      .leftJoin('person as maker', 'maker.id', 'tax_remittance.made_by')
      .leftJoin('person as decider', 'decider.id', 'tax_remittance.decided_by')
      .innerJoin('approval_request', 'approval_request.id', 'tax_remittance.request_id')
      .leftJoin('approval_request as undo', 'undo.id', 'tax_remittance.undo_request_id')
      .leftJoin('person as undoer', 'undoer.id', 'tax_remittance.undone_by')
      .selectAll('tax_remittance')
      .select(['collection_account.name as account_name', 'maker.name as maker', 'decider.name as decider', 'approval_request.code as request_code'])
      .select(['undo.code as undo_code', 'undoer.name as undoer'])
      .orderBy('tax_remittance.id', 'desc'),
  );
  const due: HandlerResult<Calls['listRemittances']>['due'] = [];
  for (const tax of remittedTaxes)
    due.push({ tax, cents: await readTaxDue(ctx.db, tax), request: await findOpenRequest(ctx, 'taxRemittance', taxAccounts[tax].code) });
  const results: TaxRemittance[] = [];
  for (const row of rows) results.push({ ...toRemittance(row), undo_request: await findOpenUndo(ctx, row) });
  return { count, results, due, accounts: await readBankAccounts(ctx) };
}
const findOpenUndo = (ctx: Ctx, { id, undone_at }: Row) => (undone_at === null ? findOpenRequest(ctx, 'taxRemittanceUndo', id) : null);
type Row = {
  readonly [K in 'id' | 'cents' | 'request_id']: number;
} & { readonly [K in 'code' | 'paid_on' | 'reference' | 'request_code']: string } & {
  readonly [K in 'account_name' | 'maker' | 'decider' | 'undo_code' | 'undoer']: string | null;
} & { readonly tax: RemittedTax; readonly created_at: Date; readonly undone_at: Date | null } & {
  readonly [K in 'account_id' | 'undo_request_id']: number | null;
};
const toRemittance = (row: Row) => ({
  id: row.id,
  code: row.code,
  tax: row.tax,
  cents: row.cents,
  paid_on: row.paid_on,
  reference: row.reference,
  account: row.account_id === null ? null : { id: row.account_id, name: row.account_name ?? '' },
  made_by: row.maker,
  decided_by: row.decider,
  created_at: row.created_at.toISOString(),
  request: { id: row.request_id, code: row.request_code },
  undone:
    row.undone_at === null || row.undo_request_id === null
      ? null
      : { at: row.undone_at.toISOString(), by: row.undoer, request: { id: row.undo_request_id, code: row.undo_code ?? '' } },
});
async function readBankAccounts(ctx: Ctx): Promise<HandlerResult<Calls['listRemittances']>['accounts']> {
  const rows = await from(ctx, 'collection_account')
    .select(['collection_account.id', 'collection_account.name', 'collection_account.rail', 'collection_account.fund'])
    .where('collection_account.fund', '=', 'C')
    .where('collection_account.rail', '=', 'bank')
    .where(sql<boolean>`collection_account.active and not collection_account.waiting`)
    .orderBy('collection_account.id')
    .execute();
  const own = { id: null, name: m.payments_tax_own_bank(), cents: await readAccountBalance(ctx.db, 'P', ownBank) };
  const others = await Promise.all(rows.map(async (row) => ({ id: row.id, name: row.name, cents: await readAvailableBalance(ctx.db, row) })));
  return [own, ...others];
}
