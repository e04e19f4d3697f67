import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerModules } from '#server/modules.ts';
import { type ExecutedAct, observeRequestedAct, testActKind, testActParams } from '#test/approval-requests.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, type TestPerson } from '#test/people.ts';
import { approvalModule } from './module.ts';
import { decideApprovalRequest, listApprovalRequests, readApprovalRequest, requestApproval } from './requests.ts';

/** What the act of this kind would do. */
const executed: ExecutedAct[] = [];
let restore = (): void => undefined;

let services: TestServices;
let asker: TestPerson;
let second: TestPerson;
let third: TestPerson;
let subject = 0;
beforeAll(async () => {
  services = await createTestServices();
  registerModules();
  restore = observeRequestedAct(testActKind, executed);
  asker = await createPerson(services, 'superadmin');
  second = await createPerson(services, 'superadmin');
  third = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, asker, second, third);
});
afterAll(() => restore());
beforeEach(() => {
  executed.length = 0;
  subject++;
});

const inTransaction = <T>(who: TestPerson, work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>): Promise<T> =>
  services.database.db.transaction().execute((tx) => work({ ...createTestCtx(services, who), db: tx }));
const ask = () =>
  inTransaction(asker, (ctx) => requestApproval(ctx, testActKind, { subjectId: subject, params: testActParams, reason: 'It is needed' }));
const decide = (who: TestPerson, id: number, approve: boolean, reason = '') =>
  inTransaction(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve, reason }));

describe('approval requests', () => {
  test('the requester cannot approve, and another person carries out the act once', async () => {
    const { id } = await ask();
    await expect(decide(asker, id, true)).rejects.toMatchObject({ failure: 'forbidden' });
    expect(executed).toEqual([]);
    const approved = await decide(second, id, true);
    expect(approved).toMatchObject({ status: 'approved', may_approve: false });
    expect(executed).toEqual([{ params: testActParams, by: second.id }]);
    await expect(decide(third, id, true)).rejects.toMatchObject({ failure: 'wrongState' });
    expect(executed).toHaveLength(1);
  });

  test('two approvals at once carry out the act once', async () => {
    const { id } = await ask();
    const results = await Promise.allSettled([decide(second, id, true), decide(third, id, true)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(executed).toHaveLength(1);
  });

  test('a second request for the same record is refused until the first is decided', async () => {
    const { id } = await ask();
    await expect(ask()).rejects.toMatchObject({ failure: 'conflict' });
    await decide(asker, id, false);
    await expect(ask()).resolves.toMatchObject({ code: expect.stringMatching(/^APR-/) });
  });

  test('rejecting needs a reason, and nothing is carried out', async () => {
    const { id } = await ask();
    await expect(decide(second, id, false)).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { reason: expect.any(String) } } });
    expect(await decide(second, id, false, 'Not this month')).toMatchObject({ status: 'rejected', decision: 'Not this month' });
    expect(executed).toEqual([]);
  });

  test('a request without a decision expires and can no longer be approved', async () => {
    const { id } = await ask();
    await services.database.db
      .updateTable('approval_request')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    await expect(decide(second, id, true)).rejects.toMatchObject({ failure: 'conflict' });
    const [job] = approvalModule.jobs?.(services) ?? [];
    await job?.run(services.database.db);
    const row = await readApprovalRequest(services)(createTestCtx(services, second), { id });
    expect(row).toMatchObject({ status: 'expired', may_approve: false });
    expect(executed).toEqual([]);
  });

  test('a failing act leaves the request open', async () => {
    const { id } = await ask();
    await expect(
      inTransaction(second, async (ctx) => {
        await decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' });
        throw new Error('the machine stops');
      }),
    ).rejects.toThrow('the machine stops');
    expect(await readApprovalRequest(services)(createTestCtx(services, second), { id })).toMatchObject({ status: 'asked', may_approve: true });
  });

  test('an admin sees no request that only super admins decide, unless it is their own', async () => {
    const { id } = await ask();
    const admin = await createPerson(services, 'admin');
    const seen = await listApprovalRequests(createTestCtx(services, admin), { page: 1, page_size: 100, z_filter: {} });
    expect(seen.results.map((row) => row.id)).not.toContain(id);
    await expect(readApprovalRequest(services)(createTestCtx(services, admin), { id })).rejects.toMatchObject({ failure: 'notFound' });
  });
});
