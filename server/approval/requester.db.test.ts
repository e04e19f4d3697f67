import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { approvalCalls } from '#contract/approval/calls.ts';
import type { RequestedActKind } from '#contract/approval/purposes.ts';
import { findPendingTask } from '#contract/home/pending-tasks.ts';
import { getScreen } from '#contract/screens.ts';
import { assertCallPermitted } from '#server/http/registry.ts';
import { countPendingTask } from '#server/kernel/pending-tasks.ts';
import { registerModules } from '#server/modules.ts';
import { changeActive } from '#server/people/service.ts';
import { payoutApproval } from '#server/settlement/approvals.ts';
import { type ExecutedAct, observeRequestedAct, testActKind, testActParams } from '#test/approval-requests.ts';
import type { TestServices } from '#test/db.ts';
import { createApprovalFixture, createDraftPayout, getApprovalPerson } from '#test/fixtures/approvals.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { findApprovalBlocker } from './blockers.ts';
import { decideApprovalRequest, listApprovalRequests, readApprovalRequest, requestApproval } from './requests.ts';

const executed: ExecutedAct[] = [];
let restore = [(): void => undefined];
let services: TestServices;
let second: TestPerson;
let subject = 500;
beforeAll(async () => {
  services = await createApprovalFixture();
  registerModules();
  restore = [observeRequestedAct(testActKind, executed), observeRequestedAct('receiptReversal', executed)];
  second = getApprovalPerson('right');
});
afterAll(() => {
  for (const undo of restore) undo();
});
beforeEach(() => {
  executed.length = 0;
  subject++;
});

const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const createEstablished = async (role: 'admin' | 'superadmin') => {
  const person = await createPerson(services, role);
  await makeAccountsEstablished(services, person);
  return person;
};
const paramsOf: Partial<Record<RequestedActKind, Readonly<Record<string, unknown>>>> = {
  receiptReversal: { payment_id: 1, code: 'PAY-1', cause: 'mistake', cents: 100 },
  walletLimits: { day_limit_cents: 200, holding_days: 1, was_limit_cents: 100, was_days: 2 },
};
const ask = (who: TestPerson, kind: RequestedActKind = testActKind) =>
  as(who, (ctx) => requestApproval(ctx, kind, { subjectId: subject, params: paramsOf[kind] ?? testActParams, reason: 'It is needed' }));
const decide = (who: TestPerson, id: number, approve = true) =>
  as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve, reason: 'Discussed' }));
const read = (who: TestPerson, id: number) => as(who, (ctx) => readApprovalRequest(services)(ctx, { id }));
/** An admin whose role gives these permissions only. */
async function createAdminWith(...grants: string[]): Promise<TestPerson> {
  const [person, role] = [
    await createPerson(services, 'admin'),
    await services.database.db
      .insertInto('staff_role')
      .values({ audience: 'platform', name: `Desk ${subject} ${grants.join(' ')}`, grants })
      .returning('id')
      .executeTakeFirstOrThrow(),
  ];
  await services.database.db.updateTable('person').set({ staff_role_id: role.id }).where('id', '=', person.id).execute();
  return reloadTestPerson(services, person);
}

test('approval: a request of a person who lost the permission since is refused, and can only be rejected', async () => {
  const asker = await createEstablished('superadmin');
  const { id } = await ask(asker);
  expect(await read(second, id)).toMatchObject({ may_approve: true });
  await services.database.db.updateTable('person').set({ user_type: 3 }).where('id', '=', asker.id).execute();
  expect(await read(second, id)).toMatchObject({ may_approve: false, blocked: expect.stringContaining('requester') });
  await expect(decide(second, id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(executed).toEqual([]);
  expect(await decide(second, id, false)).toMatchObject({ status: 'rejected' });
});

test('approval: a request of a disabled account is refused, also where the account was disabled without ending its access', async () => {
  const asker = await createEstablished('superadmin');
  const { id } = await ask(asker);
  await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', asker.id).execute();
  await expect(decide(second, id)).rejects.toMatchObject({ failure: 'conflict' });
  const before = await as(second, (ctx) => countPendingTask(ctx, 'approvals'));
  await services.database.db.updateTable('person').set({ is_active: true }).where('id', '=', asker.id).execute();
  expect((await as(second, (ctx) => countPendingTask(ctx, 'approvals'))).count).toBe(before.count + 1);
  await decide(second, id);
  expect(executed).toHaveLength(1);
});

test('approval: disabling an account withdraws its open requests, and the log says why', async () => {
  const asker = await createEstablished('admin');
  const { id, code } = await ask(asker);
  await as(second, (ctx) => changeActive(ctx, { user_id: asker.id, is_active: false, reason: 'Left Makao' }));
  expect(await read(second, id)).toMatchObject({ status: 'withdrawn', may_approve: false, decided_by: null });
  await expect(decide(second, id)).rejects.toMatchObject({ failure: 'wrongState' });
  const entries = await services.database.db.selectFrom('audit_log').select('reason').where('record_code', '=', code).execute();
  expect(entries.map(({ reason }) => reason)).toContain('the requester lost access');
});

test('approval: a payout of a person whose account was disabled cannot be approved', async () => {
  const asker = await createEstablished('superadmin');
  const id = await createDraftPayout(services.database.db, asker.id);
  const bar = async () => (await findApprovalBlocker(createTestCtx(services, second), payoutApproval, id))?.name ?? null;
  expect(await bar()).toBeNull();
  await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', asker.id).execute();
  expect(await bar()).toBe('gone');
});

test('approval: the notices name the person who asked and the person who decided, in the page of each role', async () => {
  const [asker, admin] = [await createEstablished('admin'), await createEstablished('admin')];
  const { id, code } = await ask(asker, 'receiptReversal');
  const name = async (who: TestPerson) =>
    (await services.database.db.selectFrom('person').select('name').where('id', '=', who.id).executeTakeFirstOrThrow()).name;
  const sent = async (event: string) => (await listSentNotifications(services, event)).filter(({ params }) => params['code'] === code);
  const pageOf = async (who: TestPerson) => (await sent('approval.asked')).find(({ to }) => to.personId === who.id)?.page;
  for (const { params } of await sent('approval.asked')) expect(params).toMatchObject({ by: await name(asker) });
  expect(await pageOf(second)).toMatch(/^\/dashboard\/superadmin\//);
  expect(await pageOf(admin)).toMatch(/^\/dashboard\/admin\//);
  await decide(second, id);
  expect((await sent('approval.approved'))[0]).toMatchObject({
    params: { by: await name(second) },
    page: expect.stringMatching(/^\/dashboard\/admin\//),
  });
});

test('approval: an admin without permissions on payments opens, completes and withdraws their own request', async () => {
  const admin = await createAdminWith('wallet_settings.edit', 'dashboard.read');
  expect(admin.me.grants.has('payments.read')).toBe(false);
  for (const call of Object.values(approvalCalls)) expect(() => assertCallPermitted(call, admin.me)).not.toThrow();
  for (const screen of ['approval.list', 'approval.detail'] as const) expect(isAllowed(getScreen(screen).needs, admin.me)).toBe(true);
  const { id } = await ask(admin, 'walletLimits');
  const other = await ask(await createEstablished('superadmin'));
  const list = await as(admin, (ctx) => listApprovalRequests(ctx, { page: 1, page_size: 100, z_filter: {} }));
  expect(list.results.map((one) => one.id)).toEqual([id]);
  await expect(read(admin, other.id)).rejects.toMatchObject({ failure: 'notFound' });
  expect(await decide(admin, id, false)).toMatchObject({ status: 'withdrawn' });
});

test('approval: the pending task counts what the permissions of the person decide, whatever document they name', async () => {
  const { needs } = findPendingTask('approvals');
  const admin = await createAdminWith('wallet_settings.edit');
  expect(isAllowed(needs, admin.me)).toBe(true);
  await ask(getApprovalPerson('asker'));
  expect((await as(admin, (ctx) => countPendingTask(ctx, 'approvals'))).count).toBe(0);
});
