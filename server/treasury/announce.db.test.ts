import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulated } from '#contract/daraja/simulated.ts';
import { clock } from '#contract/time/clock.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { ownPaybill, paybills, sealSecrets } from './accounts.ts';
import { announce } from './announce.ts';
import * as settings from './settings.ts';

let house: House;
let sim: Simulator;
let owner: Somebody;
const db = () => house.database.db;
beforeAll(async () => {
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url });
  await setClock(house, '2027-03-03T09:00:00Z');
  owner = await somebody(house, 'owner');
});
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
});

const secrets = (key: string) => ({ consumer_key: key, consumer_secret: key, passkey: 'pass', initiator: 'makao', initiator_password: 'word' });
const save = (number: string, more: { id?: number } = {}) =>
  inTransaction(house, owner, (ctx) =>
    settings.saveAccount(ctx, { ...{ rail: 'mpesa', name: 'Ours', bank_code: null, active: true }, number, secrets: secrets('nonsense'), ...more }),
  );
const mine = () => db().selectFrom('collection_account').selectAll().where('company_id', '=', owner.me.companyId).executeTakeFirstOrThrow();

test('a paybill Safaricom refuses is asked about ever less, then not at all until it has other keys; its keeper hears of it', async () => {
  const made = await save('600123');
  const rounds: number[] = [];
  for (let minute = 0; minute < 300; minute++) {
    await announce(house, db());
    rounds.push((await mine()).announce_tries);
    await setClock(house, new Date(clock.ms() + 60_000).toISOString());
  }
  expect([rounds[0], rounds.at(-1)]).toEqual([1, 5]);
  expect((await paybills(db())).map(({ number }) => number)).not.toContain('600123');
  expect(await ownPaybill(db(), owner.me.companyId ?? 0)).toBeUndefined();
  expect(await inTransaction(house, owner, settings.accounts)).toMatchObject({ results: [{ number: '600123', connected: false, refused: true }] });
  expect((await told(house, 'payment.refused')).map(({ to }) => to)).toEqual([{ personId: owner.me.userId }]);
  await save('600123', { id: made.id });
  expect(await mine()).toMatchObject({ announce_tries: 0, refused_at: null });
});

test('a company keeps ten of a kind', async () => {
  for (let n = 1; n < 10; n++) await save(String(700_000 + n));
  await expect(save('700010')).rejects.toMatchObject({ failure: 'conflict' });
});

test('who could not be reached was not refused: only refusals count, and being accepted ends the count', async () => {
  const away = { ...house, env: { ...house.env, DARAJA_URL: 'http://127.0.0.1:9' } };
  const other = await somebody(house, 'owner');
  const given = { rail: 'mpesa', name: 'Theirs', number: '600777', bank_code: null, active: true } as const;
  const { id } = await inTransaction(house, other, (ctx) => settings.saveAccount(ctx, { ...given, secrets: secrets('nonsense') }));
  const row = () => db().selectFrom('collection_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const later = () => setClock(house, new Date(clock.ms() + 6 * 60_000).toISOString());
  for (let n = 0; n < 6; n++) {
    await announce(away, db());
    await later();
  }
  expect(await row()).toMatchObject({ announce_tries: 0, refused_at: null });
  await announce(house, db());
  expect(await row()).toMatchObject({ announce_tries: 1, refused_at: null });
  const { consumerKey, consumerSecret, passkey } = simulated;
  await db()
    .updateTable('collection_account')
    .set({ secrets: sealSecrets({ consumerKey, consumerSecret, passkey }) })
    .where('id', '=', id)
    .execute();
  await later();
  await announce(house, db());
  expect(await row()).toMatchObject({ announce_tries: 0, refused_at: null });
});
