import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { postJournal, readAccountBalance, trialBalance } from '#server/ledger/service.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { readMonthChecklist, requestMonth } from './months.ts';

let services: TestServices;
let first: TestPerson;
let second: TestPerson;
let third: TestPerson;
let company = 0;
let n = 0;
const month = '2027-03';
const newBank = { company_id: null, rail: 'bank', name: 'Late bank', bank_code: '01', fund: 'C' } as const;
const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const post = (valueDay: string, dated?: 'person', day?: string) =>
  postJournal(services.database.db, {
    key: `month:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    params: { what: 'a test', code: 'T' },
    valueDay,
    ...(day ? { day } : {}),
    ...(dated ? { dated } : {}),
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.commissionRevenue }, cents: toCents(100) }],
  });
const ask = (reopen: boolean, of = month) => as(first, (ctx) => requestMonth(services)(ctx, { month: of, reopen, reason: 'All statements are in' }));
const approve = (id: number, who = second) => as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));
const checklist = () => as(first, (ctx) => readMonthChecklist(ctx, { month }));
/** A bank account of client money with an entry in the month, which a worksheet must cover. */
const openBank = async (number: string): Promise<number> => {
  const { id } = (await createCollectionAccount(services.database.db, { ...newBank, number })) ?? { id: 0 };
  await postJournal(services.database.db, {
    key: `month:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    params: { what: 'a test', code: 'T' },
    valueDay: '2027-03-31',
    pairs: [
      {
        fund: 'C',
        cr: { code: ledgerAccounts.ownerPayable, company },
        cents: toCents(100),
        dr: { code: ledgerAccounts.clientBank, ref: `collection:${id}` },
      },
    ],
  });
  return id;
};
const dayOf = async (id: number) =>
  services.database.db.selectFrom('journal').select(['day', 'value_day']).where('id', '=', id).executeTakeFirstOrThrow();

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-04-05T09:00:00Z');
  const person = () => createPerson(services, 'superadmin');
  [first, second, third] = [await person(), await person(), await person()];
  await makeAccountsEstablished(services, first, second, third);
  company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await post('2027-03-10', 'person', '2027-03-10');
});

test('month close: the requester cannot close the month alone, and another super admin closes it', async () => {
  await expect(ask(false, '2027-04')).rejects.toMatchObject({ failure: 'conflict' });
  const { id } = await ask(false);
  expect(await checklist()).toMatchObject({ may_close: true, closed_at: null, request: { id, own: true } });
  await expect(ask(false)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(approve(id, first)).rejects.toMatchObject({ failure: 'forbidden' });
  expect((await checklist()).closed_at).toBeNull();
  expect(await approve(id)).toMatchObject({ sentence: expect.stringContaining('Closes March 2027.') });
  expect(await checklist()).toMatchObject({ may_close: false, may_reopen: true, closed_at: expect.any(String), request: null });
});

test('closed month: a value date that a person entered is refused, and a late fact is posted on the first open day', async () => {
  await expect(post('2027-03-20', 'person')).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringMatching(/20 March 2027 is in a closed month/),
  });
  expect(await dayOf(await post('2027-03-20'))).toEqual({ day: '2027-04-05', value_day: '2027-03-20' });
  expect(await dayOf(await post('2027-03-21', undefined, '2027-03-21'))).toEqual({ day: '2027-04-01', value_day: '2027-03-21' });
  expect(await dayOf(await post('2027-04-02', 'person'))).toEqual({ day: '2027-04-05', value_day: '2027-04-02' });
});

test('closed month: two people reopen it with its balances unchanged, and value dates in it are accepted again', async () => {
  const balances = () => as(first, (ctx) => trialBalance(ctx, { from: '2027-03-01', to: '2027-04-05' }));
  const [before, revenue] = [await balances(), await readAccountBalance(services.database.db, 'P', { code: ledgerAccounts.commissionRevenue })];
  await expect(ask(true, '2027-02')).rejects.toMatchObject({ failure: 'conflict' });
  const { id } = await ask(true);
  await expect(approve(id, first)).rejects.toMatchObject({ failure: 'forbidden' });
  await approve(id);
  expect(await checklist()).toMatchObject({ closed_at: null, may_close: true });
  expect(await balances()).toEqual(before);
  expect(await readAccountBalance(services.database.db, 'P', { code: ledgerAccounts.commissionRevenue })).toBe(revenue);
  expect(await dayOf(await post('2027-03-20', 'person', '2027-03-20'))).toEqual({ day: '2027-03-20', value_day: '2027-03-20' });
});

test('month close: of two requests and of two approvals at the same time one succeeds, and the checklist is stored as it was', async () => {
  const requests = await Promise.allSettled([
    ask(false),
    as(third, (ctx) => requestMonth(services)(ctx, { month, reopen: false, reason: 'All is done' })),
  ]);
  expect(requests.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { request, lines } = await checklist();
  const id = request?.id ?? 0;
  const approved = await Promise.allSettled([approve(id, second), approve(id, requests[0]?.status === 'fulfilled' ? third : first)]);
  expect(approved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const account = await openBank('0198');
  expect(await checklist()).toMatchObject({ stored: true, lines, closed_at: expect.any(String) });
  const kept = await services.database.db.selectFrom('month_checklist').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  expect(kept.closed_by).not.toBe(kept.requested_by);
  await expect(services.database.db.updateTable('month_checklist').set({ lines: '[]' }).execute()).rejects.toMatchObject({ code: 'LG000' });
  await services.database.db.updateTable('collection_account').set({ active: false }).where('id', '=', account).execute();
});

test('month reopening: of two requests and of two approvals at the same time one succeeds, and the month shows its current items', async () => {
  const requests = await Promise.allSettled([
    ask(true),
    as(second, (ctx) => requestMonth(services)(ctx, { month, reopen: true, reason: 'A correction' })),
  ]);
  expect(requests.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const id = (await checklist()).request?.id ?? 0;
  const approved = await Promise.allSettled([approve(id, third), approve(id, requests[0]?.status === 'fulfilled' ? second : first)]);
  expect(approved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await checklist()).toMatchObject({ stored: false, closed_at: null, may_close: true });
});

test('month close: a checklist with more open items than were requested is not approved', async () => {
  const { id } = await ask(false);
  const { lines } = await checklist();
  expect(lines.find(({ key }) => key === 'unknown')).toEqual({ key: 'unknown', count: 0, cents: 0 });
  await openBank('0199');
  await expect(approve(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/More items are open/) });
});

test('month checklist: an account without a statement and without an entry is not in use and needs no worksheet', async () => {
  const open = async () => (await checklist()).lines.find(({ key }) => key === 'unreconciled')?.count;
  const before = await open();
  await createCollectionAccount(services.database.db, { ...newBank, number: '0200' });
  expect(await open()).toBe(before);
});

test('month close: a failed ledger check is named when the closing is requested, and again at the approval', async () => {
  const withdraw = (request: number) => as(first, (ctx) => decideApprovalRequest(services)(ctx, { id: request, approve: false, reason: '' }));
  const { request } = await checklist();
  if (request) await withdraw(request.id);
  const { id } = await ask(false);
  const cents = toCents(123_400);
  await postJournal(services.database.db, {
    key: `month:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    params: { what: 'a test', code: 'T' },
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.interfund }, cr: { code: ledgerAccounts.commissionRevenue }, cents }],
  });
  const named = { failure: 'conflict', message: expect.stringMatching(/Ledger checks failed: .*Inter-fund balances agree/) };
  await expect(approve(id)).rejects.toMatchObject(named);
  await withdraw(id);
  await expect(ask(false)).rejects.toMatchObject(named);
  expect((await checklist()).request).toBeNull();
  const proof = await services.database.db.selectFrom('ledger_proof').select(['ok']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  expect(proof.ok).toBe(false);
});
