import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type ApiProcess = { readonly url: string; readonly pid: number; readonly stop: () => Promise<void> };

/** Starts several processes that answer calls on one database, like several nodes behind one address; resolves when they are ready. */
export const startApiProcesses = (count: number, env: Readonly<Record<string, string>>): Promise<ApiProcess[]> =>
  Promise.all(Array.from({ length: count }, () => startOne(env)));

async function startOne(env: Readonly<Record<string, string>>): Promise<ApiProcess> {
  const child: ChildProcess = spawn(process.execPath, ['test/processes/api-main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RATE_LIMIT: '1000000000', LOG_LEVEL: 'error', ...env },
  });
  const ended = once(child, 'exit');
  const address = new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(String(line).trim()));
    void ended.then(([code]) => reject(new Error(`a process ended before it answered: ${code}`)));
  });
  return {
    url: await address,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
