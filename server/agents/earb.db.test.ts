import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { listingService } from '#server/listing/service.ts';
import { certificates } from '#server/people/certificate.ts';
import { remindDue } from '#server/people/certificate-tell.ts';
import { changeStatus } from '#server/people/service.ts';
import { agent as publicAgent } from '#server/search/agents.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addUnit, place } from '#test/worlds/market.ts';

let house: House;
let admin: Somebody;
const calls = () => certificates(house);
const pdf = new Uint8Array(Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'));
const inDays = (days: number) => addDays(clock.today(), days);
const send = (who: Somebody, expires_on: string, number = '2871') =>
  inTransaction(house, who, (ctx) => calls().send(ctx, { number, expires_on, file: { data: pdf, type: 'pdf', name: 'earb.pdf' } }));
const judge = (who: Somebody, id: number, seen: boolean, note = '') => inTransaction(house, who, (ctx) => calls().judge(ctx, { id, seen, note }));
const approve = (id: number, earb?: number | 'none') => inTransaction(house, admin, (ctx) => changeStatus(ctx, { state: 1, user_id: id, earb }));
const pending = async () => {
  const agent = await somebody(house, 'agent');
  await house.database.db.updateTable('person').set({ verified_status: 'pending' }).where('id', '=', agent.id).execute();
  return agent;
};
const newest = async (who: Somebody) => (await calls().own(ctxOf(house, who), {})).results[0]?.id ?? 0;
/** What strangers read of an agent. */
const badge = async (who: Somebody): Promise<string | null> =>
  (JSON.parse((await publicAgent(house.database.pool, { id: who.id })).text) as { earb_reg_no: string | null }).earb_reg_no;

beforeAll(async () => {
  house = await freshHouse();
  admin = await somebody(house, 'admin');
});

describe('whoever approves an agent looks at the certificate', () => {
  test('nobody is approved past a certificate that waits: it was seen, or is left out, and that is said', async () => {
    const agent = await pending();
    await send(agent, inDays(300));
    await expect(approve(agent.id)).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { earb: expect.any(String) } } });
    const looked = await newest(agent);
    await send(agent, inDays(900), '9999');
    // What was sent while somebody looked is not what they have seen.
    await expect(approve(agent.id, looked)).rejects.toMatchObject({ failure: 'conflict' });
    await send(agent, inDays(300));
    expect((await approve(agent.id, await newest(agent))).verified_status).toBe('verified');
    const [paper] = (await calls().of(ctxOf(house, admin), { id: agent.id })).results;
    expect(paper).toMatchObject({ seen: true, judged_by: expect.stringMatching(/^admin /), number: '2871' });
    expect(paper?.judged_at).not.toBeNull();
    expect(await badge(agent)).toBe('2871');
  });
  test('one who sent none is approved as one without, and has no badge', async () => {
    const agent = await pending();
    await expect(approve(agent.id)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(approve(agent.id, 1)).rejects.toMatchObject({ failure: 'invalid' });
    await approve(agent.id, 'none');
    expect(await badge(agent)).toBeNull();
  });
  test('a certificate whose file is not kept cannot be said to have been seen: it is asked for again, or the agent is approved without', async () => {
    const agent = await pending();
    await send(agent, inDays(300));
    await house.database.db.updateTable('agent_certificate').set({ file_id: null }).where('person_id', '=', agent.id).execute();
    expect((await calls().of(ctxOf(house, admin), { id: agent.id })).results[0]?.file).toBeNull();
    await expect(judge(admin, await newest(agent), true)).rejects.toMatchObject({ failure: 'wrongState', message: expect.stringMatching(/file/) });
    await expect(approve(agent.id, await newest(agent))).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { earb: expect.stringMatching(/file/) } },
    });
    expect((await judge(admin, await newest(agent), false, 'The file cannot be opened')).standing).toBe('refused');
    await approve(agent.id, 'none');
    expect(await badge(agent)).toBeNull();
  });
  test('owners and dealers are asked for none', async () => {
    const owner = await somebody(house, 'owner');
    await house.database.db.updateTable('person').set({ verified_status: 'pending' }).where('id', '=', owner.id).execute();
    expect((await approve(owner.id)).verified_status).toBe('verified');
  });
});

describe('the badge', () => {
  test('needs a look: what was sent is not shown, what was turned down neither, and the agent is told why', async () => {
    const agent = await somebody(house, 'agent');
    await send(agent, inDays(300), '3001');
    expect(await badge(agent)).toBeNull();
    await expect(judge(admin, await newest(agent), false)).rejects.toMatchObject({ failure: 'invalid' });
    await judge(admin, await newest(agent), false, 'The stamp is missing');
    expect(await badge(agent)).toBeNull();
    expect((await told(house, 'agent.certificate_refused')).at(-1)).toMatchObject({
      to: { personId: agent.id },
      params: { reason: 'The stamp is missing' },
    });
    await expect(judge(admin, await newest(agent), true)).rejects.toMatchObject({ failure: 'wrongState' });
    await send(agent, inDays(300), '3002');
    await judge(admin, await newest(agent), true);
    expect(await badge(agent)).toBe('3002');
  });
  test('goes the day after the last one, and stays while the next waits', async () => {
    const agent = await somebody(house, 'agent');
    await send(agent, inDays(10), '4001');
    await judge(admin, await newest(agent), true);
    await send(agent, inDays(375), '4001');
    expect((await calls().own(ctxOf(house, agent), {})).standing).toBe('valid');
    expect(await badge(agent)).toBe('4001');
    const last = `${inDays(10)}T20:30:00Z`;
    await setClock(house, last);
    expect(await badge(agent)).toBe('4001');
    await setClock(house, new Date(Date.parse(last) + 3_600_000).toISOString());
    expect(await badge(agent)).toBeNull();
    expect((await calls().own(ctxOf(house, agent), {})).standing).toBe('waiting');
    await setClock(house, null);
  });
  test('one that has run out is not taken', async () => {
    await expect(send(await somebody(house, 'agent'), inDays(-1))).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { expires_on: expect.any(String) } },
    });
  });
});

test('reminders at 60, 30 and 7 days, once each, and word when it has lapsed; renewing ends them', async () => {
  const agent = await somebody(house, 'agent');
  const start = clock.today();
  await send(agent, inDays(100));
  await judge(admin, await newest(agent), true);
  const mine = async (event: string) => (await told(house, event)).filter((one) => one.to.personId === agent.id).length;
  const at = async (days: number) => {
    await setClock(house, `${addDays(start, days)}T06:00:00Z`);
    await remindDue(house.database.db);
    await remindDue(house.database.db);
    return [await mine('agent.certificate_due'), await mine('agent.certificate_lapsed')];
  };
  expect([await at(39), await at(40), await at(55), await at(70), await at(93), await at(100), await at(101), await at(140)]).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [3, 0],
    [3, 1],
    [3, 1],
  ]);
  expect((await calls().own(ctxOf(house, agent), {})).standing).toBe('lapsed');
  await send(agent, addDays(start, 465));
  await judge(admin, await newest(agent), true);
  expect(await at(150)).toEqual([3, 1]);
  expect((await calls().own(ctxOf(house, agent), {})).standing).toBe('valid');
  await setClock(house, null);
});

test('a renewal is told to whoever approves in the county; another company, or a subadmin elsewhere, finds no paper', async () => {
  const agent = await somebody(house, 'agent');
  await house.database.db.updateTable('person').set({ region: '001' }).where('id', '=', agent.id).execute();
  const [near, far, stranger] = [await somebody(house, 'subadmin'), await somebody(house, 'subadmin'), await somebody(house, 'agent')];
  await house.database.db.updateTable('person').set({ region: '001' }).where('id', '=', near.id).execute();
  await house.database.db.updateTable('person').set({ region: '047' }).where('id', '=', far.id).execute();
  await send(agent, inDays(200));
  const [last] = (await told(house, 'agent.certificate_sent')).slice(-1);
  expect(last).toMatchObject({ to: { personId: near.id }, page: `/dashboard/subadmin/agents/${agent.id}` });
  const id = await newest(agent);
  for (const who of [far, stranger]) await expect(judge(who, id, true)).rejects.toMatchObject({ failure: 'notFound' });
  expect((await inTransaction(house, near, (ctx) => calls().judge(ctx, { id, seen: true, note: '' }))).standing).toBe('valid');
});

test('under a certificate that has run out no new listing is added, and the refusal says what to do; once the next one is sent they go on', async () => {
  const agent = await somebody(house, 'agent');
  const at = await place(house);
  await house.database.db
    .insertInto('mandate')
    .values({
      owner_company_id: at.owner.me.companyId ?? 0,
      agent_company_id: agent.me.companyId ?? 0,
      grants: ['property.read', 'units.read', 'units.create', 'units.edit'],
    })
    .execute();
  const unit = await addUnit(house, at.property);
  const now = await asNow(house, agent);
  const offer = () =>
    inTransaction(house, now, (ctx) =>
      listingService(house).create(ctx, { property_id: at.property, unit_id: unit, listing_type: 0, price_cents: cents(2_500_000) } as never),
    );
  await send(agent, inDays(2));
  await judge(admin, await newest(agent), true);
  await setClock(house, `${inDays(3)}T09:00:00Z`);
  await expect(offer()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('Send the new certificate') });
  await send(agent, inDays(300));
  await expect(offer()).resolves.toMatchObject({ status: 'draft' });
  await setClock(house, null);
});
