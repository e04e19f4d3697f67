import { beforeAll, describe, expect, test } from 'vitest';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { enforceAnnouncedPoliciesJob } from './publish.ts';
import * as policy from './service.ts';

let services: TestServices;
let admin: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2026-11-16T09:00:00Z');
  admin = await createPerson(services, 'admin');
});

const write = async (title: string, user_type: number, more: object = {}) => {
  const text = {
    title,
    title_sw: '',
    body: '<p>One.</p>',
    body_sw: '',
    kind: 'terms' as const,
    effective_from: '2026-11-01',
    requires_consent: true,
  };
  const { id } = await runAsPerson(services, admin, (ctx) => policy.create(ctx, { ...text, user_type, ...more }));
  await runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move: 'publish' }));
  return id;
};
const next = async (id: number, body: string, effective_from: string) => {
  await runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, body, summary: '' }));
  await runAsPerson(services, admin, (ctx) => policy.publishNext(ctx, { id, summary: 'Other words', summary_sw: '', effective_from }));
};
const asks = async (who: TestPerson) => (await policy.listOutstanding(createTestCtx(services, who))).results.map((p) => [p.id, p.version, p.binding]);
const agree = (who: TestPerson, id: number, version = 1) => runAsPerson(services, who, (ctx) => policy.consent(ctx, { id, version }));
const listed = async (z_filter: object) => policy.listConsents(createTestCtx(services, admin), { page: 1, page_size: 100, z_filter });

describe('policy consent: outstanding policies', () => {
  test('are requested once per user type and version, and can be postponed until the effective date', async () => {
    const [owner, tenant] = [await createPerson(services, 'owner'), await createPerson(services, 'tenant')];
    const id = await write('For owners', 4);
    await write('No consent', 4, { requires_consent: false });
    expect(await asks(owner)).toEqual([[id, 1, true]]);
    expect(await asks(tenant)).toEqual([]);
    await agree(owner, id);
    await agree(owner, id);
    expect(await asks(owner)).toEqual([]);
    await next(id, '<p>Two.</p>', '2026-12-01');
    expect(await asks(owner)).toEqual([[id, 2, false]]);
    // A person without any consent cannot postpone the version in force and is asked once, for the latest.
    const late = await createPerson(services, 'owner');
    expect(await asks(late)).toEqual([[id, 2, true]]);
    await agree(late, id, 2);
    expect(await asks(late)).toEqual([]);
    await setClock(services, '2026-11-30T21:00:00Z');
    await enforceAnnouncedPoliciesJob.run(services.database.db);
    expect(await asks(owner)).toEqual([[id, 2, true]]);
    expect(await asks(late)).toEqual([]);
    await setClock(services, '2026-11-16T09:00:00Z');
  });

  test('can be postponed before a first version takes effect, and user type 9 (tenant with a tenancy) counts as tenant', async () => {
    const dealer = await createPerson(services, 'dealer');
    const id = await write('From January', 7, { effective_from: '2027-01-01' });
    expect(await asks(dealer)).toEqual([[id, 1, false]]);
    const tenant = await createPerson(services, 'tenant');
    const own = await write('For tenants', 0);
    await services.database.db.updateTable('person').set({ user_type: 9 }).where('id', '=', tenant.id).execute();
    expect(await asks(await reloadTestPerson(services, tenant))).toEqual([[own, 1, true]]);
  });

  test('consent to a draft, an older version or an unpublished version is refused', async () => {
    const agent = await createPerson(services, 'agent');
    const id = await write('For agents', 5);
    await next(id, '<p>Two.</p>', '2026-11-16');
    await runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, body: '<p>Three.</p>', summary: '' }));
    for (const version of [1, 3, 4]) await expect(agree(agent, id, version)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(agree(agent, 999_999)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await agree(agent, id, 2)).toEqual({ id, version: 2 });
  });
});

describe('policy consent: list', () => {
  test('shows person, version, time and method, with filters by policy, version, user type, person and status', async () => {
    const [one, two] = [await createPerson(services, 'subadmin'), await createPerson(services, 'subadmin')];
    const id = await write('For subadmins', 3);
    await agree(one, id);
    await runAsPerson(services, two, (ctx) => policy.recordConsents(ctx, [{ id, slug: 'x', version: 1 }], 'invitation'));
    const { results, count } = await listed({ policy_id: id });
    expect(count).toBe(2);
    expect(results.map((c) => [c.person_id, c.version, c.how, c.at !== null])).toEqual([
      [two.id, 1, 'invitation', true],
      [one.id, 1, 'signed_in', true],
    ]);
    await next(id, '<p>Two.</p>', '2026-12-01');
    await agree(two, id, 2);
    const ids = async (z_filter: object) => (await listed({ policy_id: id, ...z_filter })).results.map((c) => [c.person_id, c.version]);
    expect(await ids({ version: 2 })).toEqual([[two.id, 2]]);
    expect(await ids({ user_type: 3, person: one.me.role })).toHaveLength(3);
    expect(await ids({ user_type: 4 })).toEqual([]);
    expect(await ids({ state: 'outstanding' })).toEqual([[one.id, 2]]);
    expect((await listed({ policy_id: id, state: 'outstanding' })).results).toMatchObject([{ at: null, how: null, user_type: 3 }]);
  });

  test('exports the same rows as a CSV file, and logs the export', async () => {
    const id = await write('For staff', 6);
    const staff = await createPerson(services, 'staff');
    await agree(staff, id);
    const file = await runAsPerson(services, admin, (ctx) => policy.consentsCsv(ctx, { z_filter: { policy_id: id } }));
    const [head, line, ...rest] = file.csv.split('\r\n');
    expect([head, rest]).toEqual(['Code,Name,Account type,Policy,Version,Accepted on,Method', []]);
    expect(line).toMatch(/,Staff,For staff,1,2026-11-16 12:00,While signed in$/);
    const open = await runAsPerson(services, admin, (ctx) => policy.consentsCsv(ctx, { z_filter: { policy_id: id, state: 'outstanding' } }));
    expect(open.count).toBe((await listed({ policy_id: id, state: 'outstanding' })).count);
    const traces = await services.database.db
      .selectFrom('audit_log')
      .select('reason')
      .where('reason', 'like', 'exported % rows (consents)')
      .execute();
    expect(traces).toHaveLength(2);
  });

  test('is empty for a sub admin, because only policy managers may see consents', async () => {
    const sub = await createPerson(services, 'subadmin');
    const seen = await policy.listConsents(createTestCtx(services, sub), { page: 1, page_size: 10 });
    expect(seen.count).toBe(0);
  });
});
