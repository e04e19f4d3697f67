import { beforeAll, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthEnd, monthOf, monthStart } from '#contract/time/days.ts';
import { readMonthChecklist } from '#server/accounting/months.ts';
import { listAccountsToReconcile, listCertificates, listWorksheets, readWorksheet } from '#server/accounting/service.ts';
import { listApprovalRequests } from '#server/approval/requests.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { journalDetails } from '#server/ledger/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';

let services: TestServices;
let superadmin: Ctx;
const page = { page: 1, page_size: 50 };
const idOf = async (email: string) =>
  (await services.database.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const as = async (email: string): Promise<Ctx> => {
  const me = await readMe(services.database.db, await idOf(email));
  if (!me) throw new Error(`no account ${email}`);
  return { ...asClock(services.database.db), me };
};
beforeAll(async () => {
  services = await createTestServices('demo');
  superadmin = await as('superadmin@makao.test');
});

test('demo data: the month before last is closed by two people with a signed worksheet of each account and a certificate that agrees', async () => {
  const month = addMonths(monthStart(clock.today()), -2);
  const { results } = await listAccountsToReconcile(superadmin);
  expect(results).toHaveLength(4);
  for (const { signed_to } of results) expect(signed_to && signed_to >= monthEnd(month)).toBe(true);
  const checklist = await readMonthChecklist(superadmin, { month: monthOf(month) });
  expect(checklist.stored).toBe(true);
  expect(checklist.lines.find(({ key }) => key === 'unreconciled')?.count).toBe(0);
  const { results: certificates } = await listCertificates(superadmin, page);
  expect(certificates).toMatchObject([{ day: monthEnd(month), result: 'agrees', difference_cents: 0 }]);
  const { results: sheets } = await listWorksheets(superadmin, page);
  expect(new Set(sheets.map(({ status }) => status))).toEqual(new Set(['prepared', 'signed', 'returned']));
  for (const one of sheets) expect(one).toMatchObject({ difference_cents: 0 });
  expect(sheets.some(({ prepared_by, decided_by }) => prepared_by === decided_by)).toBe(false);
});

test('demo data: all ledger checks pass, and no account has an unexplained difference', async () => {
  const { db } = services.database;
  expect(await db.selectFrom('ledger_proof').select(['ok', 'failed']).orderBy('id', 'desc').executeTakeFirst()).toEqual({ ok: true, failed: [] });
  for (const { difference_cents } of await db.selectFrom('bank_figure').selectAll().execute()) expect(difference_cents).toBe(0);
});

test('demo data: the super admins of the sign-in page can approve a statement, a month and a role', async () => {
  const { results } = await listApprovalRequests(superadmin, { ...page, z_filter: { waiting: 'true' } });
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['statementImport', 'monthClose', 'financeRole']));
  expect(results.every(({ may_approve, reason }) => may_approve && reason !== '')).toBe(true);
});

test('demo data: an agency declared cash with slips, the bank shows the first deposit, and two people corrected a payment', async () => {
  const { db } = services.database;
  const deposits = await db.selectFrom('cash_deposit').select(['status', 'slip_file_id', 'line_id']).orderBy('id').execute();
  expect(deposits).toMatchObject([
    { status: 'banked', line_id: expect.any(Number) },
    { status: 'declared', line_id: null },
  ]);
  expect(deposits.every(({ slip_file_id }) => slip_file_id !== null)).toBe(true);
  expect(await db.selectFrom('payment').select('status').where('corrects', 'is not', null).execute()).toEqual([{ status: 'completed' }]);
  expect((await db.selectFrom('tax_remittance').select('id').execute()).length).toBeGreaterThan(20);
});

test('demo data: the auditor of the demo owner has only permissions to read', async () => {
  const { me } = await as('auditor@makao.test');
  expect(me).toMatchObject({ role: 'staff', layout: 'owner', verifiedStatus: 'verified' });
  expect([...me.grants].filter((grant) => !grant.endsWith('.read') && !grant.startsWith('notifications.'))).toEqual([]);
});

test('worksheet: each entry of the ledger states the code of its journal, which the page of the journal needs', async () => {
  const { results } = await listAccountsToReconcile(superadmin);
  let entries = 0;
  for (const { id } of results) {
    const { live } = await readWorksheet(superadmin, { account_id: id, day: clock.today() });
    for (const { journal_id, journal_code } of [...live.outstanding.items, ...live.in_transit.items]) {
      if (journal_id === null) continue;
      entries += 1;
      expect((await journalDetails(superadmin, { id: journal_id, code: journal_code })).id).toBe(journal_id);
      if (entries > 20) return;
    }
  }
  expect(entries).toBeGreaterThan(0);
});
