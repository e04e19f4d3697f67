import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

type Answer = { readonly done: true } | { readonly failed: string };

/** The server process of this test worker and its port: both stay the same for all files of the worker. */
export type WorkerHost = { readonly port: number; open(settings: NodeJS.ProcessEnv): Promise<void>; close(): Promise<void> };

let running: Promise<WorkerHost> | undefined;

/** The browser knows the scripts of the site by their address, so the port must not change from file to file. */
export const findWorkerHost = (): Promise<WorkerHost> => {
  running ??= startHost();
  return running;
};

async function startHost(): Promise<WorkerHost> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['test/journeys/host-main.ts'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => {
    running = undefined;
  });
  await answerOf(child);
  return {
    port,
    open: (settings) => ask(child, { open: settings }),
    close: () => ask(child, { close: true }),
  };
}

function ask(child: ChildProcess, order: object): Promise<void> {
  const answer = answerOf(child);
  child.send(order);
  return answer;
}

function answerOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (problem?: Error) => {
      child.off('message', heard);
      child.off('exit', ended);
      if (problem) reject(problem);
      else resolve();
    };
    const heard = (answer: Answer) => settle('failed' in answer ? new Error(answer.failed) : undefined);
    const ended = (code: number | null) => settle(new Error(`the server process of the journeys ended with ${code}`));
    child.on('message', heard);
    child.on('exit', ended);
  });
}

/** Below the ports the system gives to outgoing connections: the host listens once a file, and a connection could take its port between two files. */
const firstPort = 11_000;
const portsPerWorker = 250;
const portRanges = 16;

/** Each worker has a range of its own: two workers that chose the same free port would refuse each other's files. */
export const portRangeOf = (worker: number): { readonly first: number; readonly end: number } => {
  const first = firstPort + (worker % portRanges) * portsPerWorker;
  return { first, end: first + portsPerWorker };
};

export async function findFreePort(): Promise<number> {
  const { first, end } = portRangeOf(Number(process.env.VITEST_POOL_ID ?? 0));
  const port = randomInt(first, end);
  return (await isFree(port)) ? port : findFreePort();
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
