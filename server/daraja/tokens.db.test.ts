import { expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { openDatabase } from '#server/db/db.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, getDatabaseUrl } from '#test/db.ts';
import { type MpesaConfig, readPlatformMpesaConfig } from './mpesa-config.ts';
import { toRefusedOutcome } from './outcome.ts';
import { HiddenSecret } from './secret.ts';
import { getDarajaClient } from './service.ts';
import { makeDatabaseTokenStore, type TokenResult } from './tokens.ts';

test('M-Pesa token: is shared by all processes, stored encrypted and renewed before it expires', async () => {
  const services = await createTestServices();
  const line = readPlatformMpesaConfig(services.env) as MpesaConfig;
  const tokens = makeDatabaseTokenStore(services.database.db);
  let given = 0;
  const ask = async (): Promise<TokenResult> => {
    given += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { kind: 'accepted', token: new HiddenSecret(`token-${given}`), seconds: 3599 };
  };
  const take = async (from = tokens) => {
    const got = await from.take(line, ask);
    return got.kind === 'accepted' ? got.token.reveal() : got.code;
  };
  await setClock(services, '2026-11-17T10:00:00Z');
  // Another process with its own connections.
  const elsewhere = openDatabase(getDatabaseUrl(services), () => undefined);
  expect(await Promise.all([take(), take(), take(makeDatabaseTokenStore(elsewhere.db))])).toEqual(['token-1', 'token-1', 'token-1']);
  await elsewhere.close();
  const rows = await unscopedTable(services.database.db, 'daraja_token', 'a test').select().selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/token-1|simulator/);

  await setClock(services, '2026-11-17T10:54:00Z');
  expect(await take()).toBe('token-1');
  await setClock(services, '2026-11-17T10:56:00Z');
  expect(await take()).toBe('token-2');

  // A process that still has the old token does not invalidate the new one for everyone.
  await tokens.forget(line, new HiddenSecret('token-1'));
  expect(await take()).toBe('token-2');
  await tokens.forget(line, new HiddenSecret('token-2'));
  expect(await take()).toBe('token-3');
  // Another key has another token; a rejected one is not stored.
  const other = { ...line, consumerKey: new HiddenSecret('other') };
  expect(await tokens.take(other, async () => toRefusedOutcome('400.008.01', 'no'))).toMatchObject({ kind: 'refused' });
  expect(await unscopedTable(services.database.db, 'daraja_token', 'a test').select().selectAll().execute()).toHaveLength(1);
});

test('M-Pesa token: is fetched for requests to the simulator, also inside a database transaction', async () => {
  const sim = await startSimulator();
  const services = await createTestServices('bare', { DARAJA_URL: sim.url });
  const around = { from: new Date(clock.ms() - 1000), to: clock.now() };
  expect(await getDarajaClient(services).pullRegister({ phone: '0708374149', callback: '/hooks/pay/pull/abc' })).toMatchObject({ kind: 'accepted' });
  await services.database.db.transaction().execute(async () => {
    expect(await getDarajaClient(services).pull(around)).toMatchObject({ kind: 'accepted', rows: [] });
  });
  await sim.close();
});
