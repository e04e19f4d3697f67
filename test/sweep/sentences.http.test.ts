import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { policyKinds } from '#contract/policy/kinds.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson } from '#test/people.ts';
import { m } from '#words/messages.js';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const sw = { locale: 'sw' } as const;
const chosen = 'makao-lang=sw';
async function admin(locale: 'en' | 'sw'): Promise<string> {
  const who = await createPerson(services, 'admin');
  await services.database.db.updateTable('person').set({ locale }).where('id', '=', who.id).execute();
  return signInForApiToken(app, who);
}
const emptied = { title: 'Rules', kind: 'terms', user_type: 0, effective_from: '2026-11-15', body: '<script>alert(1)</script>' };
const write = (token: string, cookie = '') => sendRequest(app, '/api/v2/policy/policy_create/', { method: 'POST', token, cookie, body: emptied });

test("error language: an error is in the caller's language, or in English if no language is chosen", async () => {
  const missing = async (token: string, cookie = '') =>
    (await sendRequest(app, '/api/v2/policy/policy_details/?id=999999', { token, cookie })).json.message;
  expect(await missing(await admin('en'))).toBe(messages.itemNotFound.en);
  expect(await missing(await admin('sw'))).toBe(messages.itemNotFound.sw);
  expect(await missing(await admin('sw'), 'makao-lang=en')).toBe(messages.itemNotFound.en);
  // A page of this site is in English in a browser without a chosen language, whatever was chosen in another browser.
  const ofPage = { token: await admin('sw'), headers: { 'sec-fetch-site': 'same-origin' } };
  expect((await sendRequest(app, '/api/v2/policy/policy_details/?id=999999', ofPage)).json.message).toBe(messages.itemNotFound.en);
});

test('error language: a field error is in the caller’s language, although the body is parsed before sign-in is checked', async () => {
  const english = await write(await admin('en'));
  expect(english.json.fields, english.text).toEqual({ body: 'The text is empty after unsafe formatting is removed. Enter the text again.' });
  const own = await write(await admin('sw'));
  expect(own.json.fields).toEqual({ body: m.policy_problem_body_empty({}, sw) });
  expect(own.json.message).toBe(`body: ${m.policy_problem_body_empty({}, sw)}`);
  expect((await write(await admin('en'), chosen)).json.fields).toEqual(own.json.fields);
});

test('error language: an error for a signed-out visitor is in the language of the cookie', async () => {
  const stranger = await sendRequest(app, '/api/v2/policy/policy_create/', { method: 'POST', cookie: chosen, body: emptied });
  expect(stranger.json.message).toBe(messages.signedOut.sw);
  expect((await sendRequest(app, '/api/v2/nothing/', { cookie: chosen })).json.message).toBe(messages.pageNotFound.sw);
});

const post = (token: string, body: object) => sendRequest(app, '/api/v2/policy/policy_create/', { method: 'POST', token, body });

test('error language: schema errors with limits and choices are in the caller’s language', async () => {
  const wrong = { title: 'x'.repeat(500), kind: 'poem', user_type: 'all', effective_from: 'soon', surprise: 1 };
  const said = (await post(await admin('sw'), wrong)).json.fields as Record<string, string>;
  expect(said).toEqual({
    title: m.problem_most_characters({ count: 160 }, sw),
    kind: m.problem_one_of({ values: policyKinds.join(', ') }, sw),
    user_type: m.problem_number({}, sw),
    effective_from: m.problem_day({}, sw),
    body: messages.requiredParameter.sw,
    surprise: m.problem_unknown_field({}, sw),
  });
  const english = (await post(await admin('en'), wrong)).json.fields as Record<string, string>;
  expect(Object.keys(english)).toEqual(Object.keys(said));
  for (const [name, text] of Object.entries(english)) expect(text, name).not.toBe(said[name]);
});

test('error language: errors of custom schema rules are in the caller’s language', async () => {
  const said = (await post(await admin('sw'), { ...emptied, user_type: 77, body: '<p> </p>' })).json.fields;
  expect(said).toEqual({ user_type: m.problem_user_type({}, sw), body: m.problem_empty({}, sw) });
});
