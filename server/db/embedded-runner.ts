/**
 * Finds the user, the programs and the directory with which PostgreSQL can run here. PostgreSQL refuses to run as root, and another user may be
 * unable to enter the directory of the clone (mktemp -d and /root are 0700). So every combination is tried before it is used.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, cp, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNativeFolder } from './embedded-binaries.ts';
import { ClusterProblem, getErrorCode } from './embedded-problem.ts';

type Ids = { uid: number; gid: number };
type Way = { home: string; native: string; prefix: string[]; ids?: Ids; owner?: Ids };

export type PostgresRunner = {
  /** Contains pgdata/: the data directory itself, unless PostgreSQL cannot work there. */
  home: string;
  major: number;
  /** The user who must own the data; undefined if this process is not root and owns it. */
  owner: Ids | undefined;
  start(program: 'postgres' | 'initdb', args: string[], options: { stdio: StdioOptions; detached?: boolean }): ChildProcess;
};

// The environment of PostgreSQL is fixed, because PGDATA, PGPORT or another locale of our own would change its behaviour.
const ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };
const CAPS = '+dac_override,+dac_read_search';

export async function findPostgresRunner(dir: string, say: (line: string) => void): Promise<PostgresRunner> {
  const native = await findNativeFolder();
  if (process.getuid?.() !== 0) return first([{ home: dir, native, prefix: [] }], 'PostgreSQL from the npm package does not start on this machine');
  const user = await findUnprivilegedUser();
  const elsewhere = await readFile(join(dir, POINTER), 'utf8').catch(() => undefined);
  if (elsewhere === undefined) {
    const runner = await firstWorking(waysAsRoot(dir, native, user));
    if ('start' in runner) return runner;
  }
  const home = elsewhere?.trim() ?? `/var/tmp/makao-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`;
  const way = await moveOut(home, native, user);
  const runner = await first([way], `PostgreSQL cannot run as root, and the user ${user.uid} can use neither ${dir} nor ${home}`);
  if (elsewhere === undefined) await writeFile(join(dir, POINTER), `${home}\n`, { mode: 0o600 });
  say(`The user that runs PostgreSQL cannot enter ${dir}, so the data is in ${home}.`);
  return runner;
}

/** This file in the data directory contains the path of the database, which stays valid after a move or a change of permissions. */
const POINTER = 'database-is-at';

function waysAsRoot(home: string, native: string, user: Ids): Way[] {
  const ids = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
  // Without no_setuid_fixup, access(2), by which PostgreSQL checks its own programs, ignores the capabilities given here.
  const caps = [`--inh-caps=${CAPS}`, `--ambient-caps=${CAPS}`, '--securebits=+no_setuid_fixup'];
  const ways: Way[] = [{ home, native, prefix: [], ids: user, owner: user }];
  if (process.platform !== 'linux') return ways;
  ways.push({ home, native, prefix: ['setpriv', ...ids, ...caps, '--'], owner: user });
  // A container with a single user has no other user to switch to. In a user namespace root can appear as another user.
  ways.push({ home, native, prefix: ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--'], owner: { uid: 0, gid: 0 } });
  return ways;
}

async function first(ways: Way[], problem: string): Promise<PostgresRunner> {
  const result = await firstWorking(ways);
  if ('start' in result) return result;
  throw new ClusterProblem(`${problem} (${result.why}). Run Makao as an ordinary user, or set DATABASE_URL to your own PostgreSQL.`);
}

async function firstWorking(ways: Way[]): Promise<PostgresRunner | { why: string }> {
  let why = '';
  for (const way of ways) {
    const { ok, output } = await tryOut(way);
    const major = Number(/PostgreSQL\) (\d+)/.exec(output)?.[1]);
    if (ok && major) {
      const start: PostgresRunner['start'] = (program, args, options) => launch(way, join(way.native, 'bin', program), args, options);
      return { home: way.home, major, owner: way.owner, start };
    }
    why ||= output.trim().split('\n').at(-1) ?? '';
  }
  return { why: why || 'it ended without an error message' };
}

/** Writes to the place of the data and lets initdb find its parts; both need more than `postgres --version`. */
async function tryOut(way: Way): Promise<{ ok: boolean; output: string }> {
  const probe = join(way.home, `probe-${process.pid}`);
  await rm(probe, { recursive: true, force: true });
  await mkdir(probe, { mode: 0o700 });
  try {
    if (way.owner) await changeFileOwner(way.owner, probe);
    const bin = join(way.native, 'bin');
    const script = 'cd "$1" && : > written && "$2/initdb" --show --pgdata="$1/x" && exec "$2/postgres" --version';
    return await waitForExit(launch(way, '/bin/sh', ['-c', script, 'sh', probe, bin], { stdio: ['ignore', 'pipe', 'pipe'] }));
  } catch (error) {
    // A root user without this capability cannot change the owner.
    if (getErrorCode(error) !== 'EPERM' && getErrorCode(error) !== 'EINVAL') throw error;
    return { ok: false, output: String(getErrorCode(error)) };
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

function launch(way: Way, file: string, args: string[], options: { stdio: StdioOptions; detached?: boolean }): ChildProcess {
  const [command = file, ...rest] = [...way.prefix, file, ...args];
  // On macOS the user `nobody` is -2: process calls need the signed value, file calls the unsigned one.
  const ids = way.ids ? { uid: way.ids.uid | 0, gid: way.ids.gid | 0 } : {};
  return spawn(command, rest, { ...options, ...ids, env: ENV, cwd: '/' });
}

/** Resolves in any case: a program that cannot be started counts as failed, with its reason. */
export function waitForExit(child: ChildProcess): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

export function changeFileOwner(owner: Ids, path: string): Promise<void> {
  return chown(path, owner.uid >>> 0, owner.gid >>> 0);
}

export async function findUnprivilegedUser(): Promise<Ids> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  for (const name of process.platform === 'darwin' ? ['nobody'] : ['postgres', 'nobody']) {
    const entry = lines.find((fields) => fields[0] === name);
    if (entry?.[2] && entry[3]) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new ClusterProblem(
    'PostgreSQL cannot run as root, and this machine has no user “postgres” or “nobody”. Create one, or run Makao as an ordinary user.',
  );
}

/** The last resort: programs and data in a directory that all users may enter. */
async function moveOut(home: string, native: string, user: Ids): Promise<Way> {
  await mkdir(home, { recursive: true, mode: 0o755 });
  // All users can write to /var/tmp, so a folder created there by another user must not be trusted with programs.
  const { uid } = await lstat(home);
  if (uid !== 0 || !(await lstat(home)).isDirectory()) {
    throw new ClusterProblem(`${home} belongs to another user (${uid}), so the database cannot be stored there. Remove it and start again.`);
  }
  const copy = join(home, 'postgresql');
  const source = `${native} ${(await lstat(join(native, 'bin', 'postgres'))).mtimeMs}`;
  if ((await readFile(join(copy, 'copied-from'), 'utf8').catch(() => '')) !== source) {
    const fresh = `${copy}-${process.pid}`;
    await rm(fresh, { recursive: true, force: true });
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(fresh, 'copied-from'), source);
    await rm(copy, { recursive: true, force: true });
    await rename(fresh, copy);
  }
  return { home, native: copy, prefix: [], ids: user, owner: user };
}
