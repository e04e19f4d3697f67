import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { type House, urlOf } from '#test/db.ts';
import { bundled } from './bundle.ts';
import type { Dying } from './dies-main.ts';

/** A process of its own on a house's database, with M-Pesa and the box for its callbacks, that ends itself where it is told to (test/processes/dies-main.ts). */
export async function startDying(house: House, to: { readonly mpesa: string; readonly box: string }, dying: Dying): Promise<ChildProcess> {
  const own = { DATABASE_URL: urlOf(house), AUTH_SECRET: house.secret, DATA_DIR: house.env.dataDir, LOG_LEVEL: 'error', NODE_ENV: 'production' };
  const env = { ...process.env, ...own, APP_URL: 'http://localhost:3000', DARAJA_URL: to.mpesa, MPESA_CALLBACK_URL: to.box };
  return spawn(process.execPath, [await bundled('test/processes/dies-main.ts'), JSON.stringify(dying)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
}
/** It did not end by itself: it was killed. */
export async function expectKilled(starting: Promise<ChildProcess>): Promise<void> {
  const [, signal] = await once(await starting, 'exit');
  expect(signal).toBe('SIGKILL');
}
