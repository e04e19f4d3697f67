import { beforeAll, describe, expect, test } from 'vitest';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { asNow, ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { inForceJob } from './publish.ts';
import * as policy from './service.ts';

let house: House;
let admin: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2026-11-16T09:00:00Z');
  admin = await somebody(house, 'admin');
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
  const { id } = await inTransaction(house, admin, (ctx) => policy.create(ctx, { ...text, user_type, ...more }));
  await inTransaction(house, admin, (ctx) => policy.move(ctx, { id, move: 'publish' }));
  return id;
};
const next = async (id: number, body: string, effective_from: string) => {
  await inTransaction(house, admin, (ctx) => policy.update(ctx, { id, body, summary: '' }));
  await inTransaction(house, admin, (ctx) => policy.publishNext(ctx, { id, summary: 'Other words', summary_sw: '', effective_from }));
};
const asks = async (who: Somebody) => (await policy.outstanding(ctxOf(house, who))).results.map((p) => [p.id, p.version, p.binding]);
const agree = (who: Somebody, id: number, version = 1) => inTransaction(house, who, (ctx) => policy.consent(ctx, { id, version }));
const listed = async (z_filter: object) => policy.consents(ctxOf(house, admin), { page: 1, page_size: 100, z_filter });

describe('what somebody is asked to agree to', () => {
  test('by kind of person, once, and again when the next version is published; it may wait until its day', async () => {
    const [owner, tenant] = [await somebody(house, 'owner'), await somebody(house, 'tenant')];
    const id = await write('For owners', 4);
    await write('No consent', 4, { requires_consent: false });
    expect(await asks(owner)).toEqual([[id, 1, true]]);
    expect(await asks(tenant)).toEqual([]);
    await agree(owner, id);
    await agree(owner, id);
    expect(await asks(owner)).toEqual([]);
    await next(id, '<p>Two.</p>', '2026-12-01');
    expect(await asks(owner)).toEqual([[id, 2, false]]);
    // Who agreed to nothing yet cannot put off what is in force, and is asked once, for the latest.
    const late = await somebody(house, 'owner');
    expect(await asks(late)).toEqual([[id, 2, true]]);
    await agree(late, id, 2);
    expect(await asks(late)).toEqual([]);
    await setClock(house, '2026-11-30T21:00:00Z');
    await inForceJob.run(house.database.db);
    expect(await asks(owner)).toEqual([[id, 2, true]]);
    expect(await asks(late)).toEqual([]);
    await setClock(house, '2026-11-16T09:00:00Z');
  });

  test('a first version before its day may wait; a tenant inside a tenancy is a tenant', async () => {
    const dealer = await somebody(house, 'dealer');
    const id = await write('From January', 7, { effective_from: '2027-01-01' });
    expect(await asks(dealer)).toEqual([[id, 1, false]]);
    const tenant = await somebody(house, 'tenant');
    const own = await write('For tenants', 0);
    await house.database.db.updateTable('person').set({ user_type: 9 }).where('id', '=', tenant.id).execute();
    expect(await asks(await asNow(house, tenant))).toEqual([[own, 1, true]]);
  });

  test('nobody agrees to a draft, to a version of before, or to one that was never published', async () => {
    const agent = await somebody(house, 'agent');
    const id = await write('For agents', 5);
    await next(id, '<p>Two.</p>', '2026-11-16');
    await inTransaction(house, admin, (ctx) => policy.update(ctx, { id, body: '<p>Three.</p>', summary: '' }));
    for (const version of [1, 3, 4]) await expect(agree(agent, id, version)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(agree(agent, 999_999)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await agree(agent, id, 2)).toEqual({ id, version: 2 });
  });
});

describe('the list of consents', () => {
  test('says who, which version, when and how; is filtered by policy, version, kind, person and what is outstanding', async () => {
    const [one, two] = [await somebody(house, 'subadmin'), await somebody(house, 'subadmin')];
    const id = await write('For subadmins', 3);
    await agree(one, id);
    await inTransaction(house, two, (ctx) => policy.agree(ctx, [{ id, slug: 'x', version: 1 }], 'invitation'));
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

  test('goes out as a table file with the same rows, and leaves a trace', async () => {
    const id = await write('For staff', 6);
    const staff = await somebody(house, 'staff');
    await agree(staff, id);
    const file = await inTransaction(house, admin, (ctx) => policy.consentsCsv(ctx, { z_filter: { policy_id: id } }));
    const [head, line, ...rest] = file.csv.split('\r\n');
    expect([head, rest]).toEqual(['Code,Name,Kind of account,Policy,Version,Agreed on,How', []]);
    expect(line).toMatch(/,Staff,For staff,1,2026-11-16 12:00,When signed in$/);
    const open = await inTransaction(house, admin, (ctx) => policy.consentsCsv(ctx, { z_filter: { policy_id: id, state: 'outstanding' } }));
    expect(open.count).toBe((await listed({ policy_id: id, state: 'outstanding' })).count);
    const traces = await house.database.db.selectFrom('audit_log').select('reason').where('reason', 'like', 'exported % rows (consents)').execute();
    expect(traces).toHaveLength(2);
  });

  test('is for those who keep policies: a subadmin’s scope shows none', async () => {
    const sub = await somebody(house, 'subadmin');
    const seen = await policy.consents(ctxOf(house, sub), { page: 1, page_size: 10 });
    expect(seen.count).toBe(0);
  });
});
