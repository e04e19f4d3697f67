import { clock } from '#contract/time/clock.ts';
import { type Day, monthEnd, monthOf, monthStart } from '#contract/time/days.ts';
import { requestMonth } from '#server/accounting/months.ts';
import { decideWorksheet, makeCertificate, prepareWorksheet } from '#server/accounting/service.ts';
import { runStatementStep } from '#server/bank-statement/import-lines.ts';
import { importStatement, uploadStatement } from '#server/bank-statement/statements.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { matchPayment } from '#server/matching/service.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { type AccountingDesk, type DemoPerson, decideRequest } from './books-desk.ts';
import { type UnbookedLine, writeStatementFile } from './statement-file.ts';

const linesPerStep = 20_000;
export type AccountMonth = { readonly account: CollectionAccountRow; readonly month: Day };
type Importing = AccountMonth & { readonly unbooked?: readonly UnbookedLine[] };

/** The accountant uploads the statement of a month and asks for its import. Returns nothing if nothing moved. */
export async function requestStatement(desk: AccountingDesk, { account, month, unbooked = [] }: Importing) {
  const csv = await writeStatementFile(desk.db, account, { from: monthStart(month), to: monthEnd(month), unbooked });
  if (csv === null) return null;
  const name = `${account.name} ${monthOf(month)}.csv`.replaceAll(' ', '-').toLowerCase();
  const ctx = desk.as('accountant');
  const { id } = await uploadStatement(ctx, { account_id: account.id, name, csv });
  return importStatement(ctx, { id });
}

/** Another person approves the import, whose payments are matched as the server does afterwards. */
export async function approveStatement(desk: AccountingDesk, asked: Awaited<ReturnType<typeof requestStatement>>): Promise<void> {
  if (!asked) return;
  await decideRequest(desk, 'head', asked.request);
  while (await runStatementStep(desk.db, asked.id, linesPerStep));
  const fresh = await unscopedDb(desk.db)
    .selectFrom('statement_line')
    .innerJoin('payment', 'payment.id', 'statement_line.payment_id')
    .select('payment.id')
    .where('statement_line.statement_id', '=', asked.id)
    .where('payment.looked_at', 'is', null)
    .execute();
  for (const { id } of fresh) await matchPayment(desk.db, id);
  await unscopedDb(desk.db).updateTable('statement').set({ told_at: clock.now() }).where('id', '=', asked.id).execute();
}

export const prepareMonthWorksheet = (desk: AccountingDesk, { account, month }: AccountMonth, note: string) =>
  prepareWorksheet(desk.as('accountant'), { account_id: account.id, day: monthEnd(month), note });
export const signWorksheet = (desk: AccountingDesk, id: number) => decideWorksheet(desk.as('head'), { id, sign: true, reason: '' });
export const returnWorksheet = (desk: AccountingDesk, id: number, reason: string) => decideWorksheet(desk.as('head'), { id, sign: false, reason });

export const requestClose = (desk: AccountingDesk, person: DemoPerson, month: Day, reason: string) =>
  requestMonth(desk.services)(desk.as(person), { month: monthOf(month), reopen: false, reason });
export const certifyMonth = (desk: AccountingDesk, month: Day) => makeCertificate(desk.services)(desk.as('accountant'), { day: monthEnd(month) });
