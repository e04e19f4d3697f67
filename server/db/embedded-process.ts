/**
 * Facts about processes from the operating system. A pid alone proves nothing: the process may be a zombie, or the pid may belong to another program.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getErrorCode } from './embedded-problem.ts';

const HAS_PROC = process.platform === 'linux';

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The fields of /proc/PID/stat behind the program's name, which itself may hold spaces and brackets. */
function procStat(pid: number): string[] | undefined {
  const text = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function ps(pid: number, column: string): string {
  return (
    quietly(() => execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()) ?? ''
  );
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM') return false;
  }
  // Without a process that reaps orphans (a container without an init), a dead postmaster stays a zombie and still answers signal 0.
  return HAS_PROC ? !['Z', 'X'].includes(procStat(pid)?.[0] ?? '') : !ps(pid, 'stat').startsWith('Z');
}

/** A value that differs between two processes that had the same pid one after the other; undefined if there is no such process. */
export function readProcessStartStamp(pid: number): string | undefined {
  if (!HAS_PROC) return ps(pid, 'lstart') || undefined;
  const started = procStat(pid)?.[19];
  const boot = quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  return started === undefined ? undefined : `${boot ?? ''}:${started}`;
}

/** `pgdata` must be a real path. PostgreSQL's processes all work inside their data directory, even after it was moved. */
export function isPostgresRunningOn(pid: number, pgdata: string): boolean {
  if (!isProcessAlive(pid)) return false;
  if (!HAS_PROC) return /postgres/.test(ps(pid, 'command')) && ps(pid, 'command').includes(pgdata);
  if (quietly(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) !== 'postgres') return false;
  const cwd = quietly(() => readlinkSync(`/proc/${pid}/cwd`));
  if (cwd !== undefined) return cwd === pgdata;
  return (quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0').includes(pgdata);
}

/** Ends backends that outlived a killed postmaster, because a second postmaster beside them would damage the data. */
export async function endOrphanedBackends(pgdata: string): Promise<void> {
  if (!HAS_PROC) return;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stragglers = pids.map(Number).filter((pid) => isPostgresRunningOn(pid, pgdata));
  for (const pid of stragglers) sendSignal(pid, 'SIGQUIT');
  await Promise.all(stragglers.map((pid) => waitForProcessExit(pid, 5_000)));
}

export type PostmasterFile = { pid: number; port: number };

export async function readPostmasterFile(pgdata: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , port] = text.split('\n').map(Number);
  // A postmaster that has just started may not have written its port yet.
  return pid !== undefined && pid > 0 ? { pid, port: port || 0 } : { pid: 0, port: 0 };
}

export async function waitForProcessExit(pid: number, limit: number): Promise<boolean> {
  const until = performance.now() + limit;
  for (let pause = 10; isProcessAlive(pid); pause = Math.min(pause * 1.5, 100)) {
    if (performance.now() > until) return false;
    await sleep(pause);
  }
  return true;
}

export function sendSignal(pid: number, name: NodeJS.Signals): void {
  quietly(() => process.kill(pid, name));
}

/** Requests a fast shutdown, which ends sessions and keeps committed data; stronger signals follow only if that does not succeed. */
export async function endPostmaster(pid: number, patience = 20_000): Promise<void> {
  sendSignal(pid, 'SIGINT');
  if (await waitForProcessExit(pid, patience)) return;
  sendSignal(pid, 'SIGQUIT');
  if (await waitForProcessExit(pid, 10_000)) return;
  sendSignal(pid, 'SIGKILL');
  await waitForProcessExit(pid, 5_000);
}
