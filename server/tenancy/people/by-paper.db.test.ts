import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { paperService } from '#server/paper/service.ts';
import {
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  giveNotice,
  noticeFile,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import * as tenancy from '../service.ts';

setUpTenancyTests();

const upload = async (id: number) => {
  const given = { tenancy_id: id, kind: 'addendum', name: 'She leaves', file: noticeFile, shared: 'true' };
  const { results } = await runAs(testPlace.owner, (ctx) => paperService(testServices).add(ctx, given as never));
  return Math.max(...results.map((one) => one.id));
};
const straw = [{ name: 'Straw Man', phone: '0712 000 555', role: 'lead' as const, share_bp: 10_000 }];
const replace = (id: number, from: string, paper_id?: number) =>
  runAs(testPlace.owner, (ctx) =>
    tenancy.changePeople(ctx, { id, from, people: straw, reason: '', ...(paper_id === undefined ? {} : { paper_id }) }),
  );
const payers = async (id: number) => (await readTenancy(id)).people.filter((one) => one.until === null).map((one) => one.name);
const runJobs = () => tenancy.tenancyJobs.find(({ name }) => name === 'tenancy.offers')?.run(testServices.database.db);

describe('removal of an account holder by an uploaded document', () => {
  test('gives the account holder 14 days to object, whatever document the manager uploads, and notifies them', async () => {
    const { id } = await createActiveTenancy();
    const asked = await replace(id, startDay, await upload(id));
    expect(asked).toMatchObject({ people_ask: { waits: ['Asha'], until: addDays(startDay, 14) } });
    expect(await payers(id)).toEqual(['Asha']);
    // The route of the attack: without a payer who has an account, a backdated notice would end the tenancy today.
    await expect(giveNotice(id, startDay, { given_on: startDay })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    expect(await countQueuedNotifications('tenancy.people_shown', id)).toBe(1);
    await setTestDay(addDays(startDay, 13));
    await runJobs();
    expect(await payers(id)).toEqual(['Asha']);
    await setTestDay(addDays(startDay, 14));
    await runJobs();
    expect(await payers(id)).toEqual(['Straw Man']);
    expect(await countQueuedNotifications('tenancy.taken_out', id)).toBe(1);
  });

  test('does not happen after the account holder objects', async () => {
    const { id } = await createActiveTenancy();
    await replace(id, startDay, await upload(id));
    await runAs(ashaUser, (ctx) => tenancy.refusePeopleChange(ctx, { id, reason: 'I live here' }));
    await setTestDay(addDays(startDay, 15));
    await runJobs();
    expect(await payers(id)).toEqual(['Asha']);
  });

  test('is refused while an objection to the move-out is open, and a requested one waits', async () => {
    const { id } = await createActiveTenancy();
    const paper = await upload(id);
    await replace(id, startDay, paper);
    await giveNotice(id, addDays(startDay, 40));
    await runAs(ashaUser, (ctx) => tenancy.objectToNotice(ctx, { id, reason: 'I gave no notice' }));
    await setTestDay(addDays(startDay, 14));
    await runJobs();
    expect(await payers(id)).toEqual(['Asha']);
    for (const by of [undefined, paper]) await expect(replace(id, addDays(startDay, 14), by)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await readTenancy(id)).acts).not.toContain('change_people');
    await runAs(ashaUser, (ctx) => tenancy.withdrawObjection(ctx, { id }));
    await runJobs();
    expect(await payers(id)).toEqual(['Straw Man']);
  });
});
