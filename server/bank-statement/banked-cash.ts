import { findPaymentCodes } from '#contract/bank-statement/reconcile.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildCashBankedPostings } from '#contract/ledger/postings.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import { updatePayment } from '#server/collection/service.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { lockAccountBalances, postJournal } from '#server/ledger/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { type CollectionAccountRow, toPayingAccount } from '#server/treasury/service.ts';

const why = 'a statement line of Makao names cash that a company took for clients';

export type DepositLine = { readonly id: number; readonly day: Day; readonly cents: number; readonly reference: string; readonly details: string };

/** The journal of a line; `brought` means that the line caused the journal. */
export type StatementLineJournal = { readonly journal: number; readonly brought: boolean };

/** The cash payments that a line of Makao's bank names, that one company holds. Cash that was banked before is not among them. */
const readNamedCash = (db: Db, account: CollectionAccountRow, { cents, reference, details }: DepositLine) => {
  const codes =
    account.company_id === null && account.fund === 'C' && account.rail === 'bank' && cents > 0 ? findPaymentCodes(`${reference} ${details}`) : [];
  return from(asClock(db, why), 'payment')
    .select(['id', 'code', 'cents', 'holder_id'])
    .where('code', 'in', ['', ...codes])
    .where('how', '=', 'cash')
    .where('fund', '=', 'C')
    .where('status', '=', 'completed')
    .where('holder_id', 'is not', null)
    .where('banked_line_id', 'is', null)
    .orderBy('id');
};

/**
 * The holder whose cash the line pays in: at most the cash it holds, or the named payments, if their part of the cash was offset against the holder's
 * rent. More money than that is a new receipt, which a person allocates.
 */
async function findDeposit(db: Db, account: CollectionAccountRow, line: DepositLine, locked: boolean) {
  const named = await (locked ? readNamedCash(db, account, line).forNoKeyUpdate() : readNamedCash(db, account, line)).execute();
  const [first] = named;
  if (!first) return null;
  const holder = requiredId(first.holder_id, 'the company that holds cash');
  const payments = named.filter((one) => one.holder_id === holder);
  const [held = 0] = await lockAccountBalances(db, [['C', { code: ledgerAccounts.cashInHand, company: holder }]]);
  return line.cents <= Math.max(held, sumCents(payments.map((one) => one.cents))) ? { holder, payments } : null;
}

/** Whether the import of the line pays in cash, for the preview. */
export const isCashDeposit = async (db: Db, account: CollectionAccountRow, line: DepositLine): Promise<boolean> =>
  (await findDeposit(db, account, line, false)) !== null;

/** Records a bank's line that names cash payments as a deposit of that cash: it clears the holder's cash and is no tenant's payment. */
export async function recordCashDeposit(ctx: Ctx, account: CollectionAccountRow, line: DepositLine): Promise<StatementLineJournal | null> {
  const deposit = await findDeposit(ctx.db, account, line, true);
  if (!deposit) return null;
  const { holder, payments } = deposit;
  const journal = await postJournal(ctx.db, {
    ...{ key: `banked:line:${line.id}`, kind: 'cash_banked', valueDay: line.day, source: ['statement_line', line.id], companyId: holder },
    params: { who: await readCompanyName(ctx.db, holder), how: account.name, code: payments.map((one) => one.code).join(', ') },
    by: ctx.me.userId,
    pairs: buildCashBankedPostings(toPayingAccount(account), holder, line.cents),
  });
  for (const { id } of payments) await updatePayment(ctx.db, id, { banked_line_id: line.id });
  return { journal, brought: true };
}

type Lines = { readonly statementId: number; readonly from: number; readonly to: number };
/** The import of lines is undone, so the cash is not in the bank. */
export async function releaseBankedCash(ctx: Ctx, { statementId, from: first, to }: Lines): Promise<void> {
  const banked = await from(asClock(ctx.db, why), 'payment')
    .innerJoin('statement_line', 'statement_line.id', 'payment.banked_line_id')
    .select('payment.id')
    .where('statement_line.statement_id', '=', statementId)
    .where('statement_line.n', '>=', first)
    .where('statement_line.n', '<=', to)
    .execute();
  for (const { id } of banked) await updatePayment(ctx.db, id, { banked_line_id: null });
}
