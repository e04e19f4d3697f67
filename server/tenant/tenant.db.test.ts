import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { statusNumbers } from '#contract/tenant/status.ts';
import { anonymiseDue } from '#server/identity/closing.ts';
import { exportPerson } from '#server/identity/export.ts';
import { happened } from '#server/kernel/happen.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { waitsWithout } from '#test/lock-order.ts';
import { asNow, ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { type Place, place } from '#test/worlds/market.ts';
import { tenantHandlers as calls } from './room.ts';
import { relate } from './service.ts';

let house: House;
let at: Place;
let n = 0;
const db = () => house.database.db;
const number = () => `+2547130${String(++n).padStart(5, '0')}`;
const company = (who: Somebody) => who.me.companyId ?? 0;
const page = { page: 1, page_size: 10 as const };
const all = (who: Somebody, z_filter: object = {}) => calls.all(ctxOf(house, who), { ...page, sort: '-created_at', tabs: true, z_filter });
const create = (who: Somebody, given: object) => inTransaction(house, who, (ctx) => calls.create(ctx, { name: 'Asha', anyway: false, ...given }));
const details = (who: Somebody, id: number) => calls.details(ctxOf(house, who), { id });
const missing = { failure: 'notFound' };

/** Somebody who applied for, or lives in, the home of this place. */
async function applied(tenantId: number, personId: number, status = 'declined') {
  const { rows } = await sql<{
    id: number;
  }>`insert into booking (company_id, property_id, unit_id, tenant_id, person_id, status, starts_on, term_months, bill)
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
  house = await freshHouse();
  at = await place(house);
});

describe('a company’s relation', () => {
  test('is written down once: a known number is refused by name, a known e-mail unless it is another person, the account’s too', async () => {
    const phone = number();
    const asha = await create(at.owner, {
      name: 'Asha Wanjiru',
      phone: phone.replace('+254', '0'),
      email: 'asha@makao.test',
      tags: ['early', 'Early'],
    });
    expect(asha).toMatchObject({ phone, status: statusNumbers.prospective, tags: ['Early'], has_account: false, may: { edit: true, note: true } });
    await expect(create(at.owner, { name: 'A. W.', phone })).rejects.toMatchObject({
      extra: { fields: { phone: expect.stringContaining('Asha Wanjiru') } },
    });
    await expect(create(at.owner, { name: 'A. W.', phone, anyway: true })).rejects.toMatchObject({ failure: 'invalid' });
    await expect(create(at.owner, { name: 'Baraka', email: 'ASHA@makao.test' })).rejects.toMatchObject({
      extra: { fields: { email: expect.any(String) } },
    });
    expect(await create(at.owner, { name: 'Baraka', email: 'ASHA@makao.test', anyway: true })).toMatchObject({ name: 'Baraka' });
    await expect(create(at.owner, { name: 'Nobody' })).rejects.toMatchObject({ extra: { fields: { phone: expect.any(String) } } });

    const person = await somebody(house, 'tenant');
    const theirs = number();
    await db().updateTable('person').set({ phone: theirs, phone_proved_at: new Date() }).where('id', '=', person.id).execute();
    const related = await inTransaction(house, at.owner, (ctx) =>
      relate(ctx, company(at.owner), { personId: person.id, name: 'Chebet', phone: null, email: null }),
    );
    expect(await calls.known(ctxOf(house, at.owner), { phone: theirs })).toMatchObject({ results: [{ id: related, by: 'account' }] });
    // By number alone, as a wizard and a sheet know them, it is the same relation.
    await db().updateTable('tenant').set({ phone: theirs }).where('id', '=', related).execute();
    const byNumber = { personId: null, name: 'Chebet', phone: theirs, email: null };
    expect(await inTransaction(house, at.owner, (ctx) => relate(ctx, company(at.owner), byNumber))).toBe(related);
    const stranger = await somebody(house, 'owner');
    expect(await calls.known(ctxOf(house, stranger), { phone: theirs })).toEqual({ results: [], elsewhere: false });
  });

  test('is that company’s alone: another one has its own and finds neither row, tag nor note', async () => {
    const other = await somebody(house, 'owner');
    const phone = number();
    const mine = await create(at.owner, { name: 'Dalmas', phone, tags: ['quiet'] });
    expect(await create(other, { name: 'Dalmas', phone })).toMatchObject({ name: 'Dalmas' });
    await expect(details(other, mine.id)).rejects.toMatchObject(missing);
    expect((await all(other)).count).toBe(1);
    expect((await calls.tags(ctxOf(house, other), {})).results).toEqual([]);
    await expect(inTransaction(house, other, (ctx) => calls.update(ctx, { id: mine.id, name: 'X', anyway: false }))).rejects.toMatchObject(missing);
    await expect(inTransaction(house, other, (ctx) => calls.addNote(ctx, { tenant_id: mine.id, text: 'Mine' }))).rejects.toMatchObject(missing);
  });

  test('stands in tabs by status, is found by number, name and tag, and says where they live', async () => {
    const owner = at.owner;
    const phone = number();
    const { id } = await create(owner, { name: 'Esther Muli', phone, tags: ['garden'] });
    await lives(id);
    await inTransaction(house, owner, (ctx) => happened(ctx, 'tenant.facts', { tenantId: id }));
    const found = await all(owner, { q: phone.replace('+254', '0'), status: statusNumbers.current });
    expect(found).toMatchObject({ count: 1, results: [{ id, home: { id: at.unit }, status: 3 }] });
    expect(found.tabs).toMatchObject({ '3': 1, all: 1 });
    expect((await all(owner, { tag: 'garden' })).results.map((t) => t.id)).toEqual([id]);
    expect((await details(owner, id)).tenancies).toMatchObject([{ unit: { id: at.unit }, role: 'lead', status: 2 }]);
  });

  test('a correction that nobody saw in between is kept, a second one is told', async () => {
    const { id, revision } = await create(at.owner, { name: 'Fatuma', phone: number() });
    const change = (name: string) => inTransaction(house, at.owner, (ctx) => calls.update(ctx, { id, name, revision, anyway: false }));
    expect(await change('Fatuma Ali')).toMatchObject({ name: 'Fatuma Ali' });
    await expect(change('F. Ali')).rejects.toMatchObject({ failure: 'conflict' });
  });
});

describe('private notes', () => {
  test('are read by the company that wrote them, and changed by who wrote each; not by the platform, not by whom they are about', async () => {
    const person = await somebody(house, 'tenant');
    const id = await inTransaction(house, at.owner, (ctx) =>
      relate(ctx, company(at.owner), { personId: person.id, name: 'Grace', phone: null, email: null }),
    );
    const note = await inTransaction(house, at.owner, (ctx) => calls.addNote(ctx, { tenant_id: id, text: 'Pays on the 3rd' }));
    const read = (who: Somebody) => calls.notes(ctxOf(house, who), { tenant_id: id, ...page });
    expect((await read(at.owner)).results).toMatchObject([{ text: 'Pays on the 3rd', mine: true }]);
    for (const role of ['superadmin', 'admin'] as const) await expect(read(await somebody(house, role))).rejects.toMatchObject(missing);
    await expect(read(person)).rejects.toMatchObject(missing);
    const colleague = await somebody(house, 'staff', ['tenants.read', 'tenants.edit']);
    await db()
      .updateTable('person')
      .set({ company_id: company(at.owner) })
      .where('id', '=', colleague.id)
      .execute();
    const seen = { ...colleague, me: { ...colleague.me, companyId: company(at.owner) } };
    expect((await read(seen)).results).toMatchObject([{ text: 'Pays on the 3rd', mine: false }]);
    await expect(inTransaction(house, seen, (ctx) => calls.editNote(ctx, { id: note.id, text: 'Never pays' }))).rejects.toMatchObject(missing);
    expect(JSON.stringify(await exportPerson(db(), person.id))).not.toContain('Pays on the 3rd');
    expect(JSON.stringify(await exportPerson(db(), person.id))).toContain('Grace');
  });
});

test('whose role reads tenants alone is told of no tenancy, booking or paper of theirs', async () => {
  const person = await somebody(house, 'tenant');
  const { id } = await create(at.owner, { name: 'Wekesa', phone: number() });
  await applied(id, person.id);
  await lives(id, 'terminate');
  const hired = await somebody(house, 'staff', ['tenants.read', 'property.read']);
  const staff = { ...hired, me: { ...hired.me, companyId: company(at.owner) } };
  expect(await details(staff, id)).toMatchObject({ name: 'Wekesa', tenancies: [], bookings: [], files: [] });
  expect(await details(at.owner, id)).toMatchObject({ tenancies: [expect.anything()], bookings: [expect.anything()] });
});

describe('merging', () => {
  test('everything that points to the one points to the other, and the old number leads to who stayed', async () => {
    const person = await somebody(house, 'tenant');
    const [one, other] = [
      await create(at.owner, { name: 'Hamisi', phone: number(), tags: ['a'] }),
      await create(at.owner, { name: 'Hamisi Juma', email: 'h@makao.test', tags: ['b'] }),
    ];
    const booking = await applied(one.id, person.id);
    const tenancy = await lives(one.id, 'terminate');
    await inTransaction(house, at.owner, (ctx) => calls.addNote(ctx, { tenant_id: one.id, text: 'Same person' }));
    expect(await calls.mergeLook(ctxOf(house, at.owner), { id: one.id, into: other.id })).toEqual({
      bookings: 1,
      tenancies: 1,
      notes: 1,
      problem: null,
      number_gone: null,
    });
    const kept = await inTransaction(house, at.owner, (ctx) => calls.merge(ctx, { id: one.id, into: other.id }));
    expect(kept).toMatchObject({ id: other.id, name: 'Hamisi Juma', phone: one.phone, email: 'h@makao.test', tags: ['b', 'a'] });
    expect(kept.bookings.map((b) => b.id)).toEqual([booking]);
    expect(kept.tenancies.map((t) => t.id)).toEqual([tenancy]);
    expect((await calls.notes(ctxOf(house, at.owner), { tenant_id: other.id, ...page })).count).toBe(1);
    expect(await details(at.owner, one.id)).toMatchObject({ id: other.id });
    expect((await all(at.owner, { q: 'Hamisi' })).results.map((t) => t.id)).toEqual([other.id]);
    // What became this one before now leads to what it became.
    const third = await create(at.owner, { name: 'Hamisi J.', phone: number() });
    await inTransaction(house, at.owner, (ctx) => calls.merge(ctx, { id: other.id, into: third.id }));
    expect(await details(at.owner, one.id)).toMatchObject({ id: third.id });
    const { rows } = await sql`select 1 from booking where tenant_id <> ${third.id} and id = ${booking}`.execute(db());
    expect(rows).toEqual([]);
  });

  test('waits for whoever works on a record of theirs while it holds neither of them', async () => {
    const person = await somebody(house, 'tenant');
    const [one, other] = [await create(at.owner, { name: 'Njoki', phone: number() }), await create(at.owner, { name: 'Njoki W.', phone: number() })];
    const booking = await applied(one.id, person.id);
    const later = [one, other].map(({ id }) => ['tenant', id] as const);
    await waitsWithout(house, ['booking', booking], later, () =>
      inTransaction(house, at.owner, (ctx) => calls.merge(ctx, { id: one.id, into: other.id })),
    );
    expect(await details(at.owner, one.id)).toMatchObject({ id: other.id });
  });

  test('two accounts and two people of one lease stay two people; another company’s is not found', async () => {
    const related = async (who: Somebody) => {
      const person = await somebody(house, 'tenant');
      return inTransaction(house, who, (ctx) => relate(ctx, company(who), { personId: person.id, name: `P${person.id}`, phone: null, email: null }));
    };
    const merge = (id: number, into: number) => inTransaction(house, at.owner, (ctx) => calls.merge(ctx, { id, into }));
    const [a, b] = [await related(at.owner), await related(at.owner)];
    await expect(merge(a, b)).rejects.toMatchObject({ failure: 'conflict' });
    const c = await create(at.owner, { name: 'Co', phone: number() });
    const tenancy = await lives(a, 'terminate');
    await sql`insert into tenancy_person (tenancy_id, tenant_id, role) values (${tenancy}, ${c.id}, 'occupant')`.execute(db());
    await expect(merge(c.id, a)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(merge(a, a)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(merge(a, await related(await somebody(house, 'owner')))).rejects.toMatchObject(missing);
  });
});

test('whoever accepts a company’s invitation as a tenant is whom it wrote down under that e-mail', async () => {
  const owner = await somebody(house, 'owner');
  const written = await create(owner, { name: 'Imani', email: 'imani@makao.test' });
  const person = await somebody(house, 'tenant');
  await db().updateTable('person').set({ email: 'imani@makao.test' }).where('id', '=', person.id).execute();
  const accept = (kind: string) =>
    inTransaction(house, person, (ctx) =>
      happened(ctx, 'invitation.accepted', { kind, companyId: company(owner), personId: person.id, phone: null, email: 'imani@makao.test' }),
    );
  await accept('agent');
  expect((await details(owner, written.id)).has_account).toBe(false);
  await accept('tenant');
  await accept('tenant');
  expect((await all(owner)).results).toMatchObject([{ id: written.id, has_account: true }]);
});

test('a number that somebody only wrote down opens nobody else’s relation, in either order; shown, it opens their own', async () => {
  const thief = await somebody(house, 'tenant');
  const phone = number();
  const claim = (proved: Date | null) => db().updateTable('person').set({ phone, phone_proved_at: proved }).where('id', '=', thief.id).execute();
  const asThemselves = (owner: Somebody) =>
    inTransaction(house, owner, (ctx) => relate(ctx, company(owner), { personId: thief.id, name: 'Nyambura T.', phone, email: null }));
  const byNumber = (owner: Somebody) =>
    inTransaction(house, owner, (ctx) => relate(ctx, company(owner), { personId: null, name: 'Nyambura', phone, email: null }));
  await claim(null);
  const [first, second] = [await somebody(house, 'owner'), await somebody(house, 'owner')];
  const written = await byNumber(first);
  expect(await asThemselves(first)).not.toBe(written);
  const claimed = await asThemselves(second);
  const real = await byNumber(second);
  expect(real).not.toBe(claimed);
  expect((await details(second, real)).has_account).toBe(false);
  await inTransaction(house, thief, (ctx) =>
    happened(ctx, 'invitation.accepted', { kind: 'tenant', companyId: company(first), personId: thief.id, phone: null, email: thief.email }),
  );
  expect((await details(first, written)).has_account).toBe(false);
  await claim(new Date());
  const third = await somebody(house, 'owner');
  const known = await byNumber(third);
  expect(await asThemselves(third)).toBe(known);
});

test('a closed account leaves the relation without a name, and no note', async () => {
  const person = await somebody(house, 'tenant');
  const id = await inTransaction(house, at.owner, (ctx) =>
    relate(ctx, company(at.owner), { personId: person.id, name: 'Jelagat', phone: number(), email: 'j@makao.test' }),
  );
  await inTransaction(house, at.owner, (ctx) => calls.addNote(ctx, { tenant_id: id, text: 'Has a dog' }));
  await db()
    .updateTable('person')
    .set({ closed_at: new Date('2026-01-01'), is_active: false })
    .where('id', '=', person.id)
    .execute();
  await setClock(house, '2030-01-01T09:00:00Z');
  await anonymiseDue(db());
  expect(await details(at.owner, id)).toMatchObject({ name: 'Closed account', phone: null, email: null });
  expect((await calls.notes(ctxOf(house, at.owner), { tenant_id: id, ...page })).count).toBe(0);
});

test('limited staff learn that a colleague knows somebody, not whom', async () => {
  const phone = number();
  const asha = await create(at.owner, { name: 'Asha Far', phone });
  const staff = await somebody(house, 'staff', ['tenants.read', 'tenants.create']);
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
  const now = await asNow(house, staff);
  await expect(details(now, asha.id)).rejects.toMatchObject(missing);
  expect(await calls.known(ctxOf(house, now), { phone })).toEqual({ results: [], elsewhere: true });
  const refused = create(now, { name: 'Asha again', phone });
  await expect(refused).rejects.toMatchObject({ extra: { fields: { phone: expect.not.stringContaining('Asha') } } });
});
