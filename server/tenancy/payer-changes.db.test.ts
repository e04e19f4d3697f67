import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { paperService } from '#server/paper/service.ts';
import {
  ashaInput,
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  newTenantInput,
  noticeFile,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { settlePeopleRequests } from './clock.ts';
import * as tenancy from './service.ts';

setUpTenancyTests();

type People = Parameters<typeof tenancy.changePeople>[1]['people'];
type Given = Omit<Parameters<typeof tenancy.changePeople>[1], 'id' | 'from' | 'people' | 'reason'> & { from?: string };
const change = (id: number, people: People, { from = startDay, ...more }: Given = {}) =>
  runAs(testPlace.owner, (ctx) => tenancy.changePeople(ctx, { id, from, people, reason: '', ...more }));
const offer = (id: number, more: object = {}) =>
  runAs(testPlace.owner, (ctx) =>
    tenancy.offerRenewal(ctx, {
      id,
      ends_on: addDays(startDay, 2000),
      rent_cents: toCents(300_000_000),
      until: addDays(startDay, 9),
      message: '',
      ...more,
    }),
  );
const record = (id: number) => runAs(testPlace.owner, (ctx) => tenancy.recordRenewal(ctx, { id, reason: 'said so by phone' }));
const straw: People = [{ name: 'Straw Man', phone: '0712 000 555', role: 'lead', share_bp: 10_000 }];
const inIt = async (id: number) =>
  (await readTenancy(id)).people.filter((one) => one.until === null).map((one) => `${one.name} ${one.role} ${one.share_bp}`);
const lead = async (id: number) => (await readTenancy(id)).people.find((one) => one.role === 'lead' && one.until === null)?.tenant_id ?? 0;
/** Creates a tenant with an account who is already a tenant record of the company. */
const applicant = async (name: string) => {
  const person = await createPerson(testServices, 'tenant');
  const row = await testServices.database.db
    .insertInto('tenant')
    .values({ company_id: testPlace.owner.me.companyId ?? 0, person_id: person.id, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { person, tenant_id: row.id };
};
const paper = async (id: number, more: object = {}) => {
  const given = { tenancy_id: id, kind: 'addendum', name: 'She leaves', file: noticeFile, shared: 'true', ...more };
  const { results } = await runAs(testPlace.owner, (ctx) => paperService(testServices).add(ctx, given as never));
  return { id: Math.max(...results.map((one) => one.id)) };
};
const agree = (by: TestPerson, id: number) =>
  runAs(by, async (ctx) => tenancy.acceptPeopleChange(ctx, { id, version: (await tenancy.details(ctx, { id })).people_ask?.version ?? 0 }));

describe('change of payers with an account', () => {
  test("removes a payer from the lease only with the payer's own consent, which the manager cannot give", async () => {
    const { id } = await createActiveTenancy();
    await offer(id);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    const asked = await change(id, straw);
    expect(asked.people_ask).toMatchObject({ from: startDay, waits: ['Asha'], people: [{ name: 'Straw Man', role: 'lead', share_bp: 10_000 }] });
    expect(await inIt(id)).toEqual(['Asha lead 10000']);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await countQueuedNotifications('tenancy.people_asked', id)).toBe(1);
    expect(asked.acts).toContain('withdraw_people');
    const theirs = await readTenancy(id, ashaUser);
    expect(theirs.acts).toEqual(expect.arrayContaining(['agree_people', 'refuse_people']));
    await expect(
      runAs(testPlace.owner, (ctx) => tenancy.acceptPeopleChange(ctx, { id, version: asked.people_ask?.version ?? 0 })),
    ).rejects.toMatchObject({
      failure: 'notFound',
    });
    await runAs(ashaUser, (ctx) => tenancy.refusePeopleChange(ctx, { id, reason: 'I live here' }));
    expect(await inIt(id)).toEqual(['Asha lead 10000']);
    expect(await readTenancy(id)).toMatchObject({ people_ask: null });
    expect(await countQueuedNotifications('tenancy.people_off', id)).toBe(1);

    // A pending request ends when the people who were asked have left the tenancy.
    await change(id, straw);
    await agree(ashaUser, id);
    expect(await inIt(id)).toEqual(['Straw Man lead 10000']);
    expect(await readTenancy(id)).toMatchObject({ people_ask: null, renewal: null });
    expect(await countQueuedNotifications('tenancy.renewal_off', id)).toBe(2);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    // A person is not added to terms agreed in the meantime without being asked.
    const mine = (await readTenancy(id, ashaUser)).people.find((one) => one.is_me)?.tenant_id ?? 0;
    await offer(id);
    await record(id);
    await change(id, [{ tenant_id: mine, role: 'lead', share_bp: 10_000 }]);
    expect(await inIt(id)).toEqual(['Straw Man lead 10000']);
  });

  test('adds a new payer with their own consent after reading the terms, and hides the earlier history from the new payer', async () => {
    const { id } = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    const { person, tenant_id } = await applicant('Brian');
    const people: People = [
      { tenant_id: await lead(id), role: 'lead', share_bp: 5_000 },
      { tenant_id, role: 'co_tenant', share_bp: 5_000 },
    ];
    await expect(readTenancy(id, person)).rejects.toThrow('Item Not Found');
    expect(await change(id, people)).toMatchObject({ people_ask: { waits: ['Brian'] } });
    const seen = await readTenancy(id, person);
    expect(seen).toMatchObject({ rent_cents: 3_000_000, history: [], opening: null, acts: ['agree_people', 'refuse_people'] });
    expect(await tenancy.listOwn(createTestCtx(testServices, person), { page: 1, page_size: 10 })).toMatchObject({
      count: 1,
      results: [{ id, asks: true }],
    });
    await expect(runAs(person, (ctx) => tenancy.acceptPeopleChange(ctx, { id, version: 1 }))).rejects.toMatchObject({ failure: 'conflict' });
    await setTestDay(addDays(startDay, 3));
    await agree(person, id);
    expect((await readTenancy(id)).people.find((one) => one.tenant_id === tenant_id)).toMatchObject({
      role: 'co_tenant',
      since: addDays(startDay, 3),
    });
    // After a request is withdrawn without an answer, the person has no access to the tenancy.
    const other = await applicant('Wafula');
    await change(id, [...people.map((one) => ({ ...one, share_bp: 4_000 })), { tenant_id: other.tenant_id, role: 'co_tenant', share_bp: 2_000 }], {
      from: addDays(startDay, 3),
    });
    await runAs(testPlace.owner, (ctx) => tenancy.withdrawPeopleChange(ctx, { id }));
    await expect(readTenancy(id, other.person)).rejects.toThrow('Item Not Found');
    expect(await countQueuedNotifications('tenancy.people_off', id)).toBe(1);
  });

  test('a document that replaces consent is shared with everyone in the lease, and counts only after 14 days to decline', async () => {
    const { id } = await createActiveTenancy();
    const hidden = await paper(id, { shared: 'false' });
    const other = await paper((await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] })).id);
    for (const wrong of [hidden.id, other.id, 999_999])
      await expect(change(id, straw, { paper_id: wrong })).rejects.toMatchObject({ extra: { fields: { paper_id: expect.any(String) } } });
    const shared = await paper(id);
    expect(await change(id, straw, { paper_id: shared.id })).toMatchObject({ people_ask: { waits: ['Asha'], until: addDays(startDay, 14) } });
    expect(await inIt(id)).toEqual(['Asha lead 10000']);
    await setTestDay(addDays(startDay, 14));
    await settlePeopleRequests(testServices.database.db);
    expect(await inIt(id)).toEqual(['Straw Man lead 10000']);
    expect(await countQueuedNotifications('tenancy.taken_out', id)).toBe(1);
    expect(await readTenancy(id, ashaUser)).toMatchObject({ acts: [] });
  });
});

describe('change of people in a tenancy', () => {
  test('ends the pending renewal when no person has an account, and rejects a day in the past', async () => {
    const { id } = await createActiveTenancy({
      startsOn: addDays(startDay, -90),
      endsOn: addDays(startDay, 200),
      people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
    });
    await offer(id);
    await expect(change(id, straw, { from: addDays(startDay, -1) })).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    expect(await change(id, straw)).toMatchObject({ renewal: null, stage: 'normal', people_ask: null });
    // The change was made by a manager.
    expect(await countQueuedNotifications('tenancy.renewal_off', id)).toBe(1);
    // A request can be answered only by the people of whom it was asked.
    await offer(id);
    await sql`update tenancy set renewal = jsonb_set(renewal, '{to}', '[0]') where id = ${id}`.execute(testServices.database.db);
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('the last day of a person cannot be before the move-in', async () => {
    const { id } = await createActiveTenancy();
    const along = (days: number) =>
      sql`insert into tenancy_person (tenancy_id, tenant_id, role, since, until)
        select ${id}, tenant_id, 'occupant', ${startDay}::date, ${startDay}::date - ${days}::int from tenancy_person where tenancy_id = ${id}`.execute(
        testServices.database.db,
      );
    await expect(along(2)).rejects.toThrow('tenancy_person_days');
    await along(1);
  });

  test('a higher share needs consent of the payer, also if a document shows that the other payer leaves', async () => {
    const { id } = await createActiveTenancy({
      people: [
        { ...ashaInput(), role: 'lead', shareBp: 5_000 },
        { ...newTenantInput(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const mine = await lead(id);
    const before = await inIt(id);
    const { id: paper_id } = await paper(id);
    for (const more of [{}, { paper_id }]) {
      expect(await change(id, [{ tenant_id: mine, role: 'lead', share_bp: 10_000 }], more)).toMatchObject({ people_ask: { waits: ['Asha'] } });
      expect(await inIt(id)).toEqual(before);
    }
    expect((await readTenancy(id, ashaUser)).people_ask).toMatchObject({ mine: { role: 'lead', share_bp: 10_000 } });
    await agree(ashaUser, id);
    expect(await inIt(id)).toEqual(['Asha lead 10000']);
  });

  test('a lower share and an added occupant who does not pay need no consent', async () => {
    const { id } = await createActiveTenancy({
      people: [
        { ...ashaInput(), role: 'lead', shareBp: 5_000 },
        { ...newTenantInput(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const [one, two] = (await readTenancy(id)).people;
    const people: People = [
      { tenant_id: one?.tenant_id, role: 'lead', share_bp: 4_000 },
      { tenant_id: two?.tenant_id, role: 'co_tenant', share_bp: 6_000 },
      { name: 'Mtoto', phone: '0712 000 556', role: 'occupant', share_bp: 0 },
    ];
    await offer(id);
    expect(await change(id, people)).toMatchObject({ people_ask: null, renewal: { rent_cents: 300_000_000 } });
  });
});

test('consent: is refused for an older version of a request whose reason or message has changed', async () => {
  const { id } = await createActiveTenancy();
  const ask = (reason: string) =>
    runAs(testPlace.owner, (ctx) => tenancy.requestShortNotice(ctx, { id, on: addDays(startDay, 10), kind: 'mutual', reason }));
  await ask('We pay you KES 100,000');
  const shown = (await readTenancy(id, ashaUser)).leaving_ask;
  await ask('We pay you nothing');
  const leaving = (version: number) => runAs(ashaUser, (ctx) => tenancy.acceptShortNotice(ctx, { id, version }));
  await expect(leaving(shown?.version ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  await runAs(testPlace.owner, (ctx) => tenancy.withdrawShortNotice(ctx, { id }));
  await offer(id, { message: 'with a new kitchen' });
  const read1 = (await readTenancy(id, ashaUser)).renewal;
  await offer(id, { message: '' });
  const renews = (version: number) => runAs(ashaUser, (ctx) => tenancy.acceptRenewal(ctx, { id, version }));
  await expect(renews(read1?.version ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await renews((await readTenancy(id, ashaUser)).renewal?.version ?? 0)).toMatchObject({ renewal: null });
});
