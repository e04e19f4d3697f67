import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentsCalls } from '#contract/agents/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { yearOf } from '#contract/time/days.ts';
import { searchHandlers } from '#server/search/service.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { profile, saveProfile } from './service.ts';

let services: TestServices;
let agent: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  agent = await createPerson(services, 'agent');
  await services.database.db.updateTable('person').set({ verified_status: 'verified' }).where('id', '=', agent.id).execute();
});
afterAll(() => services.database.close());

const place = async (kind: 'county' | 'estate', name: string) =>
  (await services.database.db.selectFrom('location').select('id').where('kind', '=', kind).where('name', '=', name).executeTakeFirstOrThrow()).id;
const save = (given: Parameters<typeof saveProfile>[1]) => runAsPerson(services, agent, (ctx) => saveProfile(ctx, given));
const found = async (asked: object): Promise<number[]> => {
  const answer = await searchHandlers(services.database.reads).agents(createTestCtx(services, null), { page: 1, ...asked });
  return (JSON.parse(answer.text) as { results: { id: number }[] }).results.map((one) => one.id);
};

test('agent profile: the counties from sign-up apply until the agent selects locations', async () => {
  await services.database.db
    .insertInto('person_profile')
    .values({ person_id: agent.id, kind: 'agent', details: JSON.stringify({ earb: '2871', areas: ['001'] }) })
    .execute();
  expect(await profile(createTestCtx(services, agent))).toMatchObject({ earb: '2871', places: [{ kind: 'county', name: 'Mombasa' }], bio: '' });
  expect(await found({ place: await place('county', 'Mombasa') })).toEqual([agent.id]);
});

test('agent profile: every save is audited, and the public search finds the agent by the saved locations and language', async () => {
  const [nairobi, kilimani] = [await place('county', 'Nairobi'), await place('estate', 'Kilimani')];
  const before = await profile(createTestCtx(services, agent));
  const saved = await save({ bio: 'Ten years in Kilimani.', languages: ['Luo'], specialities: ['land'], since: 2014, places: [kilimani, kilimani] });
  expect(saved).toMatchObject({ bio: 'Ten years in Kilimani.', languages: ['Luo'], since: 2014, earb: '2871', revision: before.revision + 1 });
  expect(saved.places.map((one) => one.name)).toEqual(['Kilimani']);
  // The place itself and a part of it match, but no longer the earlier county.
  expect(await found({ place: nairobi })).toEqual([agent.id]);
  expect(await found({ place: kilimani, language: 'Luo', speciality: 'land' })).toEqual([agent.id]);
  expect(await found({ place: await place('county', 'Mombasa') })).toEqual([]);
  // An agent for the whole county is found in each of its estates.
  await save({ places: [nairobi] });
  expect(await found({ place: kilimani })).toEqual([agent.id]);
  const traces = await services.database.db
    .selectFrom('audit_log')
    .select('diff')
    .where('record_id', '=', agent.id)
    .where('document', '=', 'account')
    .execute();
  expect(traces).toHaveLength(2);
});

test('agent profile: rejects a conflicting edit and returns the saved version', async () => {
  const { revision } = await profile(createTestCtx(services, agent));
  await save({ bio: 'First', revision });
  await expect(save({ bio: 'Second', revision })).rejects.toMatchObject({ failure: 'conflict', extra: { current: { bio: 'First' } } });
  expect(await profile(createTestCtx(services, agent))).toMatchObject({ bio: 'First' });
});

test('agent profile: an unknown location, an unlisted language or a future year is rejected with the name of the field', async () => {
  await expect(save({ places: [999_999] })).rejects.toMatchObject({ extra: { fields: { places: expect.stringContaining('999999') } } });
  const body = agentsCalls.saveProfile.body;
  expect(body.safeParse({ languages: ['Klingon'] }).success).toBe(false);
  expect(body.safeParse({ since: yearOf(clock.today()) + 1 }).success).toBe(false);
  expect(body.safeParse({ earb: '1' }).success).toBe(false);
});
