import { sql } from 'kysely';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, monthOf } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { balanceBeforeSql } from '#server/ledger/service.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { readAvailableBalance, readInterFundDebts, recordInterFundClearing } from '#server/treasury/service.ts';
import { requestTaxRemittance } from '#server/treasury/taxes.ts';
import { type DemoFiles, drawSlip, makeDemoServices } from './books-desk.ts';

/** Transfers the commission that Makao earned from the clients' bank account to its own. */
async function clearCommission(maker: Ctx, bank: CollectionAccountRow): Promise<void> {
  const cents = Math.min((await readInterFundDebts(maker.db)).payable.P, await readAvailableBalance(maker.db, bank));
  if (cents > 0)
    await recordInterFundClearing(maker, { account_id: bank.id, to_fund: 'P', cents: toCents(cents), proof: `COMMISSION ${clock.today()}` });
}

/** VAT of the days before a month that is not paid to KRA yet. */
async function readVatBefore(db: Db, month: Day): Promise<number> {
  const account = [['P', { code: ledgerAccounts.platformTaxPayable }]] as const;
  const { rows } = await sql<{ cents: number }>`select ${balanceBeforeSql(account, month, sql`j.value_day >= ${month}::date`)} as cents`.execute(db);
  return -Number(rows[0]?.cents ?? 0);
}

type Payers = { readonly maker: (db: Db) => Ctx; readonly second: (db: Db) => Ctx; readonly bank: CollectionAccountRow; readonly files: DemoFiles };
/** Pays the VAT of the last month to KRA: one super admin asks with the receipt of KRA, the other approves. */
export async function payVat(db: Db, month: Day, { maker, second, bank, files }: Payers): Promise<void> {
  await clearCommission(maker(db), bank);
  const cents = await readVatBefore(db, month);
  if (cents <= 0) return;
  const services = makeDemoServices(db, files);
  const of = monthOf(addDays(month, -1));
  const reference = `PRN2${of.replace('-', '')}0417`;
  const paid = { tax: 'vat', cents: toCents(cents), account_id: null, paid_on: clock.today(), reference } as const;
  const file = await drawSlip('KRA payment receipt', [
    ['Taxpayer', 'Makao Ltd'],
    ['Tax', `VAT ${of}`],
    ['Payment reference', reference],
    ['Amount', formatKesPlain(cents, true)],
  ]);
  const { id } = await requestTaxRemittance(services)(maker(db), { ...paid, reason: `VAT of ${of}`, file });
  await decideApprovalRequest(services)(second(db), { id, approve: true, reason: '' });
}
