import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { getDatabaseUrl, type TestServices } from '#test/db.ts';
import { bundleProgram } from './bundle.ts';
import type { CrashPoint } from './crash-main.ts';

/**
 * A process of its own on a test database, with M-Pesa and the box for its callbacks, that kills itself at a given point
 * (test/processes/crash-main.ts).
 */
export async function startCrashingProcess(
  services: TestServices,
  to: { readonly mpesa: string; readonly box: string },
  dying: CrashPoint,
): Promise<ChildProcess> {
  const own = {
    DATABASE_URL: getDatabaseUrl(services),
    AUTH_SECRET: services.secret,
    DATA_DIR: services.env.dataDir,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  };
  const env = { ...process.env, ...own, APP_URL: 'http://localhost:3000', DARAJA_URL: to.mpesa, MPESA_CALLBACK_URL: to.box };
  return spawn(process.execPath, [await bundleProgram('test/processes/crash-main.ts'), JSON.stringify(dying)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
}
/** The process was killed by the signal; it did not end normally. */
export async function expectProcessKilled(starting: Promise<ChildProcess>): Promise<void> {
  const [, signal] = await once(await starting, 'exit');
  expect(signal).toBe('SIGKILL');
}
