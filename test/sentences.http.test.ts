import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { makeApp } from '#server/app.ts';
import { m } from '#words/messages.js';
import { send, tokenFor } from './client.ts';
import { freshHouse, type House } from './db.ts';
import { somebody } from './world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

const sw = { locale: 'sw' } as const;
const chosen = 'makao-lang=sw';
async function admin(locale: 'en' | 'sw'): Promise<string> {
  const who = await somebody(house, 'admin');
  await house.database.db.updateTable('person').set({ locale }).where('id', '=', who.id).execute();
  return tokenFor(app, who);
}
const emptied = { title: 'Rules', kind: 'terms', user_type: 0, effective_from: '2026-11-15', body: '<script>alert(1)</script>' };
const write = (token: string, cookie = '') => send(app, '/api/v2/policy/policy_create/', { method: 'POST', token, cookie, body: emptied });

test('a refusal speaks the language its caller keeps, without which it speaks English', async () => {
  const missing = async (token: string, cookie = '') => (await send(app, '/api/v2/policy/policy_details/?id=999999', { token, cookie })).json.message;
  expect(await missing(await admin('en'))).toBe(messages.itemNotFound.en);
  expect(await missing(await admin('sw'))).toBe(messages.itemNotFound.sw);
  expect(await missing(await admin('sw'), 'makao-lang=en')).toBe(messages.itemNotFound.en);
});

test('a field problem speaks it too, though a body was read before it', async () => {
  const english = await write(await admin('en'));
  expect(english.json.fields, english.text).toEqual({ body: 'says nothing once unsafe markup is taken out' });
  const own = await write(await admin('sw'));
  expect(own.json.fields).toEqual({ body: m.policy_problem_body_empty({}, sw) });
  expect(own.json.message).toBe(`body ${m.policy_problem_body_empty({}, sw)}`);
  expect((await write(await admin('en'), chosen)).json.fields).toEqual(own.json.fields);
});

test('so does what is refused before anybody is known', async () => {
  const stranger = await send(app, '/api/v2/policy/policy_create/', { method: 'POST', cookie: chosen, body: emptied });
  expect(stranger.json.message).toBe(messages.signedOut.sw);
  expect((await send(app, '/api/v2/nothing/', { cookie: chosen })).json.message).toBe(messages.pageNotFound.sw);
});
