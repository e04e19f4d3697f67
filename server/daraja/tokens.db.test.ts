import { expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { openDatabase } from '#server/db/db.ts';
import { everything } from '#server/kernel/scoped.ts';
import { startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, urlOf } from '#test/db.ts';
import { type Line, platformLine } from './line.ts';
import { refused } from './outcome.ts';
import { Secret } from './secret.ts';
import { daraja } from './service.ts';
import { type Asked, databaseTokens } from './tokens.ts';

test('one token for every process, sealed, fetched anew before it ends', async () => {
  const house = await freshHouse();
  const line = platformLine(house.env) as Line;
  const tokens = databaseTokens(house.database.db);
  let given = 0;
  const ask = async (): Promise<Asked> => {
    given += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { kind: 'accepted', token: new Secret(`token-${given}`), seconds: 3599 };
  };
  const take = async (from = tokens) => {
    const got = await from.take(line, ask);
    return got.kind === 'accepted' ? got.token.reveal() : got.code;
  };
  await setClock(house, '2026-11-17T10:00:00Z');
  // As another process has it: connections of its own.
  const elsewhere = openDatabase(urlOf(house), () => undefined);
  expect(await Promise.all([take(), take(), take(databaseTokens(elsewhere.db))])).toEqual(['token-1', 'token-1', 'token-1']);
  await elsewhere.close();
  const rows = await everything(house.database.db, 'daraja_token', 'a test').select().selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/token-1|simulator/);

  await setClock(house, '2026-11-17T10:54:00Z');
  expect(await take()).toBe('token-1');
  await setClock(house, '2026-11-17T10:56:00Z');
  expect(await take()).toBe('token-2');

  // Somebody who still has the old one does not take the new one from everybody.
  await tokens.forget(line, new Secret('token-1'));
  expect(await take()).toBe('token-2');
  await tokens.forget(line, new Secret('token-2'));
  expect(await take()).toBe('token-3');
  // Another key, another token; what was refused is not kept.
  const other = { ...line, consumerKey: new Secret('other') };
  expect(await tokens.take(other, async () => refused('400.008.01', 'no'))).toMatchObject({ kind: 'refused' });
  expect(await everything(house.database.db, 'daraja_token', 'a test').select().selectAll().execute()).toHaveLength(1);
});

test('a house speaks to the simulator, inside a transaction too', async () => {
  const sim = await startSimulator();
  const house = await freshHouse('bare', { DARAJA_URL: sim.url });
  const around = { from: new Date(clock.ms() - 1000), to: clock.now() };
  expect(await daraja(house).pullRegister({ phone: '0708374149', callback: '/hooks/pay/pull/abc' })).toMatchObject({ kind: 'accepted' });
  await house.database.db.transaction().execute(async () => {
    expect(await daraja(house).pull(around)).toMatchObject({ kind: 'accepted', rows: [] });
  });
  await sim.close();
});
