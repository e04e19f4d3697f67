import { beforeAll, describe, expect, test } from 'vitest';
import type { LogFilters } from '#contract/audit/calls.ts';
import { audit } from '#server/kernel/audit.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, here, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { cell } from './csv.ts';
import * as service from './service.ts';

let house: House;
let superadmin: Somebody;
let admin: Somebody;
let owner: Somebody;
let rival: Somebody;
let clerk: Somebody;
let tenant: Somebody;

const found = async (who: Somebody | null, z_filter: LogFilters = {}, sort: 'at' | '-at' = '-at') =>
  service.logs(ctxOf(house, who), { page: 1, page_size: 100, sort, z_filter });
const codes = async (who: Somebody | null, z_filter: LogFilters = {}) => (await found(who, z_filter)).results.map((r) => r.record_code);

beforeAll(async () => {
  house = await freshHouse();
  const { db } = house.database;
  [superadmin, admin, owner, rival, clerk, tenant] = await Promise.all([
    somebody(house, 'superadmin'),
    somebody(house, 'admin'),
    somebody(house, 'owner'),
    somebody(house, 'agent'),
    somebody(house, 'staff'),
    somebody(house, 'tenant'),
  ]);
  // The clerk works for the owner.
  clerk = { ...clerk, me: { ...clerk.me, companyId: owner.me.companyId } };
  const write = (who: Somebody, code: string, more: Partial<Parameters<typeof audit>[2]> = {}, ip = '10.1.2.3') =>
    audit(
      db,
      { ...ctxOf(house, who), from: { ...here, ip } },
      { kind: 'edit', document: 'units', id: 7, code, before: { status: 'vacant' }, after: { status: 'occupied' }, ...more },
    );
  await write(superadmin, 'by-super', { document: 'policies', kind: 'add', id: 1 });
  await write(admin, 'by-admin', { document: 'policies', before: { password: 'old-secret' }, after: { password: 'new-secret' } });
  await write(owner, 'by-owner', {}, '41.90.64.12');
  await write(clerk, 'by-clerk', { kind: 'delete', document: 'tenancies', id: 12 });
  await write(rival, 'by-rival');
  await write(tenant, 'by-tenant', { reason: '=cmd|calc' });
  await audit(
    db,
    { ...ctxOf(house, tenant), me: { ...tenant.me, impersonatorId: admin.id } },
    { kind: 'edit', document: 'account', id: tenant.id, code: 'by-look', after: { name: 'x' } },
  );
});

describe('who sees which rows', () => {
  const all = ['by-look', 'by-tenant', 'by-rival', 'by-clerk', 'by-owner', 'by-admin', 'by-super'];
  test('superadmin and admin everything, a company its own, everybody else themselves, a stranger nothing', async () => {
    expect(await codes(superadmin)).toEqual(all);
    expect(await codes(admin)).toEqual(all);
    expect(await codes(owner)).toEqual(['by-clerk', 'by-owner']);
    expect(await codes(rival)).toEqual(['by-rival']);
    expect(await codes(clerk)).toEqual(['by-clerk']);
    expect(await codes(tenant)).toEqual(['by-look', 'by-tenant']);
    expect(await codes(null)).toEqual([]);
  });
  test('a filter narrows what is visible and never widens it; one row out of scope is not found', async () => {
    expect(await codes(owner, { actor: rival.email })).toEqual([]);
    expect(await codes(owner, { record: 'by-rival' })).toEqual([]);
    const theirs = (await found(rival)).results[0]?.id ?? 0;
    await expect(service.details(ctxOf(house, owner), { id: theirs })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await service.details(ctxOf(house, rival), { id: theirs })).record_code).toBe('by-rival');
    expect((await inTransaction(house, owner, (ctx) => service.exported(ctx, { z_filter: {} }))).csv).not.toContain('by-rival');
  });
});

describe('filters', () => {
  test('by person (name, e-mail, code), also the one who looked', async () => {
    expect(await codes(superadmin, { actor: 'OWNER', document: 'units' })).toEqual(['by-owner']);
    expect(await codes(superadmin, { actor: tenant.email })).toEqual(['by-look', 'by-tenant']);
    expect(await codes(superadmin, { actor: admin.email })).toEqual(['by-look', 'by-admin']);
    const { code } = await house.database.db.selectFrom('person').select('code').where('id', '=', rival.id).executeTakeFirstOrThrow();
    expect(await codes(superadmin, { actor: code })).toEqual(['by-rival']);
    expect(await codes(superadmin, { actor: '%' })).toEqual([]);
  });
  test('by document, kind, record, field and address', async () => {
    expect(await codes(superadmin, { document: 'policies' })).toEqual(['by-admin', 'by-super']);
    expect(await codes(superadmin, { kind: 3 })).toEqual(['by-clerk']);
    expect(await codes(superadmin, { record: '12' })).toEqual(['by-clerk']);
    expect(await codes(superadmin, { record: 'CLERK' })).toEqual(['by-clerk']);
    expect(await codes(superadmin, { field: 'Password' })).toEqual(['by-admin']);
    expect(await codes(superadmin, { ip: '41.90.' })).toEqual(['by-owner']);
    expect(await codes(superadmin, { ip: '%' })).toEqual([]);
  });
  test('by days as Nairobi counts them, both ends included', async () => {
    const { db } = house.database;
    // 22:30 UTC on the 4th is half past one in the night of the 5th.
    await db.insertInto('audit_log').values({ kind: 2, document: 'units', record_code: 'night', at: '2025-03-04T22:30:00Z' }).execute();
    expect(await codes(superadmin, { to: '2025-03-04' })).toEqual([]);
    expect(await codes(superadmin, { from: '2025-03-05', to: '2025-03-05' })).toEqual(['night']);
    expect(await codes(superadmin, { from: '2025-03-06', to: '2025-12-31' })).toEqual([]);
  });
  test('the oldest come first when asked', async () =>
    expect((await found(owner, { kind: 2 }, 'at')).results.map((r) => r.record_code)).toEqual(['by-owner']));
});

describe('a row', () => {
  test('tells old and new, masks secrets, and names both people of a look', async () => {
    const row = async (code: string) =>
      service.details(ctxOf(house, superadmin), { id: (await found(superadmin, { record: code })).results[0]?.id ?? 0 });
    expect(await row('by-owner')).toMatchObject({
      changes: [{ field: 'status', old: 'vacant', new: 'occupied' }],
      actor: { id: owner.id, user_type: 4 },
      request_id: 'test-request',
      seal: null,
    });
    expect((await row('by-admin')).changes).toEqual([{ field: 'password', old: '•••', new: '•••' }]);
    expect(await row('by-look')).toMatchObject({ actor: { id: tenant.id }, impersonator: { id: admin.id, user_type: 2 } });
  });
});

describe('the export', () => {
  test('has the filtered rows, is logged itself, and runs nothing in a spreadsheet', async () => {
    const { csv, count, cut } = await inTransaction(house, superadmin, (ctx) => service.exported(ctx, { z_filter: { record: 'by-tenant' } }));
    expect([count, cut]).toEqual([1, false]);
    expect(csv.split('\r\n')[1]).toMatch(
      /^\d{4}-.*,Updated,units,7,by-tenant,tenant \d+,USR-\w+,Tenant,,,10\.1\.2\.3,vitest,'=cmd\|calc,status: vacant → occupied$/,
    );
    expect((await found(superadmin, { document: 'systemlogs' })).results[0]).toMatchObject({
      kind: 4,
      reason: 'exported',
      actor: { id: superadmin.id },
    });
  });
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['+1', "'+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [null, ''],
  ])('the cell %j is %j', (given, made) => expect(cell(given)).toBe(made));
});
