import { beforeAll, describe, expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { type AccountAction, accountActions } from '#contract/people/kinds.ts';
import { canPerformAccountAction } from '#contract/people/rules.ts';
import { clock } from '#contract/time/clock.ts';
import { anonymiseDueAccounts } from '#server/identity/closing.ts';
import { listCompanyHeads } from '#server/kernel/heads.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as people from './service.ts';

let services: TestServices;
const roles = (Object.keys(userTypes) as Exclude<Role, 'anonymous'>[]).filter((r) => r !== 'tenancy');
const who = new Map<Role, TestPerson>();
const as = (role: Role): TestPerson => who.get(role) as TestPerson;
const codeOf = async (id: number) =>
  (await services.database.db.selectFrom('person').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code;
const place = (id: number, region: string | null) => services.database.db.updateTable('person').set({ region }).where('id', '=', id).execute();
const page = { page: 1, page_size: 100, sort: '-created_at' as const };
const namesOf = async (by: TestPerson, kind: Parameters<typeof people.peopleReadHandlers>[0], z_filter = {}) =>
  (await people.peopleReadHandlers(kind).list(createTestCtx(services, by), { ...page, z_filter })).results.map((p) => p.id);

beforeAll(async () => {
  services = await createTestServices();
  for (const role of roles) {
    who.set(role, await createPerson(services, role));
    await place(as(role).id, '047');
    who.set(role, await reloadTestPerson(services, as(role)));
  }
});

/** People without a password: hashing one for every cell of the matrix would take minutes. */
let strangers = 0;
async function addStrangers(role: Exclude<Role, 'anonymous'>, region: string, count: number): Promise<{ id: number; code: string }[]> {
  const { db } = services.database;
  const kind = role === 'owner' || role === 'agent' || role === 'dealer' ? role : null;
  const companies = kind
    ? await db
        .insertInto('company')
        .values(Array.from({ length: count }, () => ({ kind, name: 'Stranger' })))
        .returning('id')
        .execute()
    : [];
  const facts = Array.from({ length: count }, (_, n) => ({
    name: 'Stranger',
    email: `stranger${++strangers}@makao.test`,
    user_type: userTypes[role],
    region,
    onboarding: false,
    company_id: companies[n]?.id ?? null,
  }));
  return db.insertInto('person').values(facts).returning(['id', 'code']).execute();
}

const doing: Readonly<Record<AccountAction, (by: TestPerson, id: number, code: string) => Promise<unknown>>> = {
  activate: (by, user_id) => runAsPerson(services, by, (ctx) => people.changeStatus(ctx, { state: 1, user_id, earb: 'none' })),
  suspend: (by, user_id) => runAsPerson(services, by, (ctx) => people.changeStatus(ctx, { state: 2, user_id, reason: 'Papers' })),
  reject: (by, user_id) => runAsPerson(services, by, (ctx) => people.changeStatus(ctx, { state: 3, user_id, reason: 'Papers' })),
  enable: (by, user_id) => runAsPerson(services, by, (ctx) => people.changeActive(ctx, { user_id, is_active: true })),
  disable: (by, user_id) => runAsPerson(services, by, (ctx) => people.changeActive(ctx, { user_id, is_active: false, reason: 'Asked by phone' })),
  region: (by, user_id) => runAsPerson(services, by, (ctx) => people.changeRegion(ctx, { user_id, region: '001' })),
  upgrade: (by, user_id, code) => runAsPerson(services, by, (ctx) => people.upgrade(ctx, { user_id, code, business_type: 1 })),
  delete: (by, user_id, user_code) => runAsPerson(services, by, (ctx) => people.remove(ctx, { user_id, user_code })),
};

describe('account actions between every pair of roles, inside and outside the region', () => {
  test.each(roles)('%s can do only the actions that mayAct permits', async (role) => {
    const by = as(role);
    for (const to of roles) {
      for (const region of ['047', '001']) {
        const fresh = await addStrangers(to, region, accountActions.length);
        for (const [n, act] of accountActions.entries()) {
          const { id, code } = fresh[n] as { id: number; code: string };
          const allowed = canPerformAccountAction(
            { id: by.id, role, region: '047', grants: defaultGrants[role] },
            { id, role: to, region, isActive: true, status: 'pending', businessType: null, most: defaultGrants[to] },
            act,
            5,
          );
          const outcome = await doing[act](by, id, code).then(
            () => 'done',
            (problem: { failure?: string }) => problem.failure ?? String(problem),
          );
          // Allowed actions may still not apply (a tenant has no approval). Forbidden ones are always refused, and hidden people are not found.
          const fine = allowed ? ['done', 'conflict', 'invalid', 'wrongState'] : ['forbidden', 'notFound'];
          expect(fine, `${role} ${act} ${to} in ${region} → ${outcome}`).toContain(outcome);
        }
      }
    }
  });
});

describe('visibility of people', () => {
  test('an admin sees all people, a sub admin the people in their region, a company its contacts, and a tenant only their own account', async () => {
    const near = await createPerson(services, 'agent');
    const far = await createPerson(services, 'agent');
    await place(near.id, '047');
    await place(far.id, '001');
    expect(await namesOf(as('admin'), 'agent')).toEqual(expect.arrayContaining([near.id, far.id]));
    const regional = await namesOf(as('subadmin'), 'agent');
    expect(regional).toContain(near.id);
    expect(regional).not.toContain(far.id);
    expect(await namesOf(as('subadmin'), 'user')).not.toContain(as('superadmin').id);
    expect(await namesOf(as('owner'), 'agent')).toEqual([]);
    await people.connectPersonToCompany(services.database.db, as('owner').me.companyId ?? 0, far.id);
    expect(await namesOf(as('owner'), 'agent')).toEqual([far.id]);
    await expect(people.peopleReadHandlers('agent').details(createTestCtx(services, as('dealer')), { id: far.id })).rejects.toMatchObject({
      failure: 'notFound',
    });
    await expect(people.peopleReadHandlers('user').details(createTestCtx(services, as('tenant')), { id: far.id })).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test('a sub admin without a region sees only their own account', async () => {
    const lost = await createPerson(services, 'subadmin');
    expect((await namesOf(lost, 'user')).filter((id) => id !== lost.id && id !== as('admin').id)).toEqual([]);
  });

  test("an id with another account type, or with another person's code, returns 404", async () => {
    const details = people.peopleReadHandlers('dealer').details;
    await expect(details(createTestCtx(services, as('admin')), { id: as('owner').id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(details(createTestCtx(services, as('admin')), { id: as('dealer').id, code: await codeOf(as('owner').id) })).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test('an admin can read the account of a super admin, but has no actions on the account', async () => {
    expect((await people.peopleReadHandlers('super_admin').details(createTestCtx(services, as('admin')), { id: as('superadmin').id })).acts).toEqual(
      [],
    );
  });
});

describe('people: list', () => {
  test('filters by every field of the specification', async () => {
    const { id } = await createPerson(services, 'dealer');
    await services.database.db
      .updateTable('person')
      .set({
        name: 'Zuhura Filter',
        email: 'zuhura_%@makao.test',
        email_verified: false,
        is_active: false,
        verified_status: 'rejected',
        region: '042',
        created_at: new Date('2026-03-04T22:30:00Z'),
      })
      .where('id', '=', id)
      .execute();
    const found = async (filter: object) => (await namesOf(as('admin'), 'dealer', { name: 'zuhura', ...filter })).includes(id);
    const right = {
      name: 'zuhura',
      user_random_code: (await codeOf(id)).toLowerCase(),
      email: '_%@',
      email_verified: 'false',
      is_active: 'false',
      verified_status: 'rejected',
      created_at: '2026-03-05',
      location_name: 'kisu',
    };
    const wrong = {
      name: 'zuhura x',
      user_random_code: 'zzzz',
      email: '%%',
      email_verified: 'true',
      is_active: 'true',
      verified_status: 'verified',
      created_at: '2026-03-04',
      location_name: 'Nairobi',
    };
    for (const name of Object.keys(right) as (keyof typeof right)[]) {
      expect(await found({ [name]: right[name] }), name).toBe(true);
      expect(await found({ [name]: wrong[name] }), name).toBe(false);
    }
    expect(await found({ location_name: 'Atlantis' })).toBe(false);
    expect([await found({ joined_from: '2026-03-05', joined_to: '2026-03-05' }), await found({ joined_to: '2026-03-04' })]).toEqual([true, false]);
  });

  test('exports the filtered rows as CSV and logs the export', async () => {
    const { csv, count } = await people
      .peopleReadHandlers('dealer')
      .csv(createTestCtx(services, as('admin')), { sort: 'name', z_filter: { name: 'zuhura' } });
    expect(count).toBe(1);
    expect(csv.split('\r\n')[1]).toContain('Zuhura Filter');
    const trace = await services.database.db.selectFrom('audit_log').select('reason').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    expect(trace.reason).toBe('exported 1 rows (dealer)');
  });
});

describe('account actions', () => {
  test('suspension needs a reason, notifies the person and is logged, and a repeated suspension is refused', async () => {
    const { id } = await createPerson(services, 'owner');
    const suspend = (reason?: string) => runAsPerson(services, as('admin'), (ctx) => people.changeStatus(ctx, { state: 2, user_id: id, reason }));
    await expect(suspend()).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { reason: expect.any(String) } } });
    expect((await suspend('The title deed is not yours')).verified_status).toBe('suspended');
    await expect(suspend('Again')).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: ['activate', 'reject'] } });
    const moved = await services.database.db
      .selectFrom('move_log')
      .selectAll()
      .where('subject', '=', 'person')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(moved).toMatchObject({ from_state: 'verified', to_state: 'suspended', reason: 'The title deed is not yours' });
    expect((await listSentNotifications(services)).at(-1)).toMatchObject({
      event: 'account.status_changed',
      to: { personId: id },
      params: { reason: 'The title deed is not yours' },
    });
    const { results } = await people.history(createTestCtx(services, as('admin')), { user_id: id, page: 1, page_size: 10 });
    expect(results[0]).toMatchObject({
      reason: 'The title deed is not yours',
      changes: [{ field: 'verified_status', old: 'verified', new: 'suspended' }],
    });
  });

  test("changing the account holder's county also changes the company's county, and that county's sub admin sees the company's staff and teams", async () => {
    const owner = await createPerson(services, 'owner');
    await runAsPerson(services, as('admin'), (ctx) => people.changeRegion(ctx, { user_id: owner.id, region: '022' }));
    const company = services.database.db.selectFrom('company').select('region').where('id', '=', owner.me.companyId);
    expect((await company.executeTakeFirstOrThrow()).region).toBe('022');
  });

  test('refuses to verify a person renamed after the reviewer opened the record', async () => {
    const { id } = await createPerson(services, 'owner');
    const owner = await reloadTestPerson(services, { id, email: '' });
    const look = () => runAsPerson(services, as('admin'), (ctx) => people.peopleReadHandlers('user').details(ctx, { id, code: undefined } as never));
    const suspend = (updated_at: string) =>
      runAsPerson(services, as('admin'), (ctx) => people.changeStatus(ctx, { state: 2, user_id: id, reason: 'Papers', updated_at }));
    const seen = await look();
    await runAsPerson(services, owner, (ctx) => people.ownAccountHandlers(services, 'owner').update(ctx, { company_name: 'Something else Ltd' }));
    await expect(suspend(seen.updated_at)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await suspend((await look()).updated_at)).verified_status).toBe('suspended');
  });

  test('an upgrade to a company account needs the code of the person and succeeds once', async () => {
    const { id } = await createPerson(services, 'agent');
    const up = (code: string) =>
      runAsPerson(services, as('admin'), (ctx) => people.upgrade(ctx, { user_id: id, code, business_type: 2, company_name: 'Makazi Ltd' }));
    await expect(up(await codeOf(as('owner').id))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await up(await codeOf(id))).company_details).toMatchObject({ business_type: 2, name: 'Makazi Ltd' });
    await expect(up(await codeOf(id))).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('a deleted account disappears from every list at once and is anonymised after the retention period', async () => {
    const { id } = await createPerson(services, 'tenant');
    await doing.delete(as('admin'), id, await codeOf(id));
    expect(await namesOf(as('superadmin'), 'user')).not.toContain(id);
    expect(await anonymiseDueAccounts(services.database.db)).toBe(0);
    await services.database.db
      .updateTable('person')
      .set({ closed_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    expect(await anonymiseDueAccounts(services.database.db)).toBe(1);
    const row = await services.database.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: 'Closed account', phone: null, email: `closed-${id}@closed.invalid` });
    expect(await anonymiseDueAccounts(services.database.db)).toBe(0);
  });
});

describe('people: own details', () => {
  const change = (by: TestPerson, given: object) =>
    runAsPerson(services, by, (ctx) => people.ownAccountHandlers(services, 'owner').update(ctx, given as never));

  test('phone numbers are stored in E.164, errors name invalid fields, and changes to person and company are logged separately', async () => {
    const owner = await createPerson(services, 'owner');
    const after = await change(owner, { phone: '0712 345 678', company_phone: '020 2222222', kra_pin: 'A123456789B', name: 'Esther N' });
    expect(after).toMatchObject({ phone: '+254712345678', name: 'Esther N', company_details: { phone: '+254202222222', kra_pin: 'A123456789B' } });
    await expect(change(owner, { phone: '12' })).rejects.toMatchObject({ extra: { fields: { phone: expect.any(String) } } });
    await expect(change(owner, {})).rejects.toMatchObject({ failure: 'invalid' });
    expect((await change(owner, { phone: '' })).phone).toBeNull();
    expect((await people.history(createTestCtx(services, as('admin')), { user_id: owner.id, page: 1, page_size: 10 })).count).toBe(4);
  });
});

test('heads of a company: staff, disabled and closed accounts are not included', async () => {
  const { db } = services.database;
  const [head, second, disabled, closed, staff, other] = await addStrangers('owner', '047', 6);
  const { company_id } = await db
    .selectFrom('person')
    .select('company_id')
    .where('id', '=', head?.id ?? 0)
    .executeTakeFirstOrThrow();
  const join = (one: { id: number } | undefined, facts: object) =>
    db
      .updateTable('person')
      .set({ company_id, ...facts })
      .where('id', '=', one?.id ?? 0)
      .execute();
  await join(second, {});
  await join(disabled, { is_active: false });
  await join(closed, { closed_at: clock.now() });
  await join(staff, { user_type: userTypes.staff });
  const heads = (await listCompanyHeads(db, company_id ?? 0)).map((one) => one.id);
  expect(heads).toEqual([head?.id, second?.id].sort((a, b) => Number(a) - Number(b)));
  expect(heads).not.toContain(other?.id);
});
