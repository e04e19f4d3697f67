import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { listingService } from '#server/listing/service.ts';
import { certificateHandlers } from '#server/people/certificate.ts';
import { remindExpiringCertificates } from '#server/people/certificate-notify.ts';
import { changeStatus } from '#server/people/service.ts';
import { readAgent } from '#server/search/agents.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let admin: TestPerson;
const calls = () => certificateHandlers(services);
const pdf = new Uint8Array(Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'));
const inDays = (days: number) => addDays(clock.today(), days);
const send = (who: TestPerson, expires_on: string, number = '2871') =>
  runAsPerson(services, who, (ctx) => calls().send(ctx, { number, expires_on, file: { data: pdf, type: 'pdf', name: 'earb.pdf' } }));
const judge = (who: TestPerson, id: number, seen: boolean, note = '') => runAsPerson(services, who, (ctx) => calls().review(ctx, { id, seen, note }));
const approve = (id: number, earb?: number | 'none') => runAsPerson(services, admin, (ctx) => changeStatus(ctx, { state: 1, user_id: id, earb }));
const pending = async () => {
  const agent = await createPerson(services, 'agent');
  await services.database.db.updateTable('person').set({ verified_status: 'pending' }).where('id', '=', agent.id).execute();
  return agent;
};
const newest = async (who: TestPerson) => (await calls().listOwn(createTestCtx(services, who), {})).results[0]?.id ?? 0;
/** The agent's public EARB badge. */
const badge = async (who: TestPerson): Promise<string | null> =>
  (JSON.parse((await readAgent(services.database.pool, { id: who.id })).text) as { earb_reg_no: string | null }).earb_reg_no;

beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
});

describe('EARB certificate check on approval', () => {
  test('approval requires a decision on the latest certificate, and records the reviewer', async () => {
    const agent = await pending();
    await send(agent, inDays(300));
    await expect(approve(agent.id)).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { earb: expect.any(String) } } });
    const looked = await newest(agent);
    await send(agent, inDays(900), '9999');
    // A certificate uploaded during the review has not been checked.
    await expect(approve(agent.id, looked)).rejects.toMatchObject({ failure: 'conflict' });
    await send(agent, inDays(300));
    expect((await approve(agent.id, await newest(agent))).verified_status).toBe('verified');
    const [paper] = (await calls().listOfAgent(createTestCtx(services, admin), { id: agent.id })).results;
    expect(paper).toMatchObject({ seen: true, judged_by: expect.stringMatching(/^admin /), number: '2871' });
    expect(paper?.judged_at).not.toBeNull();
    expect(await badge(agent)).toBe('2871');
  });
  test('approves an agent without a certificate only on an explicit choice, and shows no badge', async () => {
    const agent = await pending();
    await expect(approve(agent.id)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(approve(agent.id, 1)).rejects.toMatchObject({ failure: 'invalid' });
    await approve(agent.id, 'none');
    expect(await badge(agent)).toBeNull();
  });
  test('a certificate without its file cannot be confirmed, but can be rejected, and the agent can be approved without a certificate', async () => {
    const agent = await pending();
    await send(agent, inDays(300));
    await services.database.db.updateTable('agent_certificate').set({ file_id: null }).where('person_id', '=', agent.id).execute();
    expect((await calls().listOfAgent(createTestCtx(services, admin), { id: agent.id })).results[0]?.file).toBeNull();
    await expect(judge(admin, await newest(agent), true)).rejects.toMatchObject({ failure: 'wrongState', message: expect.stringMatching(/file/) });
    await expect(approve(agent.id, await newest(agent))).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { earb: expect.stringMatching(/file/) } },
    });
    expect((await judge(admin, await newest(agent), false, 'The file cannot be opened')).standing).toBe('refused');
    await approve(agent.id, 'none');
    expect(await badge(agent)).toBeNull();
  });
  test('owners and dealers need no certificate', async () => {
    const owner = await createPerson(services, 'owner');
    await services.database.db.updateTable('person').set({ verified_status: 'pending' }).where('id', '=', owner.id).execute();
    expect((await approve(owner.id)).verified_status).toBe('verified');
  });
});

describe('EARB badge', () => {
  test('is hidden until checked and after a rejection, and the agent is notified of the reason', async () => {
    const agent = await createPerson(services, 'agent');
    await send(agent, inDays(300), '3001');
    expect(await badge(agent)).toBeNull();
    await expect(judge(admin, await newest(agent), false)).rejects.toMatchObject({ failure: 'invalid' });
    await judge(admin, await newest(agent), false, 'The stamp is missing');
    expect(await badge(agent)).toBeNull();
    expect((await listSentNotifications(services, 'agent.certificate_refused')).at(-1)).toMatchObject({
      to: { personId: agent.id },
      params: { reason: 'The stamp is missing' },
    });
    await expect(judge(admin, await newest(agent), true)).rejects.toMatchObject({ failure: 'wrongState' });
    await send(agent, inDays(300), '3002');
    await judge(admin, await newest(agent), true);
    expect(await badge(agent)).toBe('3002');
  });
  test('ends the day after the certificate expires, but remains while a renewal is pending', async () => {
    const agent = await createPerson(services, 'agent');
    await send(agent, inDays(10), '4001');
    await judge(admin, await newest(agent), true);
    await send(agent, inDays(375), '4001');
    expect((await calls().listOwn(createTestCtx(services, agent), {})).standing).toBe('valid');
    expect(await badge(agent)).toBe('4001');
    const last = `${inDays(10)}T20:30:00Z`;
    await setClock(services, last);
    expect(await badge(agent)).toBe('4001');
    await setClock(services, new Date(Date.parse(last) + 3_600_000).toISOString());
    expect(await badge(agent)).toBeNull();
    expect((await calls().listOwn(createTestCtx(services, agent), {})).standing).toBe('waiting');
    await setClock(services, null);
  });
  test('requires an unexpired certificate, and the upload of an expired certificate is rejected', async () => {
    await expect(send(await createPerson(services, 'agent'), inDays(-1))).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { expires_on: expect.any(String) } },
    });
  });
});

test('EARB certificate: one reminder is sent 60, 30 and 7 days before expiry and on expiry, until a renewal is uploaded', async () => {
  const agent = await createPerson(services, 'agent');
  const start = clock.today();
  await send(agent, inDays(100));
  await judge(admin, await newest(agent), true);
  const mine = async (event: string) => (await listSentNotifications(services, event)).filter((one) => one.to.personId === agent.id).length;
  const at = async (days: number) => {
    await setClock(services, `${addDays(start, days)}T06:00:00Z`);
    await remindExpiringCertificates(services.database.db);
    await remindExpiringCertificates(services.database.db);
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
  expect((await calls().listOwn(createTestCtx(services, agent), {})).standing).toBe('lapsed');
  await send(agent, addDays(start, 465));
  await judge(admin, await newest(agent), true);
  expect(await at(150)).toEqual([3, 1]);
  expect((await calls().listOwn(createTestCtx(services, agent), {})).standing).toBe('valid');
  await setClock(services, null);
});

test("EARB certificate: an upload notifies the county's sub admin, and sub admins of other counties and other agents cannot review the certificate", async () => {
  const agent = await createPerson(services, 'agent');
  await services.database.db.updateTable('person').set({ region: '001' }).where('id', '=', agent.id).execute();
  const [near, far, stranger] = [
    await createPerson(services, 'subadmin'),
    await createPerson(services, 'subadmin'),
    await createPerson(services, 'agent'),
  ];
  await services.database.db.updateTable('person').set({ region: '001' }).where('id', '=', near.id).execute();
  await services.database.db.updateTable('person').set({ region: '047' }).where('id', '=', far.id).execute();
  await send(agent, inDays(200));
  const [last] = (await listSentNotifications(services, 'agent.certificate_sent')).slice(-1);
  expect(last).toMatchObject({ to: { personId: near.id }, page: `/dashboard/subadmin/agents/${agent.id}` });
  const id = await newest(agent);
  for (const who of [far, stranger]) await expect(judge(who, id, true)).rejects.toMatchObject({ failure: 'notFound' });
  expect((await runAsPerson(services, near, (ctx) => calls().review(ctx, { id, seen: true, note: '' }))).standing).toBe('valid');
});

test('EARB certificate: an expired certificate blocks new listings until a renewal is uploaded', async () => {
  const agent = await createPerson(services, 'agent');
  const at = await createOwnerWithUnit(services);
  await services.database.db
    .insertInto('mandate')
    .values({
      owner_company_id: at.owner.me.companyId ?? 0,
      agent_company_id: agent.me.companyId ?? 0,
      grants: ['property.read', 'units.read', 'units.create', 'units.edit'],
    })
    .execute();
  const unit = await addUnit(services, at.property);
  const now = await reloadTestPerson(services, agent);
  const offer = () =>
    runAsPerson(services, now, (ctx) =>
      listingService(services).create(ctx, { property_id: at.property, unit_id: unit, listing_type: 0, price_cents: toCents(2_500_000) } as never),
    );
  await send(agent, inDays(2));
  await judge(admin, await newest(agent), true);
  await setClock(services, `${inDays(3)}T09:00:00Z`);
  await expect(offer()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('Upload the new certificate') });
  await send(agent, inDays(300));
  await expect(offer()).resolves.toMatchObject({ status: 'draft' });
  await setClock(services, null);
});
