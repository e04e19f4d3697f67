import { beforeAll, expect, test } from 'vitest';
import { isWriteCall } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { endExpiredStaffContracts, staffRole, staffUpdate } from '#server/access/service.ts';
import * as logs from '#server/audit/service.ts';
import { assertCallPermitted } from '#server/http/registry.ts';
import { addPerson } from '#server/identity/people.ts';
import { audit } from '#server/kernel/audit.ts';
import { isRestricted } from '#server/kernel/ctx.ts';
import { buildCallRoutes } from '#server/modules.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, reloadTestPerson, runAsPerson, type TestPerson, testPassword } from '#test/people.ts';
import { invitationService } from './service.ts';

let services: TestServices;
let invitations: ReturnType<typeof invitationService>;
let owner: TestPerson;
let role: number;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  invitations = invitationService(services);
  owner = await createPerson(services, 'owner');
  role = (await services.database.db.selectFrom('staff_role').select('id').where('auditor', '=', true).executeTakeFirstOrThrow()).id;
});
const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const later = (days: number) => addDays(clock.today(), days);
type Period = { starts_on?: string; ends_on?: string };
const invite = (period: Period, email = `auditor${++n}@makao.test`) =>
  as(owner, (ctx) => invitations.send(ctx, { kind: 'staff', email, role_id: role, message: '', locale: 'en', ...period }));

/** An invited auditor who accepted. */
async function hire(period: Period): Promise<TestPerson> {
  const email = `auditor${++n}@makao.test`;
  const { id } = await invite(period, email);
  const person = await addPerson(services.auth, services.database.db, {
    name: 'Auditor',
    email,
    password: testPassword,
    userType: userTypes.default,
    onboarding: true,
  });
  const page = (await listSentNotifications(services)).map((one) => one.page ?? '').findLast((one) => one.endsWith(`/${id}`)) ?? '';
  const who = await reloadTestPerson(services, { id: person, email });
  await as(who, (ctx) => invitations.accept(ctx, { invite_key: page.split('/')[3] ?? '', invite_id: id, company: '', agreed: [] }));
  return reloadTestPerson(services, { id: person, email });
}

test('auditor: the invitation states a period of at most a year', async () => {
  for (const [period, field] of [
    [{}, 'starts_on'],
    [{ starts_on: later(0) }, 'ends_on'],
    [{ starts_on: later(5), ends_on: later(4) }, 'ends_on'],
    [{ starts_on: later(-9), ends_on: later(-1) }, 'ends_on'],
    [{ starts_on: later(0), ends_on: later(400) }, 'ends_on'],
  ] as const)
    await expect(invite(period)).rejects.toMatchObject({ extra: { fields: { [field]: expect.any(String) } } });
  expect(await invite({ starts_on: later(0), ends_on: later(30) })).toMatchObject({ role: 'Auditor', starts_on: later(0), ends_on: later(30) });
  const tenant = as(owner, (ctx) =>
    invitations.send(ctx, { kind: 'tenant', email: 'tenant@makao.test', message: '', locale: 'en', ends_on: later(3) }),
  );
  await expect(tenant).rejects.toMatchObject({ extra: { fields: { ends_on: expect.any(String) } } });
});

test('auditor: reads the books and the log of the company, has no permission to write, and loses access after the last day', async () => {
  const auditor = await hire({ starts_on: later(0), ends_on: later(30) });
  expect(isRestricted(auditor.me)).toBe(false);
  expect([...auditor.me.grants].filter((grant) => !grant.endsWith('.read') && !grant.startsWith('notifications.'))).toEqual([]);
  expect(auditor.me.grants).toContain('invoices.read');
  const other = await createPerson(services, 'owner');
  for (const who of [owner, other])
    await as(who, (ctx) => audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: who.id, code: `C-${who.id}`, after: { name: 'x' } }));
  const seen = await as(auditor, (ctx) => logs.list(ctx, { page: 1, page_size: 100, sort: '-at' }));
  expect(seen.results.map(({ record_code }) => record_code)).toContain(`C-${owner.id}`);
  expect(seen.results.map(({ record_code }) => record_code)).not.toContain(`C-${other.id}`);
  const clerk = await createPerson(services, 'staff', ['invoices.read', 'settings_general_settings.read']);
  expect((await as(clerk, (ctx) => logs.list(ctx, { page: 1, page_size: 100, sort: '-at' }))).count).toBe(0);
  try {
    await setClock(services, `${later(30)}T09:00:00+03:00`);
    expect(isRestricted((await reloadTestPerson(services, auditor)).me)).toBe(false);
    await setClock(services, `${later(1)}T00:00:01+03:00`);
    const ended = await reloadTestPerson(services, auditor);
    expect(isRestricted(ended.me)).toBe(true);
    expect(ended.me.grants).not.toContain('invoices.read');
    await endExpiredStaffContracts(services.database.db);
    const { is_active } = await services.database.db.selectFrom('person').select('is_active').where('id', '=', auditor.id).executeTakeFirstOrThrow();
    expect(is_active).toBe(false);
  } finally {
    await setClock(services, null);
  }
});

test('auditor: cannot make any call that changes a record of the company', async () => {
  const { me } = await hire({ starts_on: later(0), ends_on: later(30) });
  const writes = buildCallRoutes(services).filter(({ call }) => isWriteCall(call));
  const open = writes.flatMap(({ call }) => {
    try {
      assertCallPermitted(call, me);
      return [call.path];
    } catch {
      return [];
    }
  });
  expect(writes.length).toBeGreaterThan(300);
  expect(open.length).toBeGreaterThan(10);
  expect(open.filter((path) => !/^\/api\/(?:token$|v2\/(?:accounts|notification|saved_view|policy|audit)\/)/.test(path))).toEqual([]);
  expect(open.filter((path) => /accounts\/(?:owner|agent|dealer|tenant)\//.test(path))).toEqual([]);
});

test('auditor: has no access before the first day, and the period cannot be removed', async () => {
  const auditor = await hire({ starts_on: later(3), ends_on: later(30) });
  expect(isRestricted(auditor.me)).toBe(true);
  await expect(as(owner, (ctx) => staffUpdate(ctx, { id: auditor.id, ends_on: null }))).rejects.toMatchObject({ failure: 'invalid' });
  await as(owner, (ctx) => staffUpdate(ctx, { id: auditor.id, starts_on: later(0) }));
  expect(isRestricted((await reloadTestPerson(services, auditor)).me)).toBe(false);
});

test('auditor: the role is given by an invitation only, and not by a list', async () => {
  const csv = 'email,phone,role\nlist@makao.test,,Auditor';
  const { rows, good } = await as(owner, (ctx) => invitations.bulkCheck(ctx, { kind: 'staff', csv, message: '', locale: 'en' }));
  expect([good, rows[0]?.problem]).toEqual([0, expect.stringContaining('period')]);
  const auditor = await hire({ starts_on: later(0), ends_on: later(30) });
  await expect(as(owner, (ctx) => staffRole(ctx, { id: auditor.id, role_id: role }))).rejects.toMatchObject({ failure: 'conflict' });
});

test('auditor: the period cannot be made longer than a year later', async () => {
  const auditor = await hire({ starts_on: later(0), ends_on: later(30) });
  for (const ends_on of [later(367), later(5000)])
    await expect(as(owner, (ctx) => staffUpdate(ctx, { id: auditor.id, ends_on }))).rejects.toMatchObject({
      extra: { fields: { ends_on: expect.any(String) } },
    });
  expect(await as(owner, (ctx) => staffUpdate(ctx, { id: auditor.id, ends_on: later(366) }))).toMatchObject({ ends_on: later(366) });
});
