import { beforeAll, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { approvalModule } from '#server/approval/module.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { addPerson } from '#server/identity/people.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, reloadTestPerson, runAsPerson, type TestPerson, testPassword } from '#test/people.ts';
import { invitationService } from './service.ts';

let services: TestServices;
let invitations: ReturnType<typeof invitationService>;
let first: TestPerson;
let second: TestPerson;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  invitations = invitationService(services);
  first = await createPerson(services, 'superadmin');
});

const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const invite = (kind: 'admin' | 'superadmin' | 'subadmin', who = first, email = `asked${++n}@makao.test`) =>
  as(who, (ctx) => invitations.send(ctx, { kind, email, message: '', locale: 'en' }));
const decide = (who: TestPerson, id: number, approve = true) =>
  as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve, reason: 'Asked by phone' }));
const details = (id: number) => as(first, (ctx) => invitations.details(ctx, { id }));
const keyOf = async (id: number) =>
  (await listSentNotifications(services))
    .map((one) => one.page ?? '')
    .findLast((one) => one.startsWith('/auth/invitation/') && one.endsWith(`/${id}`))
    ?.split('/')[3];

test('appointment: the only super admin invites the second one alone', async () => {
  const sent = await invite('superadmin');
  expect(sent).toMatchObject({ awaits_approval: false, request: null, sends: 1 });
  expect(await keyOf(sent.id)).toBeDefined();
  second = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, first, second);
});

test.each(['admin', 'superadmin'] as const)('appointment: an invitation to be %s is sent when a second super admin approves it', async (kind) => {
  const asked = await invite(kind);
  expect(asked).toMatchObject({ awaits_approval: true, sends: 0, moves: [], may_resend: false, request: { own: true } });
  expect(await keyOf(asked.id)).toBeUndefined();
  // It has no key, so that it cannot be sent, resent or withdrawn without its request.
  await expect(as(first, (ctx) => invitations.resend(ctx, { id: asked.id }))).rejects.toMatchObject({ failure: 'conflict' });
  await expect(as(first, (ctx) => invitations.revoke(ctx, { id: asked.id }))).rejects.toMatchObject({ failure: 'conflict' });
  await expect(decide(first, asked.request?.id ?? 0)).rejects.toMatchObject({ failure: 'forbidden' });
  await decide(second, asked.request?.id ?? 0);
  expect(await details(asked.id)).toMatchObject({
    awaits_approval: false,
    sends: 1,
    may_resend: true,
    inviter: expect.stringContaining('superadmin'),
  });
  expect(await keyOf(asked.id)).toBeDefined();
});

test('appointment: a person who accepted the role cannot approve a payment request of the inviter or of anyone for seven days', async () => {
  const email = `asked${++n}@makao.test`;
  const asked = await invite('superadmin', first, email);
  await decide(second, asked.request?.id ?? 0);
  const id = await addPerson(services.auth, services.database.db, {
    name: 'New here',
    email,
    password: testPassword,
    userType: userTypes.default,
    onboarding: true,
  });
  await services.database.db
    .updateTable('person')
    .set({ created_at: new Date('2020-01-01T00:00:00Z') })
    .where('id', '=', id)
    .execute();
  const person = await reloadTestPerson(services, { id, email });
  const key = { invite_key: (await keyOf(asked.id)) ?? '', invite_id: asked.id };
  await as(person, (ctx) => invitations.accept(ctx, { ...key, company: '', agreed: [] }));
  const { role_since } = await services.database.db.selectFrom('person').select('role_since').where('id', '=', id).executeTakeFirstOrThrow();
  expect(Date.now() - role_since.getTime()).toBeLessThan(600_000);
  const other = await invite('admin', second);
  await services.database.db.updateTable('person').set({ second_step_waived: true }).where('id', '=', id).execute();
  await expect(decide(await reloadTestPerson(services, person), other.request?.id ?? 0)).rejects.toMatchObject({
    failure: 'forbidden',
    message: expect.stringContaining('7 days'),
  });
});

test('appointment: a rejected, withdrawn or expired request ends the invitation, and the person can be invited again', async () => {
  const email = `asked${++n}@makao.test`;
  const rejected = await invite('admin', first, email);
  await expect(invite('admin', first, email)).rejects.toMatchObject({ failure: 'conflict' });
  await decide(second, rejected.request?.id ?? 0, false);
  expect((await details(rejected.id)).status).toBe('revoked');
  const withdrawn = await invite('admin', first, email);
  await decide(first, withdrawn.request?.id ?? 0, false);
  expect((await details(withdrawn.id)).status).toBe('revoked');
  const expired = await invite('admin', first, email);
  await services.database.db
    .updateTable('approval_request')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', expired.request?.id ?? 0)
    .execute();
  await approvalModule.jobs?.(services)[0]?.run(services.database.db);
  expect((await details(expired.id)).status).toBe('closed');
});

test('appointment: a list cannot invite people with permissions on money, and a sub admin needs no second person', async () => {
  const csv = 'email,phone,role\na@makao.test,,';
  await expect(invitations.bulkSend({ ...createTestCtx(services, first) }, { kind: 'admin', csv, message: '', locale: 'en' })).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { kind: expect.any(String) } },
  });
  expect(await invite('subadmin')).toMatchObject({ awaits_approval: false, sends: 1 });
});

test('appointment: an approved invitation is not sent if its inviter was disabled', async () => {
  const asker = await createPerson(services, 'admin');
  const asked = await invite('admin', asker);
  await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', asker.id).execute();
  await expect(decide(second, asked.request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await keyOf(asked.id)).toBeUndefined();
});
