import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { clock } from '#contract/time/clock.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { listConnectedPaybills, readCompanyPaybill, sealSecrets } from './accounts.ts';
import { registerCallbackUrls } from './register-callbacks.ts';
import * as settings from './settings.ts';

let services: TestServices;
let sim: Simulator;
let owner: TestPerson;
const db = () => services.database.db;
beforeAll(async () => {
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  services = await createTestServices('bare', { DARAJA_URL: sim.url });
  await setClock(services, '2027-03-03T09:00:00Z');
  owner = await createPerson(services, 'owner');
});
afterAll(async () => {
  await setClock(services, null);
  await sim.close();
});

const secrets = (key: string) => ({ consumer_key: key, consumer_secret: key, passkey: 'pass', initiator: 'makao', initiator_password: 'word' });
const save = (number: string, more: { id?: number } = {}) =>
  runAsPerson(services, owner, (ctx) =>
    settings.saveCollectionAccount(ctx, {
      rail: 'mpesa',
      name: 'Ours',
      bank_code: null,
      active: true,
      number,
      secrets: secrets('nonsense'),
      ...more,
    }),
  );
const mine = () => db().selectFrom('collection_account').selectAll().where('company_id', '=', owner.me.companyId).executeTakeFirstOrThrow();

test('callback registration: a rejected paybill is retried at growing intervals, then only with new keys, and the manager is notified', async () => {
  const made = await save('600123');
  const rounds: number[] = [];
  for (let minute = 0; minute < 300; minute++) {
    await registerCallbackUrls(services, db());
    rounds.push((await mine()).announce_tries);
    await setClock(services, new Date(clock.ms() + 60_000).toISOString());
  }
  expect([rounds[0], rounds.at(-1)]).toEqual([1, 5]);
  expect((await listConnectedPaybills(db())).map(({ number }) => number)).not.toContain('600123');
  expect(await readCompanyPaybill(db(), owner.me.companyId ?? 0)).toBeUndefined();
  expect(await runAsPerson(services, owner, settings.listCollectionAccounts)).toMatchObject({
    results: [{ number: '600123', connected: false, refused: true }],
  });
  expect((await listSentNotifications(services, 'payment.refused')).map(({ to }) => to)).toEqual([{ personId: owner.me.userId }]);
  await save('600123', { id: made.id });
  expect(await mine()).toMatchObject({ announce_tries: 0, refused_at: null });
});

test('collection accounts: a company can have at most ten of each kind', async () => {
  for (let n = 1; n < 10; n++) await save(String(700_000 + n));
  await expect(save('700010')).rejects.toMatchObject({ failure: 'conflict' });
});

test('callback registration: an outage does not count as a rejection, and a success resets the number of rejections', async () => {
  const away = { ...services, env: { ...services.env, DARAJA_URL: 'http://127.0.0.1:9' } };
  const other = await createPerson(services, 'owner');
  const given = { rail: 'mpesa', name: 'Theirs', number: '600777', bank_code: null, active: true } as const;
  const { id } = await runAsPerson(services, other, (ctx) => settings.saveCollectionAccount(ctx, { ...given, secrets: secrets('nonsense') }));
  const row = () => db().selectFrom('collection_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const later = () => setClock(services, new Date(clock.ms() + 6 * 60_000).toISOString());
  for (let n = 0; n < 6; n++) {
    await registerCallbackUrls(away, db());
    await later();
  }
  expect(await row()).toMatchObject({ announce_tries: 0, refused_at: null });
  await registerCallbackUrls(services, db());
  expect(await row()).toMatchObject({ announce_tries: 1, refused_at: null });
  const { consumerKey, consumerSecret, passkey } = simulatorCredentials;
  await db()
    .updateTable('collection_account')
    .set({ secrets: sealSecrets({ consumerKey, consumerSecret, passkey }) })
    .where('id', '=', id)
    .execute();
  await later();
  await registerCallbackUrls(services, db());
  expect(await row()).toMatchObject({ announce_tries: 0, refused_at: null });
});
