import { findPaymentCodes } from '#contract/bank-statement/reconcile.ts';
import { type DeclaredDeposit, findDeclaredDeposit } from '#contract/cash/deposit-match.ts';
import { cashDepositMachine } from '#contract/cash/machine.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { buildCashBankedPostings } from '#contract/ledger/postings.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { Day } from '#contract/time/days.ts';
import { updatePayment } from '#server/collection/service.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { postJournal } from '#server/ledger/service.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { type CollectionAccountRow, toPayingAccount } from '#server/treasury/service.ts';

const why = 'a statement line of Makao is compared with the cash that companies hold for clients';

export type DepositLine = { readonly id: number; readonly day: Day; readonly cents: number; readonly reference: string; readonly details: string };
/** The cash that a line shows: whose it is, its payments, and the deposit that declared them. */
export type CashOfLine = {
  readonly holder: number;
  readonly payments: readonly { readonly id: number; readonly code: string }[];
  readonly deposit: { readonly id: number; readonly code: string } | null;
};

/** Cash payments that are not in the bank, with the declared deposit that contains them. */
const readCash = (db: Db) =>
  from(asClock(db, why), 'payment')
    .leftJoin('cash_deposit_payment as part', 'part.payment_id', 'payment.id')
    .select(['payment.id', 'payment.code', 'payment.cents', 'payment.holder_id', 'part.deposit_id'])
    .where('payment.how', '=', 'cash')
    .where('payment.fund', '=', 'C')
    .where('payment.status', '=', 'completed')
    .where('payment.holder_id', 'is not', null)
    .where('payment.banked_line_id', 'is', null)
    .orderBy('payment.id');
type Cash = Awaited<ReturnType<ReturnType<typeof readCash>['execute']>>;

/** Deposits that lines of an account may show. Without a slip a deposit is only a claim. */
const declaredOn = (db: Db, account: CollectionAccountRow) =>
  from(asClock(db, why), 'cash_deposit')
    .where('account_id', '=', account.id)
    .where('cash_deposit.status', '=', 'declared')
    .where('slip_file_id', 'is not', null);
async function readDeclared(db: Db, account: CollectionAccountRow, cents: number, { cleared = [] }: Reading): Promise<DeclaredDeposit[]> {
  const found = await declaredOn(db, account)
    .innerJoin('company', 'company.id', 'cash_deposit.company_id')
    .select(['cash_deposit.id', 'cash_deposit.code', 'cash_deposit.cents', 'paid_on', 'reference', 'company_id', 'company.name as company_name'])
    .where('cash_deposit.cents', '=', cents)
    .execute();
  const rows = found.filter(({ id }) => !cleared.some(({ deposit }) => deposit?.id === id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const parts = await readCash(db).where('part.deposit_id', 'in', ids).execute();
  return rows.map(({ company_id, company_name, ...row }) => ({
    ...row,
    holder: { id: company_id, name: company_name },
    payments: parts.filter(({ deposit_id }) => deposit_id === row.id).map(({ code }) => code),
  }));
}

/** All named payments are of one holder, in one deposit or in none, and their sum is the amount of the line. */
function isExactly(cash: Cash, cents: number): boolean {
  const [first] = cash;
  return (
    first !== undefined &&
    cash.every(({ holder_id, deposit_id }) => holder_id === first.holder_id && deposit_id === first.deposit_id) &&
    sumCents(cash.map((one) => one.cents)) === cents
  );
}

/**
 * `preview` reads only, as if the lines before had cleared the cash `cleared`; an import locks the payments, so that no other line clears them.
 */
type Reading = { readonly preview?: boolean; readonly cleared?: readonly CashOfLine[] };
async function readLocked(cash: ReturnType<typeof readCash>, { preview = false, cleared = [] }: Reading): Promise<Cash> {
  const rows = await (preview ? cash : cash.forNoKeyUpdate('payment')).execute();
  const gone = new Set(cleared.flatMap(({ payments }) => payments.map(({ id }) => id)));
  return rows.filter(({ id }) => !gone.has(id));
}

/** The payments of a deposit, if they still add up to it. */
export async function readCashOfDeposit(db: Db, depositId: number, reading: Reading = {}): Promise<CashOfLine | null> {
  const declared = from(asClock(db, why), 'cash_deposit')
    .select(['id', 'code', 'cents'])
    .where('id', '=', depositId)
    .where('status', '=', 'declared');
  const deposit = await (reading.preview ? declared : declared.forNoKeyUpdate()).executeTakeFirst();
  const cash = deposit ? await readLocked(readCash(db).where('part.deposit_id', '=', depositId), reading) : [];
  if (!deposit || !isExactly(cash, deposit.cents)) return null;
  return { holder: requiredId(cash[0]?.holder_id, 'the company that holds cash'), payments: cash, deposit };
}

/**
 * The cash that a line of Makao's bank for client money shows: the payments that it names, if their sum is exactly the amount, otherwise a declared
 * deposit. A tenant may quote the code of an earlier cash payment, so another amount is a new receipt.
 */
export async function findCashOfLine(db: Db, account: CollectionAccountRow, line: DepositLine, reading: Reading = {}): Promise<CashOfLine | null> {
  if (account.company_id !== null || account.fund !== 'C' || account.rail !== 'bank' || line.cents <= 0) return null;
  const text = `${line.reference} ${line.details}`;
  const codes = findPaymentCodes(text);
  const named = codes.length === 0 ? [] : await readLocked(readCash(db).where('payment.code', 'in', codes), reading);
  const [first] = named;
  if (first && isExactly(named, line.cents)) {
    if (first.deposit_id !== null) return readWhole(db, first.deposit_id, named, reading);
    return { holder: requiredId(first.holder_id, 'the company that holds cash'), payments: named, deposit: null };
  }
  const deposit = findDeclaredDeposit({ day: line.day, cents: line.cents, text }, await readDeclared(db, account, line.cents, reading));
  return deposit ? readCashOfDeposit(db, deposit.id, reading) : null;
}
/** A part of a deposit that the line names is not the deposit. */
async function readWhole(db: Db, depositId: number, named: Cash, reading: Reading): Promise<CashOfLine | null> {
  const found = await readCashOfDeposit(db, depositId, reading);
  return found?.payments.length === named.length ? found : null;
}

/** The cash that an import of these lines would clear, in their order: a later line clears nothing that an earlier one clears. */
export async function previewCashOfLines(db: Db, account: CollectionAccountRow, lines: readonly DepositLine[]): Promise<Map<number, CashOfLine>> {
  const amounts = new Set((await declaredOn(db, account).select('cash_deposit.cents').execute()).map(({ cents }) => cents));
  const found = new Map<number, CashOfLine>();
  for (const line of lines) {
    if (!amounts.has(line.cents) && findPaymentCodes(`${line.reference} ${line.details}`).length === 0) continue;
    const cash = await findCashOfLine(db, account, line, { preview: true, cleared: [...found.values()] });
    if (cash) found.set(line.id, cash);
  }
  return found;
}

/** Books a line as the deposit of this cash: it clears the cash of its holder and is no tenant's payment. Returns the journal. */
export async function settleCash(
  ctx: Ctx,
  account: CollectionAccountRow,
  line: DepositLine,
  { holder, payments, deposit }: CashOfLine,
): Promise<number> {
  const code = deposit?.code ?? payments.map((one) => one.code).join(', ');
  const journal = await postJournal(ctx.db, {
    key: `banked:line:${line.id}`,
    kind: 'cash_banked',
    valueDay: line.day,
    source: ['statement_line', line.id],
    companyId: holder,
    params: { who: await readCompanyName(ctx.db, holder), how: account.name, code },
    by: ctx.me.userId,
    pairs: buildCashBankedPostings(toPayingAccount(account), holder, line.cents),
  });
  for (const { id } of payments) await updatePayment(ctx.db, id, { banked_line_id: line.id });
  if (deposit) {
    const clerk = asClock(ctx.db, why);
    await change(clerk, 'cash_deposit').set({ line_id: line.id, banked_on: line.day }).where('id', '=', deposit.id).$call(oneRow);
    await makeMove(clerk, cashDepositMachine, 'bank', deposit.id, null, 'clock');
  }
  await notifyAudience(
    ctx,
    'payment.cash_banked',
    { sum: formatKesPlain(line.cents), code, day: line.day, account: account.name },
    createNotificationAudience().heads(holder),
    { key: `banked:${line.id}`, page: screenPagePath('payment.transactions', {}, 'tab=deposits') },
  );
  return journal;
}

/** The import of these lines is undone, so the deposits that they showed are declared only, and the cash is not in the bank. */
export async function openBankedDeposits(ctx: Ctx, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return;
  const clerk = asClock(ctx.db, why);
  const cash = await from(clerk, 'payment')
    .select('payment.id')
    .where('banked_line_id', 'in', [...lineIds])
    .orderBy('payment.id')
    .execute();
  for (const { id } of cash) await updatePayment(ctx.db, id, { banked_line_id: null });
  const deposits = await from(clerk, 'cash_deposit')
    .select('cash_deposit.id')
    .where('line_id', 'in', [...lineIds])
    .orderBy('cash_deposit.id')
    .execute();
  for (const { id } of deposits) {
    await makeMove(clerk, cashDepositMachine, 'unbank', id, null, 'clock');
    await change(clerk, 'cash_deposit').set({ line_id: null, banked_on: null }).where('id', '=', id).$call(oneRow);
  }
}
