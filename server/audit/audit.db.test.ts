import { beforeAll, describe, expect, test } from 'vitest';
import type { LogFilters } from '#contract/audit/calls.ts';
import { audit } from '#server/kernel/audit.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson, testRequestOrigin } from '#test/people.ts';
import { toAuditCsvCell } from './csv.ts';
import * as service from './service.ts';

let services: TestServices;
let superadmin: TestPerson;
let admin: TestPerson;
let owner: TestPerson;
let rival: TestPerson;
let clerk: TestPerson;
let tenant: TestPerson;

const found = async (who: TestPerson | null, z_filter: LogFilters = {}, sort: 'at' | '-at' = '-at') =>
  service.list(createTestCtx(services, who), { page: 1, page_size: 100, sort, z_filter });
const codes = async (who: TestPerson | null, z_filter: LogFilters = {}) => (await found(who, z_filter)).results.map((r) => r.record_code);

beforeAll(async () => {
  services = await createTestServices();
  const { db } = services.database;
  [superadmin, admin, owner, rival, clerk, tenant] = await Promise.all([
    createPerson(services, 'superadmin'),
    createPerson(services, 'admin'),
    createPerson(services, 'owner'),
    createPerson(services, 'agent'),
    createPerson(services, 'staff'),
    createPerson(services, 'tenant'),
  ]);
  // The clerk works for the owner.
  clerk = { ...clerk, me: { ...clerk.me, companyId: owner.me.companyId } };
  const write = (who: TestPerson, code: string, more: Partial<Parameters<typeof audit>[2]> = {}, ip = '10.1.2.3') =>
    audit(
      db,
      { ...createTestCtx(services, who), from: { ...testRequestOrigin, ip } },
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
    { ...createTestCtx(services, tenant), me: { ...tenant.me, impersonatorId: admin.id } },
    { kind: 'edit', document: 'account', id: tenant.id, code: 'by-look', after: { name: 'x' } },
  );
});

describe('audit log: visibility', () => {
  const all = ['by-look', 'by-tenant', 'by-rival', 'by-clerk', 'by-owner', 'by-admin', 'by-super'];
  test('admins and super admins see every entry, a company and other accounts see their own entries, and anonymous visitors see none', async () => {
    expect(await codes(superadmin)).toEqual(all);
    expect(await codes(admin)).toEqual(all);
    expect(await codes(owner)).toEqual(['by-clerk', 'by-owner']);
    expect(await codes(rival)).toEqual(['by-rival']);
    expect(await codes(clerk)).toEqual(['by-clerk']);
    expect(await codes(tenant)).toEqual(['by-look', 'by-tenant']);
    expect(await codes(null)).toEqual([]);
  });
  test('a filter never adds entries outside the scope, and an entry outside the scope is not found', async () => {
    expect(await codes(owner, { actor: rival.email })).toEqual([]);
    expect(await codes(owner, { record: 'by-rival' })).toEqual([]);
    const theirs = (await found(rival)).results[0]?.id ?? 0;
    await expect(service.details(createTestCtx(services, owner), { id: theirs })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await service.details(createTestCtx(services, rival), { id: theirs })).record_code).toBe('by-rival');
    expect((await runAsPerson(services, owner, (ctx) => service.exportCsv(ctx, { z_filter: {} }))).csv).not.toContain('by-rival');
  });
});

describe('audit log: filters', () => {
  test('the person filter finds a name, an email or a code, including a person who used "view as"', async () => {
    expect(await codes(superadmin, { actor: 'OWNER', document: 'units' })).toEqual(['by-owner']);
    expect(await codes(superadmin, { actor: tenant.email })).toEqual(['by-look', 'by-tenant']);
    expect(await codes(superadmin, { actor: admin.email })).toEqual(['by-look', 'by-admin']);
    const { code } = await services.database.db.selectFrom('person').select('code').where('id', '=', rival.id).executeTakeFirstOrThrow();
    expect(await codes(superadmin, { actor: code })).toEqual(['by-rival']);
    expect(await codes(superadmin, { actor: '%' })).toEqual([]);
  });
  test('entries are filtered by record type, kind, record, field and address', async () => {
    expect(await codes(superadmin, { document: 'policies' })).toEqual(['by-admin', 'by-super']);
    expect(await codes(superadmin, { kind: 3 })).toEqual(['by-clerk']);
    expect(await codes(superadmin, { record: '12' })).toEqual(['by-clerk']);
    expect(await codes(superadmin, { record: 'CLERK' })).toEqual(['by-clerk']);
    expect(await codes(superadmin, { field: 'Password' })).toEqual(['by-admin']);
    expect(await codes(superadmin, { ip: '41.90.' })).toEqual(['by-owner']);
    expect(await codes(superadmin, { ip: '%' })).toEqual([]);
  });
  test('entries are filtered by days in Nairobi time, including the first and the last day', async () => {
    const { db } = services.database;
    // 22:30 UTC on the 4th is 1:30 AM on the 5th in Nairobi.
    await db.insertInto('audit_log').values({ kind: 2, document: 'units', record_code: 'night', at: '2025-03-04T22:30:00Z' }).execute();
    expect(await codes(superadmin, { to: '2025-03-04' })).toEqual([]);
    expect(await codes(superadmin, { from: '2025-03-05', to: '2025-03-05' })).toEqual(['night']);
    expect(await codes(superadmin, { from: '2025-03-06', to: '2025-12-31' })).toEqual([]);
  });
  test('entries are sorted from oldest to newest on request', async () =>
    expect((await found(owner, { kind: 2 }, 'at')).results.map((r) => r.record_code)).toEqual(['by-owner']));
});

describe('audit log: entry', () => {
  test('shows old and new values, masks secrets, and names both people of a "view as" change', async () => {
    const row = async (code: string) =>
      service.details(createTestCtx(services, superadmin), { id: (await found(superadmin, { record: code })).results[0]?.id ?? 0 });
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

describe('audit log: export', () => {
  test('contains the filtered entries, is itself logged, and neutralises spreadsheet formulas', async () => {
    const { csv, count, cut } = await runAsPerson(services, superadmin, (ctx) => service.exportCsv(ctx, { z_filter: { record: 'by-tenant' } }));
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
  ])('writes the cell %j as %j', (given, made) => expect(toAuditCsvCell(given)).toBe(made));
});
