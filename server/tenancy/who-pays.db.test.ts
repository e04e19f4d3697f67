import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { paperService } from '#server/paper/service.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { as, asha, at, file, here, house, livedIn, me, read, start, tenancyTests, told, who } from '#test/worlds/tenancies.ts';
import * as tenancy from './service.ts';

tenancyTests();

type People = Parameters<typeof tenancy.changePeople>[1]['people'];
type Given = Omit<Parameters<typeof tenancy.changePeople>[1], 'id' | 'from' | 'people' | 'reason'> & { from?: string };
const change = (id: number, people: People, { from = start, ...more }: Given = {}) =>
  as(here.owner, (ctx) => tenancy.changePeople(ctx, { id, from, people, reason: '', ...more }));
const offer = (id: number, more: object = {}) =>
  as(here.owner, (ctx) =>
    tenancy.offerRenewal(ctx, { id, ends_on: addDays(start, 2000), rent_cents: cents(300_000_000), until: addDays(start, 9), message: '', ...more }),
  );
const record = (id: number) => as(here.owner, (ctx) => tenancy.recordRenewal(ctx, { id, reason: 'said so by phone' }));
const straw: People = [{ name: 'Straw Man', phone: '0712 000 555', role: 'lead', share_bp: 10_000 }];
const inIt = async (id: number) =>
  (await read(id)).people.filter((one) => one.until === null).map((one) => `${one.name} ${one.role} ${one.share_bp}`);
const lead = async (id: number) => (await read(id)).people.find((one) => one.role === 'lead' && one.until === null)?.tenant_id ?? 0;
/** Somebody the company knows, with an account. */
const applicant = async (name: string) => {
  const person = await somebody(house, 'tenant');
  const row = await house.database.db
    .insertInto('tenant')
    .values({ company_id: here.owner.me.companyId ?? 0, person_id: person.id, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { person, tenant_id: row.id };
};
const paper = async (id: number, more: object = {}) => {
  const given = { tenancy_id: id, kind: 'addendum', name: 'She leaves', file, shared: 'true', ...more };
  const { results } = await as(here.owner, (ctx) => paperService(house).add(ctx, given as never));
  return { id: Math.max(...results.map((one) => one.id)) };
};
const agree = (by: Somebody, id: number) =>
  as(by, async (ctx) => tenancy.agreePeople(ctx, { id, version: (await tenancy.details(ctx, { id })).people_ask?.version ?? 0 }));

describe('whoever pays and has an account', () => {
  test('is taken out of a lease by their own yes, not by who lets it: no straw man says yes in their place', async () => {
    const { id } = await livedIn();
    await offer(id);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    const asked = await change(id, straw);
    expect(asked.people_ask).toMatchObject({ from: start, waits: ['Asha'], people: [{ name: 'Straw Man', role: 'lead', share_bp: 10_000 }] });
    expect(await inIt(id)).toEqual(['Asha lead 10000']);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await told('tenancy.people_asked', id)).toBe(1);
    expect(asked.acts).toContain('withdraw_people');
    const theirs = await read(id, asha);
    expect(theirs.acts).toEqual(expect.arrayContaining(['agree_people', 'refuse_people']));
    await expect(as(here.owner, (ctx) => tenancy.agreePeople(ctx, { id, version: asked.people_ask?.version ?? 0 }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await as(asha, (ctx) => tenancy.refusePeople(ctx, { id, reason: 'I live here' }));
    expect(await inIt(id)).toEqual(['Asha lead 10000']);
    expect(await read(id)).toMatchObject({ people_ask: null });
    expect(await told('tenancy.people_off', id)).toBe(1);

    // What waits for them does not outlive them, whichever way they went.
    await change(id, straw);
    await agree(asha, id);
    expect(await inIt(id)).toEqual(['Straw Man lead 10000']);
    expect(await read(id)).toMatchObject({ people_ask: null, renewal: null });
    expect(await told('tenancy.renewal_off', id)).toBe(2);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    // And nobody is put back into what was agreed meanwhile without being asked.
    const mine = (await read(id, asha)).people.find((one) => one.is_me)?.tenant_id ?? 0;
    await offer(id);
    await record(id);
    await change(id, [{ tenant_id: mine, role: 'lead', share_bp: 10_000 }]);
    expect(await inIt(id)).toEqual(['Straw Man lead 10000']);
  });

  test('is put into one by their own yes too, and reads before it what it is; what others asked and were told stays theirs', async () => {
    const { id } = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    const { person, tenant_id } = await applicant('Brian');
    const people: People = [
      { tenant_id: await lead(id), role: 'lead', share_bp: 5_000 },
      { tenant_id, role: 'co_tenant', share_bp: 5_000 },
    ];
    await expect(read(id, person)).rejects.toThrow('Item Not Found');
    expect(await change(id, people)).toMatchObject({ people_ask: { waits: ['Brian'] } });
    const seen = await read(id, person);
    expect(seen).toMatchObject({ rent_cents: 3_000_000, history: [], opening: null, acts: ['agree_people', 'refuse_people'] });
    expect(await tenancy.mine(ctxOf(house, person), { page: 1, page_size: 10 })).toMatchObject({ count: 1, results: [{ id, asks: true }] });
    await expect(as(person, (ctx) => tenancy.agreePeople(ctx, { id, version: 1 }))).rejects.toMatchObject({ failure: 'conflict' });
    await at(addDays(start, 3));
    await agree(person, id);
    expect((await read(id)).people.find((one) => one.tenant_id === tenant_id)).toMatchObject({ role: 'co_tenant', since: addDays(start, 3) });
    // Taken back before anybody answers, there is nothing to read.
    const other = await applicant('Wafula');
    await change(id, [...people.map((one) => ({ ...one, share_bp: 4_000 })), { tenant_id: other.tenant_id, role: 'co_tenant', share_bp: 2_000 }], {
      from: addDays(start, 3),
    });
    await as(here.owner, (ctx) => tenancy.withdrawPeople(ctx, { id }));
    await expect(read(id, other.person)).rejects.toThrow('Item Not Found');
    expect(await told('tenancy.people_off', id)).toBe(1);
  });

  test('goes by a document that everybody in the lease reads, is told so by every way, and reads on what was theirs', async () => {
    const { id } = await livedIn();
    const hidden = await paper(id, { shared: 'false' });
    const other = await paper((await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] })).id);
    for (const wrong of [hidden.id, other.id, 999_999])
      await expect(change(id, straw, { paper_id: wrong })).rejects.toMatchObject({ extra: { fields: { paper_id: expect.any(String) } } });
    const shared = await paper(id);
    expect(await change(id, straw, { paper_id: shared.id })).toMatchObject({ people_ask: null });
    expect(await inIt(id)).toEqual(['Straw Man lead 10000']);
    expect(await told('tenancy.taken_out', id)).toBe(1);
    expect(await read(id, asha)).toMatchObject({ acts: [] });
  });
});

describe('who is in it', () => {
  test('of those without an account: what waits ends with who was asked, and nobody leaves on a day that is over', async () => {
    const { id } = await livedIn({
      startsOn: addDays(start, -90),
      endsOn: addDays(start, 200),
      people: [{ ...who(), role: 'lead', shareBp: 10_000 }],
    });
    await offer(id);
    await expect(change(id, straw, { from: addDays(start, -1) })).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    expect(await change(id, straw)).toMatchObject({ renewal: null, stage: 'normal', people_ask: null });
    // Whoever manages it did it.
    expect(await told('tenancy.renewal_off', id)).toBe(1);
    // An answer is theirs whom it was asked of.
    await offer(id);
    await sql`update tenancy set renewal = jsonb_set(renewal, '{to}', '[0]') where id = ${id}`.execute(house.database.db);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('nobody left before they came', async () => {
    const { id } = await livedIn();
    const along = (days: number) =>
      sql`insert into tenancy_person (tenancy_id, tenant_id, role, since, until)
        select ${id}, tenant_id, 'occupant', ${start}::date, ${start}::date - ${days}::int from tenancy_person where tenancy_id = ${id}`.execute(
        house.database.db,
      );
    await expect(along(2)).rejects.toThrow('tenancy_person_days');
    await along(1);
  });

  test('a share that changes needs nobody’s yes, and who only lives along is written down', async () => {
    const { id } = await livedIn({
      people: [
        { ...me(), role: 'lead', shareBp: 5_000 },
        { ...who(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const [one, two] = (await read(id)).people;
    const people: People = [
      { tenant_id: one?.tenant_id, role: 'lead', share_bp: 6_000 },
      { tenant_id: two?.tenant_id, role: 'co_tenant', share_bp: 4_000 },
      { name: 'Mtoto', phone: '0712 000 556', role: 'occupant', share_bp: 0 },
    ];
    await offer(id);
    expect(await change(id, people)).toMatchObject({ people_ask: null, renewal: { rent_cents: 300_000_000 } });
  });
});

test('what is said yes to is what was read: another reason or message for the same day is another question', async () => {
  const { id } = await livedIn();
  const ask = (reason: string) => as(here.owner, (ctx) => tenancy.askLeaving(ctx, { id, on: addDays(start, 10), kind: 'mutual', reason }));
  await ask('We pay you KES 100,000');
  const shown = (await read(id, asha)).leaving_ask;
  await ask('We pay you nothing');
  const leaving = (version: number) => as(asha, (ctx) => tenancy.agreeLeaving(ctx, { id, version }));
  await expect(leaving(shown?.version ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  await as(here.owner, (ctx) => tenancy.withdrawAsk(ctx, { id }));
  await offer(id, { message: 'with a new kitchen' });
  const read1 = (await read(id, asha)).renewal;
  await offer(id, { message: '' });
  const renews = (version: number) => as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id, version }));
  await expect(renews(read1?.version ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await renews((await read(id, asha)).renewal?.version ?? 0)).toMatchObject({ renewal: null });
});
