import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, type Day, monthEnd, monthOf, monthStart } from '#contract/time/days.ts';
import { assignRole } from '#server/access/explain.ts';
import { listReconcilableAccounts } from '#server/bank-statement/service.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { closeCheckedLedgerMonth, runChecks } from '#server/ledger/service.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { runInThePast } from '../run-in-past.ts';
import { fillAuditor } from './books-auditor.ts';
import { declareDeposit } from './books-cash.ts';
import { type AccountingDesk, type DemoFiles, decideRequest, openDesk } from './books-desk.ts';
import {
  approveStatement,
  certifyMonth,
  prepareMonthWorksheet,
  requestClose,
  requestStatement,
  returnWorksheet,
  signWorksheet,
} from './books-month.ts';

type Accounts = Readonly<Record<'mpesa' | 'bank' | 'deposits' | 'own', CollectionAccountRow>>;
async function readAccounts(db: Db): Promise<Accounts> {
  const all = await listReconcilableAccounts(db);
  const find = (rail: string, fund: string): CollectionAccountRow => {
    const found = all.find((one) => one.rail === rail && one.fund === fund);
    if (!found) throw new Error(`The demo has no account of ${rail} for ${fund}.`);
    return found;
  };
  return { mpesa: find('mpesa', 'C'), bank: find('bank', 'C'), deposits: find('bank', 'D'), own: find('bank', 'P') };
}

/**
 * The work of the accountants in the last months, through the services and by two people each: statements, worksheets, a closed month with its
 * certificate, cash of an agency with a deposit and a correction, and requests that wait for the super admins of the sign-in page.
 */
export const fillAccounting = (db: Db, files: DemoFiles, auth: Auth): Promise<void> =>
  runInThePast(db, async (tx, at) => {
    const [now, today] = [clock.ms(), clock.today()];
    const desk = await openDesk(tx, { files, at, now });
    const accounts = await readAccounts(tx);
    const last = addMonths(monthStart(today), -1);
    await closeMonth(desk, accounts, addMonths(last, -1));
    await openMonth(desk, accounts, last, today);
    await fillAuditor(tx, auth);
    await askRole(desk);
    await runChecks(desk.as('head'));
  });

/** A month with everything signed: it was closed in the first week of the next month. */
async function closeMonth(desk: AccountingDesk, accounts: Accounts, month: Day): Promise<void> {
  const next = addMonths(month, 1);
  const before = addMonths(month, -1);
  await desk.at(addDays(month, 7), 15);
  await closeCheckedLedgerMonth(desk.as('head'), { month: monthOf(before) });
  await desk.at(addDays(month, 15), 12);
  const deposit = await declareDeposit(desk, accounts.bank, addDays(month, 15), 'KCB 0045512');
  const charge = { day: monthEnd(month), cents: -115_000, reference: 'S0000001', details: 'EFT CHARGES' };
  await desk.at(addDays(next, 5), 11);
  const asked = [await requestStatement(desk, { account: accounts.bank, month, unbooked: [charge, ...(deposit ? [deposit] : [])] })];
  for (const account of [accounts.mpesa, accounts.deposits, accounts.own]) asked.push(await requestStatement(desk, { account, month }));
  await desk.at(addDays(next, 5), 15);
  for (const one of asked) await approveStatement(desk, one);
  const wrong = await requestClose(desk, 'second', month, 'All statements are imported');
  await decideRequest(desk, 'head', wrong, { approve: false, reason: 'The worksheets are not signed yet' });
  await signAll(desk, accounts, month, addDays(next, 6));
  await desk.at(addDays(next, 7), 9);
  const { id } = await requestClose(desk, 'second', month, 'All accounts are reconciled and signed');
  await desk.at(addDays(next, 7), 14);
  await decideRequest(desk, 'head', { id });
  await certifyMonth(desk, month);
}

/** One worksheet was returned first, because the explanation was missing. */
async function signAll(desk: AccountingDesk, accounts: Accounts, month: Day, day: Day): Promise<void> {
  await desk.at(day, 9);
  const first = await prepareMonthWorksheet(desk, { account: accounts.mpesa, month }, 'Paybill');
  await desk.at(day, 11);
  await returnWorksheet(desk, first.id, 'Name the sweep of the first week in the note');
  await desk.at(day, 14);
  const notes = { mpesa: 'The balance is swept to the client account in the first week of the next month' };
  for (const [name, account] of Object.entries(accounts)) {
    const { id } = await prepareMonthWorksheet(
      desk,
      { account, month },
      name === 'mpesa' ? notes.mpesa : 'The last movement was before the end of the month',
    );
    await signWorksheet(desk, id);
  }
}

/** The last month is in progress: its requests wait for the super admins of the sign-in page. */
async function openMonth(desk: AccountingDesk, accounts: Accounts, month: Day, today: Day): Promise<void> {
  await desk.at(addDays(month, 16), 12);
  const deposit = await declareDeposit(desk, accounts.bank, addDays(month, 16), 'KCB 0047130');
  const unknown = { day: addDays(month, 20), cents: 1_850_000, reference: 'FT26293QX1', details: 'RTGS FROM JOHN OTIENO OKELLO RENT' };
  // The requests are of today, because a request that waits too long expires.
  await desk.at(today, 8);
  for (const account of [accounts.mpesa, accounts.deposits, accounts.own])
    await approveStatement(desk, await requestStatement(desk, { account, month }));
  await prepareMonthWorksheet(desk, { account: accounts.mpesa, month }, 'The balance is swept in the first week of the next month');
  const { id } = await prepareMonthWorksheet(desk, { account: accounts.deposits, month }, 'The last movement was before the end of the month');
  await signWorksheet(desk, id);
  await requestStatement(desk, { account: accounts.bank, month, unbooked: [unknown, ...(deposit ? [deposit] : [])] });
  await requestClose(desk, 'second', month, 'To be approved when the worksheets are signed');
}

/** The second super admin asks to give an admin, who could only read, all permissions of an admin. */
async function askRole(desk: AccountingDesk): Promise<void> {
  const ctx = desk.as('second');
  const open = unscopedDb(desk.db);
  const person = await open.selectFrom('person').select('id').where('email', '=', 'collins.waweru103@makao.test').executeTakeFirstOrThrow();
  const role = await open
    .selectFrom('staff_role')
    .select('id')
    .where('name', '=', 'Full access')
    .where(sql<boolean>`company_id is null`)
    .executeTakeFirstOrThrow();
  const viewer = open.selectFrom('staff_role').select('id').where('name', '=', 'Viewer').where('audience', '=', 'platform');
  await open.updateTable('person').set({ staff_role_id: viewer }).where('id', '=', person.id).execute();
  await assignRole(ctx, { id: person.id, role_id: role.id });
}
