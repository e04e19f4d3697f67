/** The data directory before PostgreSQL runs on it: password, initialisation, ownership, version. */
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterProblem, getErrorCode, readProblemFromLog } from './embedded-problem.ts';
import { changeFileOwner, type PostgresRunner, waitForExit } from './embedded-runner.ts';

export const SUPERUSER = 'makao';
type Job = {
  runner: PostgresRunner;
  dir: string;
  scratch: boolean;
  say: (line: string) => void;
  /** Whether a postmaster of an earlier run is reused. */
  running: boolean;
};

/** Prepares a data directory in runner.home for a postmaster, and returns the password. */
export async function prepareDataDirectory(job: Job): Promise<string> {
  const pgdata = join(job.runner.home, 'pgdata');
  const known = await readClusterPassword(job.dir);
  if (known !== undefined && job.running) return known;
  await removeLeftovers(job.runner.home);
  const password = known ?? (await writePassword(job.dir));
  if (await needsInit(pgdata)) await initialise(job, pgdata, password);
  else {
    await own(job.runner, pgdata);
    // The password file of the data is missing. A user who can read the data may set a new password, as `postgres --single` does.
    if (known === undefined) await resetPassword(job, pgdata, password);
  }
  return password;
}

const FILE = 'password';

export async function readClusterPassword(dir: string): Promise<string | undefined> {
  try {
    const text = (await readFile(join(dir, FILE), 'utf8')).trim();
    // The file is written under another name and renamed. An empty file is the result of a full disk or a crash of the machine.
    return text || undefined;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function writePassword(dir: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const fresh = join(dir, `${FILE}.${process.pid}`);
  await writeDurably(fresh, password);
  await rename(fresh, join(dir, FILE));
  return password;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Initialisation uses a separate folder that is renamed at the end, so that pgdata is either complete or missing. */
async function needsInit(pgdata: string): Promise<boolean> {
  const names = await readdir(pgdata).catch((error) => {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    if (getErrorCode(error) === 'EACCES') throw notOurs(pgdata);
    throw error;
  });
  if (names === undefined) return true;
  if (names.length === 0) {
    await rmdir(pgdata);
    return true;
  }
  if (names.includes('PG_VERSION') && names.includes('global')) return false;
  throw new ClusterProblem(`${pgdata} contains files but no PostgreSQL database. Move the files to another directory, or choose another DATA_DIR.`);
}

function notOurs(pgdata: string): ClusterProblem {
  return new ClusterProblem(`${pgdata} belongs to another user. Run Makao as that user, change its owner (chown -R), or choose another DATA_DIR.`);
}

async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith('initialising-')) await rm(join(home, name), { recursive: true, force: true });
  }
}

async function initialise({ runner, dir, scratch, say }: Job, pgdata: string, password: string): Promise<void> {
  const started = performance.now();
  const room = join(runner.home, `initialising-${process.pid}`);
  const pwfile = join(room, 'pw');
  const base = [`--username=${SUPERUSER}`, `--pwfile=${pwfile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--lc-messages=C', '--no-instructions'];
  // PostgreSQL's own C.UTF-8: the same order and the same upper and lower case on every machine, whatever its C library knows.
  base.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (scratch) base.push('--no-sync', '--no-data-checksums');
  try {
    let result = { ok: false, output: '' };
    // Some machines lack the locale C.UTF-8 (older macOS); plain C is sufficient together with the provider above.
    for (const locale of ['--locale=C.UTF-8', '--no-locale']) {
      await rm(room, { recursive: true, force: true });
      await mkdir(room, { mode: 0o700 });
      await writeFile(pwfile, password, { mode: 0o600 });
      if (runner.owner) await Promise.all([room, pwfile].map((path) => runner.owner && changeFileOwner(runner.owner, path)));
      const args = [...base, locale, `--pgdata=${join(room, 'pgdata')}`];
      result = await waitForExit(runner.start('initdb', args, { stdio: ['ignore', 'pipe', 'pipe'] }));
      if (result.ok || !/locale/i.test(result.output)) break;
    }
    if (!result.ok) {
      await writeFile(join(dir, 'postgres.log'), result.output, { flag: 'a', mode: 0o600 }).catch(() => undefined);
      throw readProblemFromLog(result.output, dir, 'create its database');
    }
    await rename(join(room, 'pgdata'), pgdata);
    if (!scratch) await syncFolder(runner.home);
    say(`Created a new database in ${pgdata} (${Math.round(performance.now() - started)} ms).`);
  } finally {
    await rm(room, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  // Some file systems cannot sync a folder; the rename is then as safe as possible.
  await folder.sync().catch(() => undefined);
  await folder.close();
}

/** Rejects data of another major version; a missing version file means that there is no data yet. */
export async function assertPostgresVersion(pgdata: string, major: number): Promise<void> {
  const made = (await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (made === '' || made === String(major)) return;
  throw new ClusterProblem(
    `The database in ${pgdata} is of PostgreSQL ${made}, but Makao uses PostgreSQL ${major}. Migrate it with pg_dump, or choose another DATA_DIR.`,
  );
}

/** The user that runs PostgreSQL may have changed: Makao was started as root for the first time, or a user postgres was added. */
async function own(runner: PostgresRunner, pgdata: string): Promise<void> {
  const { uid, mode } = await stat(pgdata);
  if (!runner.owner) {
    if (uid !== process.getuid?.()) throw notOurs(pgdata);
  } else if (uid !== runner.owner.uid >>> 0) {
    const owner = runner.owner;
    // The folder itself is changed last, because its owner shows whether the work was completed.
    for (const name of await readdir(pgdata, { recursive: true })) {
      const path = join(pgdata, name);
      if (!(await lstat(path)).isSymbolicLink()) await changeFileOwner(owner, path);
    }
    await changeFileOwner(owner, pgdata);
  }
  // A copied directory often has wider permissions, and PostgreSQL refuses to start with them.
  if ((mode & 0o077) !== 0) await chmod(pgdata, 0o700);
}

async function resetPassword({ runner, dir, say }: Job, pgdata: string, password: string): Promise<void> {
  const child = runner.start('postgres', ['--single', '-D', pgdata, 'postgres'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(`ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`);
  const { ok, output } = await waitForExit(child);
  if (!ok || /\b(ERROR|FATAL|PANIC):/.test(output)) {
    await rm(join(dir, FILE), { force: true });
    throw readProblemFromLog(output, dir, 'set a new password');
  }
  say(`The password of the database in ${pgdata} was missing. A new password was set.`);
}
