import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type NodeRole = 'web' | 'worker';
/** One process of the product, restarted whenever it ends; an unexpected end is counted. */
export type ServerNode = { readonly role: NodeRole; readonly url: string; end(signal: 'SIGKILL' | 'SIGTERM'): void; stop(): Promise<void> };

/** A start without a database ends with a sentence and is repeated by the process manager, so it does not count as a crash. */
export const nodeExitCounts = { asked: 0, unasked: 0, unready: 0, slow: 0 };
const patienceMs = 10_000;

export async function startNode(role: NodeRole, env: Record<string, string>, log: string): Promise<ServerNode> {
  const port = await freePort();
  let stopped = false;
  let asked = false;
  let ready = false;
  let child: ChildProcess;
  let gone: Promise<void> = Promise.resolve();
  const start = () => {
    asked = false;
    ready = false;
    child = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, NODE_ENV: 'production', ROLE: role, PORT: String(port) },
    });
    child.stdout?.on('data', (part: Buffer) => {
      ready ||= part.includes('is ready');
    });
    child.stderr?.on('data', (part: Buffer) => appendFileSync(log, part));
    const { promise, resolve } = Promise.withResolvers<void>();
    gone = promise;
    child.once('exit', (code, signal) => {
      resolve();
      nodeExitCounts[asked ? 'asked' : ready ? 'unasked' : 'unready'] += 1;
      if (!asked && ready) appendFileSync(log, `\n${role} ended by itself: ${code ?? signal}\n`);
      if (!stopped) setTimeout(() => stopped || start(), asked ? 0 : 500);
    });
  };
  start();
  return {
    role,
    url: `http://127.0.0.1:${port}`,
    end(signal) {
      asked = true;
      const [it, began] = [child, Date.now()];
      it.kill(signal);
      it.once('exit', () => {
        if (Date.now() - began > patienceMs) nodeExitCounts.slow += 1;
      });
    },
    async stop() {
      stopped = true;
      asked = true;
      child.kill('SIGTERM');
      await Promise.race([gone, pause(patienceMs)]);
      child.kill('SIGKILL');
    },
  };
}

export async function waitUntilReady(url: string, ms = 120_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(200)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`${url} was not ready in ${ms / 1000} s`);
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
