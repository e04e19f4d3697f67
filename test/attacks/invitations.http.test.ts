import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { createInvitationKey, hashInvitationKey } from '#server/invitation/keys.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addProperty } from '#test/fixtures/market.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

/** An invitation gives at most the inviter's own permissions, on the properties they work on, and a public code gives none (039). */
let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const rights = ['invites', 'agents', 'property', 'units'].flatMap((document) => ['read', 'create', 'edit'].map((action) => `${document}.${action}`));
const post = (path: string, token: string, body: object) => sendRequest(app, `/api/v2/${path}/`, { method: 'POST', token, body });
const mandateOf = (agent: TestPerson) =>
  services.database.db.selectFrom('mandate').select(['id', 'all_properties', 'grants']).where('agent_company_id', '=', agent.me.companyId).execute();

/** Staff whom a team limits to one of their owner's two properties. */
async function limited() {
  const { db } = services.database;
  const staff = await createPerson(services, 'staff', rights);
  const company_id = staff.me.companyId ?? 0;
  const [near, far] = [await addProperty(services, company_id), await addProperty(services, company_id)];
  const team = await db.insertInto('team').values({ company_id, name: 'Near', limited: true }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('team_member').values({ team_id: team.id, person_id: staff.id }).execute();
  await db.insertInto('team_property').values({ team_id: team.id, property_id: near }).execute();
  return { staff, near, far, team: team.id, token: await signInForApiToken(app, staff) };
}
async function invited(token: string, kind: string, email: string, more: object = {}) {
  const sent = await post('invitation/send', token, { kind, email, ...more });
  expect(sent.status, sent.text).toBe(200);
  const key = createInvitationKey();
  const { db } = services.database;
  await db
    .updateTable('invitation')
    .set({ key_hash: hashInvitationKey(key) })
    .where('id', '=', sent.json.id)
    .execute();
  return { invite_key: key, invite_id: sent.json.id as number };
}
type Key = Awaited<ReturnType<typeof invited>>;
const look = async (token: string, key: Key) =>
  (await sendRequest(app, `/api/v2/invitation/look/?invite_key=${key.invite_key}&invite_id=${key.invite_id}`, { token })).json.gives;
async function accept(token: string, key: Key) {
  const accepted = await post('invitation/accept', token, { ...key, agreed: [] });
  expect(accepted.status, accepted.text).toBe(200);
}
const nothing = { manages: 'nothing', properties: [], terms: null };
const whole = { scope: 'full_management', all_properties: true };
const sees = async (token: string, id: number) => (await sendRequest(app, `/api/v2/property/property_details/?id=${id}`, { token })).status;

test("invitation by restricted staff: gives an agent only the inviter's properties, and the invitation page lists these properties before acceptance", async () => {
  const { near, far, token } = await limited();
  const agent = await createPerson(services, 'agent');
  const key = await invited(token, 'agent', agent.email, { mandate: { scope: 'full_management', all_properties: false, property_ids: [near] } });
  const theirs = await signInForApiToken(app, agent);
  expect(await look(theirs, key)).toMatchObject({ manages: 'some', properties: [expect.stringMatching(/^Place/)] });
  await accept(theirs, key);
  expect(await mandateOf(agent)).toMatchObject([{ all_properties: false }]);
  expect([await sees(theirs, near), await sees(theirs, far)]).toEqual([200, 404]);
});

test('invitation by short code: connects the two companies without a mandate, for a code from an owner or from restricted staff', async () => {
  const owner = await createPerson(services, 'owner');
  const home = await addProperty(services, owner.me.companyId ?? 0);
  for (const hanger of [await signInForApiToken(app, owner), (await limited()).token]) {
    const poster = await post('invitation/poster', hanger, { kind: 'agent', max_uses: 2 });
    const agent = await createPerson(services, 'agent');
    const token = await signInForApiToken(app, agent);
    const key = { invite_key: poster.json.short_code, invite_id: poster.json.id };
    expect(await look(token, key)).toEqual(nothing);
    await accept(token, key);
    expect(await mandateOf(agent)).toEqual([]);
    expect(await sees(token, home)).toBe(404);
    const known = await sendRequest(app, '/api/v2/access/mandate_agents/?page=1', { token: hanger });
    expect(known.json.results.map((one: { id: number }) => one.id)).toContain(agent.me.companyId);
  }
});

test('invitation of an owner by an agent: connects the companies without permissions, and only the owner can then give a mandate', async () => {
  const [agent, owner] = [await createPerson(services, 'agent'), await createPerson(services, 'owner')];
  const key = await invited(await signInForApiToken(app, agent), 'owner', owner.email);
  const token = await signInForApiToken(app, owner);
  expect(await look(token, key)).toEqual(nothing);
  await accept(token, key);
  expect(await mandateOf(agent)).toEqual([]);
  const made = await post('access/mandate_create', token, { agent_company_id: agent.me.companyId });
  expect(made.status, made.text).toBe(200);
});

test('invitation with a mandate: an owner can include all properties, and acceptance omits properties that the inviter can no longer access', async () => {
  const owner = await createPerson(services, 'owner');
  const agent = await createPerson(services, 'agent');
  const key = await invited(await signInForApiToken(app, owner), 'agent', agent.email, { mandate: whole });
  const token = await signInForApiToken(app, agent);
  expect(await look(token, key)).toMatchObject({ manages: 'all', properties: [], terms: { scope: 'full_management' } });
  await accept(token, key);
  expect(await mandateOf(agent)).toMatchObject([{ all_properties: true }]);
  const { team, near, token: hers } = await limited();
  const other = await createPerson(services, 'agent');
  const late = await invited(hers, 'agent', other.email, { mandate: { ...whole, all_properties: false, property_ids: [near] } });
  await services.database.db.deleteFrom('team_property').where('team_id', '=', team).execute();
  const his = await signInForApiToken(app, other);
  expect(await look(his, late)).toEqual(nothing);
  await accept(his, late);
  expect(await mandateOf(other)).toEqual([]);
});

test('invitation with a mandate: gives exactly the terms of the invitation, and a letting-only mandate does not allow editing the property', async () => {
  const owner = await createPerson(services, 'owner');
  const [near, far] = [await addProperty(services, owner.me.companyId ?? 0), await addProperty(services, owner.me.companyId ?? 0)];
  const his = await signInForApiToken(app, owner);
  const terms = { scope: 'letting_only', ends_on: '2031-01-31', commission_bp: 750 };
  const agent = await createPerson(services, 'agent');
  const key = await invited(his, 'agent', agent.email, { mandate: { ...terms, all_properties: false, property_ids: [near] } });
  const token = await signInForApiToken(app, agent);
  expect(await look(token, key)).toMatchObject({ manages: 'some', terms });
  await accept(token, key);
  const [made] = (await sendRequest(app, '/api/v2/access/mandates/?page=1', { token: his })).json.results;
  expect(made).toMatchObject({ ...terms, all_properties: false, properties: [{ id: near }], may_sign: false, may_collect: false });
  expect(made.grants).toContain('units.create');
  expect(made.grants.filter((grant: string) => /^property\.(?!read)|tenancies\.(?!read)|delete$/.test(grant))).toEqual([]);
  expect([await sees(token, near), await sees(token, far)]).toEqual([200, 404]);
  const edit = (id: number) => sendRequest(app, `/api/v2/property/property_update/?id=${id}`, { method: 'PATCH', token, body: { name: 'Mine now' } });
  expect((await edit(near)).status).toBeGreaterThanOrEqual(403);
  const widen = { method: 'PATCH', token: his } as const;
  const more = await sendRequest(app, `/api/v2/access/mandate_update/?id=${made.id}`, {
    ...widen,
    body: { grants: [...made.grants, 'property.edit'] },
  });
  expect(more.json.grants).not.toContain('property.edit');
  const full = { scope: 'full_management', grants: [...made.grants, 'property.edit'] };
  expect((await sendRequest(app, `/api/v2/access/mandate_update/?id=${made.id}`, { ...widen, body: full })).json.grants).toContain('property.edit');
  const back = await sendRequest(app, `/api/v2/access/mandate_update/?id=${made.id}`, { ...widen, body: { scope: 'letting_only' } });
  expect(back.json.grants).not.toContain('property.edit');
});

test("invitation with a mandate: is rejected for foreign properties, for more properties than the inviter's team has, and for past dates", async () => {
  const owner = await createPerson(services, 'owner');
  const [his, agent] = [await signInForApiToken(app, owner), await createPerson(services, 'agent')];
  const theirs = await signInForApiToken(app, agent);
  const key = await invited(his, 'agent', agent.email);
  expect(await look(theirs, key)).toEqual(nothing);
  await accept(theirs, key);
  expect(await mandateOf(agent)).toEqual([]);
  const { token, far } = await limited();
  const tries: [string, object][] = [
    [token, { ...whole }],
    [token, { ...whole, all_properties: false, property_ids: [far] }],
    [his, { ...whole, all_properties: false, property_ids: [far] }],
    [his, { ...whole, all_properties: false }],
    [his, { ...whole, ends_on: '2020-01-01' }],
  ];
  for (const [who, mandate] of tries)
    expect((await post('invitation/send', who, { kind: 'agent', email: 'x@example.test', mandate })).status, JSON.stringify(mandate)).toBe(400);
  expect((await post('invitation/send', theirs, { kind: 'owner', email: 'x@example.test', mandate: whole })).status).toBe(400);
});

test("invitation to a team: is cancelled when the team is deleted, so that the invited person cannot join without the team's restriction", async () => {
  const { db } = services.database;
  const owner = await createPerson(services, 'owner');
  const company_id = owner.me.companyId ?? 0;
  const token = await signInForApiToken(app, owner);
  const role = await db
    .insertInto('staff_role')
    .values({ company_id, name: 'Guide', grants: ['property.read'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const property_ids = [await addProperty(services, company_id)];
  const team = (await post('access/team_create', token, { name: 'Near', limited: true, property_ids })).json.id as number;
  const comer = await createPerson(services, 'default');
  const key = await invited(token, 'staff', comer.email, { role_id: role.id, team_id: team });
  expect((await sendRequest(app, `/api/v2/access/team_delete/?id=${team}`, { method: 'DELETE', token })).status).toBe(200);
  const before = await db.selectFrom('person').selectAll().where('id', '=', comer.id).executeTakeFirstOrThrow();
  const late = () => signInForApiToken(app, comer).then((theirs) => post('invitation/accept', theirs, { ...key, agreed: [] }));
  expect((await late()).status).toBe(410);
  expect(await db.selectFrom('person').select(['user_type', 'company_id']).where('id', '=', comer.id).executeTakeFirstOrThrow()).toEqual({
    user_type: before.user_type,
    company_id: null,
  });
  await runQueuedJobs(services);
  expect((await sendRequest(app, `/api/v2/invitation/details/?id=${key.invite_id}`, { token })).json.status).toBe('closed');
  expect((await late()).status).toBe(410);
});

test('staff invitation without a team: becomes invalid after its author is restricted to the properties of a team', async () => {
  const { db } = services.database;
  const staff = await createPerson(services, 'staff', [...rights, 'staff.create', 'teams.read']);
  const company_id = staff.me.companyId ?? 0;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id, name: 'Guide', grants: ['property.read'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const comer = await createPerson(services, 'default');
  const key = await invited(await signInForApiToken(app, staff), 'staff', comer.email, { role_id: role.id });
  const team = await db.insertInto('team').values({ company_id, name: 'Near', limited: true }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('team_member').values({ team_id: team.id, person_id: staff.id }).execute();
  expect((await post('invitation/accept', await signInForApiToken(app, comer), { ...key, agreed: [] })).status).toBe(410);
});

test('bulk invitation: a team of another company is rejected, both in the preview and when sending', async () => {
  const { db } = services.database;
  const [inviter, stranger] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
  const values = { company_id: stranger.me.companyId ?? 0, name: 'Theirs' };
  const foreign = await db.insertInto('team').values(values).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('staff_role')
    .values({ company_id: inviter.me.companyId, name: 'Caretaker', grants: ['property.read'] })
    .execute();
  const body = { kind: 'staff', csv: 'email,phone,role\nnew@makao.test,,Caretaker', team_id: foreign.id, message: '', locale: 'en' };
  const as = await signInForApiToken(app, inviter);
  for (const path of ['bulk_check', 'bulk_send']) {
    const answer = await sendRequest(app, `/api/v2/invitation/${path}/`, { method: 'POST', token: as, body });
    expect(answer, path).toMatchObject({ status: 400, json: { fields: { team_id: expect.any(String) } } });
  }
  expect(await db.selectFrom('invitation').select('id').where('team_id', '=', foreign.id).execute()).toEqual([]);
});
