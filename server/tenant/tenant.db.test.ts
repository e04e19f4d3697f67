import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { tenantStatusNumbers } from '#contract/tenant/status.ts';
import { exportPersonalData } from '#server/identity/export.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { assertHoldsNoLaterLocks } from '#test/lock-order.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { tenantHandlers } from './module.ts';
import { findOrCreateTenant } from './service.ts';

let services: TestServices;
let at: OwnerWithUnit;
let n = 0;
const db = () => services.database.db;
const number = () => `+2547130${String(++n).padStart(5, '0')}`;
const company = (who: TestPerson) => who.me.companyId ?? 0;
const page = { page: 1, page_size: 10 as const };
const all = (who: TestPerson, z_filter: object = {}) =>
  tenantHandlers.list(createTestCtx(services, who), { ...page, sort: '-created_at', tabs: true, z_filter });
const create = (who: TestPerson, given: object) =>
  runAsPerson(services, who, (ctx) => tenantHandlers.create(ctx, { name: 'Asha', anyway: false, ...given }));
const details = (who: TestPerson, id: number) => tenantHandlers.details(createTestCtx(services, who), { id });
const missing = { failure: 'notFound' };
type Row = { id: number };

/** Creates an application or a tenancy for this tenant and this property. */
async function applied(tenantId: number, personId: number, status = 'declined') {
  const { rows } = await sql<Row>`insert into booking (company_id, property_id, unit_id, tenant_id, person_id, status, starts_on, term_months, bill)
    values (${company(at.owner)}, ${at.property}, ${at.unit}, ${tenantId}, ${personId}, ${status}, '2026-01-01', 12, '{}') returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? 0;
}
async function lives(tenantId: number, status = 'active') {
  return db()
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`insert into tenancy (company_id, property_id, unit_id, listing_type, status, starts_on, ends_on)
        values (${company(at.owner)}, ${at.property}, ${at.unit}, 0, ${status}, '2026-01-01', '2027-12-31') returning id`.execute(tx);
      const id = rows[0]?.id ?? 0;
      await sql`insert into tenancy_person (tenancy_id, tenant_id, role, share_bp) values (${id}, ${tenantId}, 'lead', 10000)`.execute(tx);
      return id;
    });
}

beforeAll(async () => {
  services = await createTestServices();
  at = await createOwnerWithUnit(services);
});

describe('tenant record', () => {
  test('creation rejects a known number and names the tenant, and rejects a known email unless confirmed as another person', async () => {
    const phone = number();
    const asha = await create(at.owner, {
      name: 'Asha Wanjiru',
      phone: phone.replace('+254', '0'),
      email: 'asha@makao.test',
      tags: ['early', 'Early'],
    });
    expect(asha).toMatchObject({
      phone,
      status: tenantStatusNumbers.prospective,
      tags: ['Early'],
      has_account: false,
      may: { edit: true, note: true },
    });
    await expect(create(at.owner, { name: 'A. W.', phone })).rejects.toMatchObject({
      extra: { fields: { phone: expect.stringContaining('Asha Wanjiru') } },
    });
    await expect(create(at.owner, { name: 'A. W.', phone, anyway: true })).rejects.toMatchObject({ failure: 'invalid' });
    await expect(create(at.owner, { name: 'Baraka', email: 'ASHA@makao.test' })).rejects.toMatchObject({
      extra: { fields: { email: expect.any(String) } },
    });
    expect(await create(at.owner, { name: 'Baraka', email: 'ASHA@makao.test', anyway: true })).toMatchObject({ name: 'Baraka' });
    await expect(create(at.owner, { name: 'Nobody' })).rejects.toMatchObject({ extra: { fields: { phone: expect.any(String) } } });

    const person = await createPerson(services, 'tenant');
    const theirs = number();
    await db().updateTable('person').set({ phone: theirs, phone_proved_at: new Date() }).where('id', '=', person.id).execute();
    const related = await runAsPerson(services, at.owner, (ctx) =>
      findOrCreateTenant(ctx, company(at.owner), { personId: person.id, name: 'Chebet', phone: null, email: null }),
    );
    expect(await tenantHandlers.findKnown(createTestCtx(services, at.owner), { phone: theirs })).toMatchObject({
      results: [{ id: related, by: 'account' }],
    });
    // The record is the same when the wizard or a sheet knows only the number.
    await db().updateTable('tenant').set({ phone: theirs }).where('id', '=', related).execute();
    const byNumber = { personId: null, name: 'Chebet', phone: theirs, email: null };
    expect(await runAsPerson(services, at.owner, (ctx) => findOrCreateTenant(ctx, company(at.owner), byNumber))).toBe(related);
    const stranger = await createPerson(services, 'owner');
    expect(await tenantHandlers.findKnown(createTestCtx(services, stranger), { phone: theirs })).toEqual({ results: [], elsewhere: false });
  });

  test('another company has a separate record of the same tenant, and cannot find the record, tags or notes of the first company', async () => {
    const other = await createPerson(services, 'owner');
    const phone = number();
    const mine = await create(at.owner, { name: 'Dalmas', phone, tags: ['quiet'] });
    expect(await create(other, { name: 'Dalmas', phone })).toMatchObject({ name: 'Dalmas' });
    await expect(details(other, mine.id)).rejects.toMatchObject(missing);
    expect((await all(other)).count).toBe(1);
    expect((await tenantHandlers.listTags(createTestCtx(services, other), {})).results).toEqual([]);
    await expect(runAsPerson(services, other, (ctx) => tenantHandlers.update(ctx, { id: mine.id, name: 'X', anyway: false }))).rejects.toMatchObject(
      missing,
    );
    await expect(runAsPerson(services, other, (ctx) => tenantHandlers.addNote(ctx, { tenant_id: mine.id, text: 'Mine' }))).rejects.toMatchObject(
      missing,
    );
  });

  test('the list has tabs by status, searches by number, name and tag, and shows the home', async () => {
    const owner = at.owner;
    const phone = number();
    const { id } = await create(owner, { name: 'Esther Muli', phone, tags: ['garden'] });
    await lives(id);
    await runAsPerson(services, owner, (ctx) => publishEvent(ctx, 'tenant.facts', { tenantId: id }));
    const found = await all(owner, { q: phone.replace('+254', '0'), status: tenantStatusNumbers.current });
    expect(found).toMatchObject({ count: 1, results: [{ id, home: { id: at.unit }, status: 3 }] });
    expect(found.tabs).toMatchObject({ '3': 1, all: 1 });
    expect((await all(owner, { tag: 'garden' })).results.map((t) => t.id)).toEqual([id]);
    expect((await details(owner, id)).tenancies).toMatchObject([{ unit: { id: at.unit }, role: 'lead', status: 2 }]);
  });

  test('an update is accepted from the current revision and rejected from a stale revision', async () => {
    const { id, revision } = await create(at.owner, { name: 'Fatuma', phone: number() });
    const change = (name: string) => runAsPerson(services, at.owner, (ctx) => tenantHandlers.update(ctx, { id, name, revision, anyway: false }));
    expect(await change('Fatuma Ali')).toMatchObject({ name: 'Fatuma Ali' });
    await expect(change('F. Ali')).rejects.toMatchObject({ failure: 'conflict' });
  });
});

describe('tenant notes', () => {
  test("are readable by the author's company and editable by the author, but hidden from Makao and the tenant", async () => {
    const person = await createPerson(services, 'tenant');
    const id = await runAsPerson(services, at.owner, (ctx) =>
      findOrCreateTenant(ctx, company(at.owner), { personId: person.id, name: 'Grace', phone: null, email: null }),
    );
    const note = await runAsPerson(services, at.owner, (ctx) => tenantHandlers.addNote(ctx, { tenant_id: id, text: 'Pays on the 3rd' }));
    const read = (who: TestPerson) => tenantHandlers.listNotes(createTestCtx(services, who), { tenant_id: id, ...page });
    expect((await read(at.owner)).results).toMatchObject([{ text: 'Pays on the 3rd', mine: true }]);
    for (const role of ['superadmin', 'admin'] as const) await expect(read(await createPerson(services, role))).rejects.toMatchObject(missing);
    await expect(read(person)).rejects.toMatchObject(missing);
    const colleague = await createPerson(services, 'staff', ['tenants.read', 'tenants.edit']);
    await db()
      .updateTable('person')
      .set({ company_id: company(at.owner) })
      .where('id', '=', colleague.id)
      .execute();
    const seen = { ...colleague, me: { ...colleague.me, companyId: company(at.owner) } };
    expect((await read(seen)).results).toMatchObject([{ text: 'Pays on the 3rd', mine: false }]);
    await expect(runAsPerson(services, seen, (ctx) => tenantHandlers.editNote(ctx, { id: note.id, text: 'Never pays' }))).rejects.toMatchObject(
      missing,
    );
    expect(JSON.stringify(await exportPersonalData(db(), person.id))).not.toContain('Pays on the 3rd');
    expect(JSON.stringify(await exportPersonalData(db(), person.id))).toContain('Grace');
  });
});

test('tenant details: hide tenancies, bookings and documents from a role that reads only tenants', async () => {
  const person = await createPerson(services, 'tenant');
  const { id } = await create(at.owner, { name: 'Wekesa', phone: number() });
  await applied(id, person.id);
  await lives(id, 'terminate');
  const hired = await createPerson(services, 'staff', ['tenants.read', 'property.read']);
  const staff = { ...hired, me: { ...hired.me, companyId: company(at.owner) } };
  expect(await details(staff, id)).toMatchObject({ name: 'Wekesa', tenancies: [], bookings: [], files: [] });
  expect(await details(at.owner, id)).toMatchObject({ tenancies: [expect.anything()], bookings: [expect.anything()] });
});

describe('merging tenants', () => {
  test('moves every reference to the remaining record, and the old id opens the remaining record', async () => {
    const person = await createPerson(services, 'tenant');
    const [one, other] = [
      await create(at.owner, { name: 'Hamisi', phone: number(), tags: ['a'] }),
      await create(at.owner, { name: 'Hamisi Juma', email: 'h@makao.test', tags: ['b'] }),
    ];
    const booking = await applied(one.id, person.id);
    const tenancy = await lives(one.id, 'terminate');
    await runAsPerson(services, at.owner, (ctx) => tenantHandlers.addNote(ctx, { tenant_id: one.id, text: 'Same person' }));
    expect(await tenantHandlers.previewMerge(createTestCtx(services, at.owner), { id: one.id, into: other.id })).toEqual({
      bookings: 1,
      tenancies: 1,
      notes: 1,
      problem: null,
      number_gone: null,
    });
    const kept = await runAsPerson(services, at.owner, (ctx) => tenantHandlers.merge(ctx, { id: one.id, into: other.id }));
    expect(kept).toMatchObject({ id: other.id, name: 'Hamisi Juma', phone: one.phone, email: 'h@makao.test', tags: ['b', 'a'] });
    expect(kept.bookings.map((b) => b.id)).toEqual([booking]);
    expect(kept.tenancies.map((t) => t.id)).toEqual([tenancy]);
    expect((await tenantHandlers.listNotes(createTestCtx(services, at.owner), { tenant_id: other.id, ...page })).count).toBe(1);
    expect(await details(at.owner, one.id)).toMatchObject({ id: other.id });
    expect((await all(at.owner, { q: 'Hamisi' })).results.map((t) => t.id)).toEqual([other.id]);
    // Records merged into this one earlier now lead to the remaining one.
    const third = await create(at.owner, { name: 'Hamisi J.', phone: number() });
    await runAsPerson(services, at.owner, (ctx) => tenantHandlers.merge(ctx, { id: other.id, into: third.id }));
    expect(await details(at.owner, one.id)).toMatchObject({ id: third.id });
    const { rows } = await sql`select 1 from booking where tenant_id <> ${third.id} and id = ${booking}`.execute(db());
    expect(rows).toEqual([]);
  });

  test('locks no tenant record before the booking that refers to the tenant', async () => {
    const person = await createPerson(services, 'tenant');
    const [one, other] = [await create(at.owner, { name: 'Njoki', phone: number() }), await create(at.owner, { name: 'Njoki W.', phone: number() })];
    const booking = await applied(one.id, person.id);
    const later = [one, other].map(({ id }) => ['tenant', id] as const);
    await assertHoldsNoLaterLocks(services, ['booking', booking], later, () =>
      runAsPerson(services, at.owner, (ctx) => tenantHandlers.merge(ctx, { id: one.id, into: other.id })),
    );
    expect(await details(at.owner, one.id)).toMatchObject({ id: other.id });
  });

  test('is rejected for two accounts, for two people in one lease and for a record of another company', async () => {
    const related = async (who: TestPerson) => {
      const person = await createPerson(services, 'tenant');
      return runAsPerson(services, who, (ctx) =>
        findOrCreateTenant(ctx, company(who), { personId: person.id, name: `P${person.id}`, phone: null, email: null }),
      );
    };
    const merge = (id: number, into: number) => runAsPerson(services, at.owner, (ctx) => tenantHandlers.merge(ctx, { id, into }));
    const [a, b] = [await related(at.owner), await related(at.owner)];
    await expect(merge(a, b)).rejects.toMatchObject({ failure: 'conflict' });
    const c = await create(at.owner, { name: 'Co', phone: number() });
    const tenancy = await lives(a, 'terminate');
    await sql`insert into tenancy_person (tenancy_id, tenant_id, role) values (${tenancy}, ${c.id}, 'occupant')`.execute(db());
    await expect(merge(c.id, a)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(merge(a, a)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(merge(a, await related(await createPerson(services, 'owner')))).rejects.toMatchObject(missing);
  });
});

test('tenant invitation: links the tenant record with the invited email to the account that accepts the invitation', async () => {
  const owner = await createPerson(services, 'owner');
  const written = await create(owner, { name: 'Imani', email: 'imani@makao.test' });
  const person = await createPerson(services, 'tenant');
  await db().updateTable('person').set({ email: 'imani@makao.test' }).where('id', '=', person.id).execute();
  const accept = (kind: string) =>
    runAsPerson(services, person, (ctx) =>
      publishEvent(ctx, 'invitation.accepted', { kind, companyId: company(owner), personId: person.id, phone: null, email: 'imani@makao.test' }),
    );
  await accept('agent');
  expect((await details(owner, written.id)).has_account).toBe(false);
  await accept('tenant');
  await accept('tenant');
  expect((await all(owner)).results).toMatchObject([{ id: written.id, has_account: true }]);
});

test('phone number of a tenant: gives an account access to the tenant record only after verification', async () => {
  const thief = await createPerson(services, 'tenant');
  const phone = number();
  const claim = (proved: Date | null) => db().updateTable('person').set({ phone, phone_proved_at: proved }).where('id', '=', thief.id).execute();
  const asThemselves = (owner: TestPerson) =>
    runAsPerson(services, owner, (ctx) => findOrCreateTenant(ctx, company(owner), { personId: thief.id, name: 'Nyambura T.', phone, email: null }));
  const byNumber = (owner: TestPerson) =>
    runAsPerson(services, owner, (ctx) => findOrCreateTenant(ctx, company(owner), { personId: null, name: 'Nyambura', phone, email: null }));
  await claim(null);
  const [first, second] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
  const written = await byNumber(first);
  expect(await asThemselves(first)).not.toBe(written);
  const claimed = await asThemselves(second);
  const real = await byNumber(second);
  expect(real).not.toBe(claimed);
  expect((await details(second, real)).has_account).toBe(false);
  await runAsPerson(services, thief, (ctx) =>
    publishEvent(ctx, 'invitation.accepted', { kind: 'tenant', companyId: company(first), personId: thief.id, phone: null, email: thief.email }),
  );
  expect((await details(first, written)).has_account).toBe(false);
  await claim(new Date());
  const third = await createPerson(services, 'owner');
  const known = await byNumber(third);
  expect(await asThemselves(third)).toBe(known);
});

test('tenant search by number: shows staff with limited access that another record exists, but not the name of the tenant', async () => {
  const phone = number();
  const asha = await create(at.owner, { name: 'Asha Far', phone });
  const staff = await createPerson(services, 'staff', ['tenants.read', 'tenants.create']);
  await db()
    .updateTable('person')
    .set({ company_id: company(at.owner) })
    .where('id', '=', staff.id)
    .execute();
  const team = await db()
    .insertInto('team')
    .values({ company_id: company(at.owner), name: 'Far team', limited: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db().insertInto('team_member').values({ team_id: team.id, person_id: staff.id }).execute();
  const now = await reloadTestPerson(services, staff);
  await expect(details(now, asha.id)).rejects.toMatchObject(missing);
  expect(await tenantHandlers.findKnown(createTestCtx(services, now), { phone })).toEqual({ results: [], elsewhere: true });
  const refused = create(now, { name: 'Asha again', phone });
  await expect(refused).rejects.toMatchObject({ extra: { fields: { phone: expect.not.stringContaining('Asha') } } });
});
