import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentsCalls } from '#contract/agents/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { yearOf } from '#contract/time/days.ts';
import { searchIn } from '#server/search/service.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { profile, saveProfile } from './service.ts';

let house: House;
let agent: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  agent = await somebody(house, 'agent');
  await house.database.db.updateTable('person').set({ verified_status: 'verified' }).where('id', '=', agent.id).execute();
});
afterAll(() => house.database.close());

const place = async (kind: 'county' | 'estate', name: string) =>
  (await house.database.db.selectFrom('location').select('id').where('kind', '=', kind).where('name', '=', name).executeTakeFirstOrThrow()).id;
const save = (given: Parameters<typeof saveProfile>[1]) => inTransaction(house, agent, (ctx) => saveProfile(ctx, given));
const found = async (asked: object): Promise<number[]> => {
  const answer = await searchIn(house.database.reads).agents(ctxOf(house, null), { page: 1, ...asked });
  return (JSON.parse(answer.text) as { results: { id: number }[] }).results.map((one) => one.id);
};

test('counties named on joining are where an agent works until they choose places', async () => {
  await house.database.db
    .insertInto('person_profile')
    .values({ person_id: agent.id, kind: 'agent', details: JSON.stringify({ earb: '2871', areas: ['001'] }) })
    .execute();
  expect(await profile(ctxOf(house, agent))).toMatchObject({ earb: '2871', places: [{ kind: 'county', name: 'Mombasa' }], bio: '' });
  expect(await found({ place: await place('county', 'Mombasa') })).toEqual([agent.id]);
});

test('what is saved is kept, leaves one trace, and strangers find the agent by it', async () => {
  const [nairobi, kilimani] = [await place('county', 'Nairobi'), await place('estate', 'Kilimani')];
  const before = await profile(ctxOf(house, agent));
  const saved = await save({ bio: 'Ten years in Kilimani.', languages: ['Luo'], specialities: ['land'], since: 2014, places: [kilimani, kilimani] });
  expect(saved).toMatchObject({ bio: 'Ten years in Kilimani.', languages: ['Luo'], since: 2014, earb: '2871', revision: before.revision + 1 });
  expect(saved.places.map((one) => one.name)).toEqual(['Kilimani']);
  // A part of what is asked for, and what is asked for itself; no longer the county of before.
  expect(await found({ place: nairobi })).toEqual([agent.id]);
  expect(await found({ place: kilimani, language: 'Luo', speciality: 'land' })).toEqual([agent.id]);
  expect(await found({ place: await place('county', 'Mombasa') })).toEqual([]);
  // Somebody who works in the whole county is found in each of its estates.
  await save({ places: [nairobi] });
  expect(await found({ place: kilimani })).toEqual([agent.id]);
  const traces = await house.database.db
    .selectFrom('audit_log')
    .select('diff')
    .where('record_id', '=', agent.id)
    .where('document', '=', 'account')
    .execute();
  expect(traces).toHaveLength(2);
});

test('the slower of two tabs is told and shown what is there', async () => {
  const { revision } = await profile(ctxOf(house, agent));
  await save({ bio: 'First', revision });
  await expect(save({ bio: 'Second', revision })).rejects.toMatchObject({ failure: 'conflict', extra: { current: { bio: 'First' } } });
  expect(await profile(ctxOf(house, agent))).toMatchObject({ bio: 'First' });
});

test('a place nobody knows, a language we do not list and a year to come are refused by name', async () => {
  await expect(save({ places: [999_999] })).rejects.toMatchObject({ extra: { fields: { places: expect.stringContaining('999999') } } });
  const body = agentsCalls.saveProfile.body;
  expect(body.safeParse({ languages: ['Klingon'] }).success).toBe(false);
  expect(body.safeParse({ since: yearOf(clock.today()) + 1 }).success).toBe(false);
  expect(body.safeParse({ earb: '1' }).success).toBe(false);
});
