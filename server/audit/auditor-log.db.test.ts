import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { AuditDocument, AuditEntry } from '#server/kernel/audit.ts';
import { audit } from '#server/kernel/audit.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson, testRequestOrigin } from '#test/people.ts';
import * as service from './service.ts';

type Record = { readonly id: number; readonly code: string };
let services: TestServices;
let [mine, theirs]: (OwnerWithUnit & { tenancy: number })[] = [];
let [superadmin, agent, stranger]: TestPerson[] = [];
let auditor: TestPerson;
const db = () => services.database.db;
const given = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not made yet');
  return value;
};
const write = (who: TestPerson | undefined, document: AuditDocument, { id, code }: Record, more: Partial<AuditEntry> = {}) =>
  audit(
    db(),
    { ...createTestCtx(services, given(who)), from: { ...testRequestOrigin, ip: '41.90.64.12' } },
    { kind: 'edit', document, id, code, before: { status: 'a' }, after: { status: 'b' }, reason: 'internal remark', ...more },
  );
const log = async (who = auditor, z_filter = {}) =>
  (await service.list(createTestCtx(services, who), { page: 1, page_size: 100, sort: '-at', z_filter })).results;
const codes = async (who = auditor, z_filter = {}) => (await log(who, z_filter)).map((row) => row.record_code);
const rowOf = (table: 'property' | 'unit' | 'tenancy' | 'invoice', id: number) =>
  db().selectFrom(table).select(['id', 'code']).where('id', '=', id).executeTakeFirstOrThrow();
const companyOf = (one: OwnerWithUnit | undefined) => given(one).owner.me.companyId ?? 0;
async function createHome() {
  const made = await createOwnerWithUnit(services);
  await setTrustMode(services, companyOf(made));
  const tenancy = await createOccupiedTenancy(services, made.property, { unitId: made.unit });
  await runAsPerson(services, made.owner, (ctx) => issueRentInvoice(ctx, tenancy, 100_000));
  return { ...made, tenancy };
}
const invoiceOf = (one: { tenancy: number } | undefined) =>
  db().selectFrom('invoice').select(['id', 'code']).where('tenancy_id', '=', given(one).tenancy).executeTakeFirstOrThrow();

beforeAll(async () => {
  services = await createTestServices();
  [mine, theirs] = [await createHome(), await createHome()];
  [superadmin, agent, stranger] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'agent'),
    await createPerson(services, 'agent'),
  ];
  await db()
    .insertInto('mandate')
    .values({ owner_company_id: companyOf(mine), agent_company_id: given(agent).me.companyId ?? 0, ended_at: new Date() })
    .execute();
  const clerk = await createPerson(services, 'staff');
  auditor = { ...clerk, me: { ...clerk.me, companyId: companyOf(mine), auditor: true } };
});

test('log of an auditor: shows what Makao did to records of the company, without person, address and internal reason', async () => {
  const [property, unit, tenancy, invoice] = [
    await rowOf('property', given(mine).property),
    await rowOf('unit', given(mine).unit),
    await rowOf('tenancy', given(mine).tenancy),
    await invoiceOf(mine),
  ];
  await write(superadmin, 'property', property);
  await write(superadmin, 'units', unit);
  await write(superadmin, 'tenancies', tenancy);
  await write(superadmin, 'invoices', invoice, { before: { person_id: null }, after: { person_id: given(superadmin).id } });
  const seen = await log(auditor, { record: invoice.code });
  const [entry] = seen.filter(({ by_platform }) => by_platform);
  expect(entry).toMatchObject({ actor: null, impersonator: null, ip: null, agent: null, reason: null, by_platform: true });
  expect(await codes()).toEqual(expect.arrayContaining([property.code, unit.code, tenancy.code, invoice.code]));
  const details = await service.details(createTestCtx(services, auditor), { id: given(entry).id });
  expect(details).toMatchObject({ email: null, request_id: null, changes: [{ field: 'person_id', old: null, new: null }] });
  const { csv } = await runAsPerson(services, auditor, (ctx) => service.exportCsv(ctx, { z_filter: { record: invoice.code } }));
  expect(csv).toContain('Makao staff');
  const { name } = await db().selectFrom('person').select('name').where('id', '=', given(superadmin).id).executeTakeFirstOrThrow();
  for (const hidden of [name, 'internal remark', '41.90.64.12', `person_id: ${'null'} → ${given(superadmin).id}`]) expect(csv).not.toContain(hidden);
  // A filter does not find the person or the address either.
  expect(await codes(auditor, { actor: name })).toEqual([]);
  expect(await codes(auditor, { ip: '41.90' })).toEqual([]);
});

test('log of an auditor: hides people of Makao who viewed as a person of the company, also from filters', async () => {
  const { owner } = given(mine);
  const as = createTestCtx(services, owner);
  const me = { ...as.me, impersonatorId: given(superadmin).id };
  const property = await rowOf('property', given(mine).property);
  await audit(
    db(),
    { ...as, me, from: { ...testRequestOrigin, ip: '41.90.64.12' } },
    {
      kind: 'edit',
      document: 'property',
      id: property.id,
      code: property.code,
      before: { status: 'a' },
      after: { status: 'c' },
      reason: 'internal remark',
    },
  );
  const [entry] = await log(auditor, { document: 'property' });
  expect(entry).toMatchObject({ actor: null, impersonator: null, ip: null, reason: null, by_platform: true });
  const { email, name } = await db().selectFrom('person').select(['email', 'name']).where('id', '=', given(superadmin).id).executeTakeFirstOrThrow();
  expect(await log(auditor, { actor: name })).toEqual([]);
  expect(await log(auditor, { actor: email ?? '' })).toEqual([]);
});

test('log of an auditor: names the people of an agency that the company appointed, also after the mandate ended', async () => {
  const invoice = await invoiceOf(mine);
  await write(agent, 'invoices', invoice, { reason: 'the tenant asked' });
  const entry = (await log(auditor, { record: invoice.code })).find(({ actor }) => actor?.id === given(agent).id);
  expect(entry).toMatchObject({ by_platform: false, ip: null, agent: null, reason: 'the tenant asked' });
  // Makao in the place of a person of the agency is shown as Makao.
  const looking = { ...given(agent), me: { ...given(agent).me, impersonatorId: given(superadmin).id } };
  await write(looking, 'invoices', invoice);
  expect((await log(auditor, { record: invoice.code }))[0]).toMatchObject({ actor: null, impersonator: null, by_platform: true });
  // A company without a mandate does nothing to the records of this one.
  await write(stranger, 'invoices', invoice, { reason: 'a stranger' });
  expect((await log(auditor, { record: invoice.code })).map(({ reason }) => reason)).not.toContain('a stranger');
});

test('log of an auditor: shows no entry about a record of another company, and none of another table with the same id', async () => {
  const [invoice, foreign] = [await invoiceOf(mine), await invoiceOf(theirs)];
  await write(superadmin, 'invoices', foreign);
  await write(superadmin, 'invoices', { id: invoice.id, code: `RUN-${invoice.id}` });
  await write(superadmin, 'invoices', { id: foreign.id, code: invoice.code });
  const before = await codes();
  expect(before).not.toContain(foreign.code);
  expect(before).not.toContain(`RUN-${invoice.id}`);
  expect((await log(auditor, { record: String(foreign.id), document: 'invoices' })).filter((row) => row.record_id === foreign.id)).toEqual([]);
  // Other people of the company still read what its own people did.
  expect((await log(given(mine).owner)).some(({ by_platform, actor }) => by_platform || actor?.id === given(superadmin).id)).toBe(false);
  const { auditor: _, ...me } = auditor.me;
  const clerk = { ...auditor, me };
  expect((await log(clerk)).filter(({ actor }) => actor?.id !== auditor.id)).toEqual([]);
});

test('log of an auditor: begins with the purchase for a property that was sold', async () => {
  const [property, unit] = [await rowOf('property', given(theirs).property), await rowOf('unit', given(theirs).unit)];
  await write(superadmin, 'units', unit, { after: { status: 'before the sale' } });
  await sql`update property set company_id = ${companyOf(mine)} where id = ${property.id}`.execute(db());
  await write(superadmin, 'property', property, { before: { holder: 'A' }, after: { holder: 'B' } });
  expect(await codes(auditor, { record: unit.code })).toEqual([]);
  expect(await codes(auditor, { record: property.code })).toEqual([]);
  await write(superadmin, 'units', unit, { after: { status: 'after the sale' } });
  expect(await codes(auditor, { record: unit.code })).toEqual([unit.code]);
});

test('log of an auditor: leaves out a payment that was ever allocated to another company', async () => {
  const account = await readPlatformPaybillAccount(services);
  const [clean, moved] = [
    await payForTenancy(services, given(mine).tenancy, { account, cents: 1_000, payer: 'ANN' }),
    await payForTenancy(services, given(theirs).tenancy, { account, cents: 1_000, payer: 'BEN' }),
  ];
  await db()
    .updateTable('payment')
    .set({ company_id: companyOf(mine) })
    .where('id', '=', moved)
    .execute();
  const rows = await db().selectFrom('payment').select(['id', 'code', 'allocated_cents']).where('id', 'in', [clean, moved]).orderBy('id').execute();
  expect(rows.map(({ allocated_cents }) => allocated_cents)).toEqual([1_000, 1_000]);
  for (const row of rows) await write(superadmin, 'payments', row);
  expect(new Set(await codes(auditor, { document: 'payments' }))).toEqual(new Set([rows[0]?.code]));
});
