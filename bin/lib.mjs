/**
 * Shared functions of all commands, needed before the project's own code can run. They must work on Node 20 right after `git clone`, so they import
 * no installed package.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);

/** An error with a message for the user. It is printed without a stack trace. */
export class Stop extends Error {}

export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (!interruption) console.error(error.message);
    process.exitCode = interruption ?? 1;
  }
}

const children = new Set();
let interruption;
/** The exit code of the signal that interrupted the command, if there was one. */
export const interrupted = () => interruption;

/**
 * In a terminal Ctrl-C reaches the whole process group, so the child has received SIGINT already, and npm sends this process a second one. Forwarding
 * it would look like a second Ctrl-C by the user. SIGTERM and SIGHUP, and SIGINT without a terminal, reach only this process and are forwarded once
 * each.
 */
const seen = new Set();
function onSignal(signal) {
  interruption ??= 128 + constants.signals[signal];
  if (children.size === 0) process.exit(interruption);
  if (seen.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return;
  seen.add(signal);
  for (const child of children) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal));

// npm starts this process through a shell and sends a signal to that shell only. The shell ends and leaves this process running, so the parent's id
// is watched.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onSignal('SIGTERM');
  }, 300);
  watch.unref();
}

/** Node's compile cache is kept between runs, because reading the sources is half of the start time of the server. */
const compileCache = { NODE_COMPILE_CACHE: at('node_modules', '.cache', 'compiled') };

/** Runs a program and never rejects. `quiet` collects the output instead of showing it. After a signal no further program is started. */
export function run(command, args, { env = {}, quiet = false, stdio } = {}) {
  if (interruption) return Promise.resolve({ ok: false, code: interruption, output: '', errors: '' });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...compileCache, ...process.env, ...env },
      stdio: stdio ?? (quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'),
    });
    children.add(child);
    let output = '';
    let errors = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    const end = (code, said = '') => {
      children.delete(child);
      resolve({ ok: code === 0 && !interruption, code, output, errors: errors + said });
    };
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Runs a program to its end and exits with its exit code. Through the ipc channel a server notices when this process was killed. */
export async function become(command, args, { env, ipc = false } = {}) {
  const { code, errors } = await run(command, args, { env, stdio: ipc ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit' });
  if (errors) console.error(errors);
  process.exit(code);
}

const patienceMs = 15_000;

/**
 * Starts the M-Pesa simulator for a server without Safaricom's credentials. The simulator ends with the channel on which it reports its address. It
 * does not start with credentials or another DARAJA_URL, nor without demo data unless DARAJA_PORT is set. Returns the environment that the server
 * needs.
 */
export async function phoneBeside({ DEMO }) {
  const { MPESA_CONSUMER_KEY, DARAJA_URL, DARAJA_PORT } = process.env;
  if (interruption || MPESA_CONSUMER_KEY || DARAJA_URL || (DEMO !== 'on' && !DARAJA_PORT)) return {};
  const child = spawn(node24(), ['simulator/main.ts'], {
    cwd: root,
    env: { ...compileCache, ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  child.on('close', () => children.delete(child));
  const url = await new Promise((resolve) => {
    child.once('message', (message) => resolve(message.url));
    child.once('error', () => resolve(''));
    child.once('exit', () => resolve(''));
    setTimeout(() => resolve(''), patienceMs).unref();
  });
  if (!url && !interruption) console.error('The M-Pesa simulator did not start, so M-Pesa payments cannot be tested.');
  return url ? { DARAJA_URL: url } : {};
}

// --- installation ----------------------------------------------------------------------------------------------------------------

export async function ensureInstalled() {
  if (installed()) return;
  await alone('install', async () => {
    if (installed()) return;
    console.log(
      `${existsSync(at('node_modules')) ? 'The packages do not match package-lock.json' : 'First start'}. Running npm ci, for about a minute.`,
    );
    // The options override NODE_ENV and npm's settings: building and testing need the development packages, and Node and PostgreSQL are optional
    // packages.
    const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'];
    const npm = process.env.npm_execpath ?? '';
    const [command, first] = basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []];
    // node_modules may be a symbolic link. Installing through the link would empty the folder it points to.
    if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Stop('node_modules is a link to a folder that does not match package-lock.json. Remove the link, or run npm ci in that folder.');
    rmSync(at('node_modules', MARK), { force: true });
    const { ok, code, errors } = await run(command, [...first, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (!ok)
      throw new Stop(
        `npm ci failed (code ${code}${errors && `, ${errors}`}). Read its message above, correct the cause and run the same command again.`,
      );
    writeFileSync(at('node_modules', MARK), lockHash());
  });
}

const MARK = '.makao-lock';
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');

function installed() {
  if (readText(at('node_modules', MARK)) === lockHash()) return true;
  if (!installedByHand()) return false;
  writeFileSync(at('node_modules', MARK), lockHash());
  return true;
}

/** Whether node_modules matches package-lock.json. npm writes .package-lock.json last, so it is missing or different after a failed installation. */
function installedByHand() {
  const here = readJson(at('node_modules', '.package-lock.json'))?.packages;
  const wanted = readJson(at('package-lock.json'))?.packages;
  if (!here || !wanted) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true;
    return here[path] ? here[path].version === version && existsSync(at(path)) : optional === true;
  });
}

/** The path of a Node version that runs TypeScript without a build. */
export function node24() {
  for (const path of [at('node_modules', '.bin', 'node'), process.execPath]) {
    const version = path === process.execPath ? process.version : spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout;
    if (Number(/^v(\d+)/.exec(version ?? '')?.[1]) >= 24) return path;
  }
  throw new Stop(
    `Makao needs Node 24, not ${process.version}, and npm has no Node 24 for ${process.platform}-${process.arch}. Install Node 24 and run again.`,
  );
}

/** The script of a command-line tool in node_modules, to run it with the project's Node instead of the machine's. */
export const tool = (name) => realpathSync(at('node_modules', '.bin', name));

// --- generated from sources ------------------------------------------------------------------------------------------------------

const SKIPPED = new Set(['gen', 'node_modules', '.DS_Store']);

/** The sha256 of names and contents of files. A folder includes all files below it, without tests and generated files. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info?.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!SKIPPED.has(name) && !/\.test\.tsx?$/.test(name)) add(join(path, name));
    } else if (info) hash.update(`${relative(root, path)}\0${info.size}\0`).update(readFileSync(path));
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

export async function ensureWords() {
  const marker = at('words', 'gen', '.hash');
  const wanted = () => hashOf([at('words'), at('project.inlang', 'settings.json')]);
  if (!existsSync(at('words', 'compile.mjs')) || readText(marker) === wanted()) return;
  await alone('words', async () => {
    const hash = wanted();
    if (readText(marker) === hash) return;
    rmSync(marker, { force: true });
    const { ok } = await run(node24(), ['words/compile.mjs']);
    if (!ok) throw new Stop('The messages could not be compiled. Read the error above.');
    mkdirSync(dirname(marker), { recursive: true });
    writeFileSync(marker, hash);
  });
}

// --- helpers ---------------------------------------------------------------------------------------------------------------------

export function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readText(path));
  } catch {
    return undefined;
  }
}

/** Runs `work` under a lock file, because `npm start` beside `npm test` in the same clone must not install or build at the same time. */
export async function alone(name, work) {
  const file = join(tmpdir(), `makao-${process.getuid?.() ?? ''}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}-${name}.lock`);
  let said = false;
  while (!take(file)) {
    if (!said) console.log(`Waiting for another command that runs the same step (${name}).`);
    said = true;
    await sleep(300);
  }
  const beat = setInterval(() => touch(file), 2000);
  const free = () => rmSync(file, { force: true });
  process.once('exit', free);
  try {
    await work();
  } finally {
    clearInterval(beat);
    process.off('exit', free);
    free();
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // The holder of the lock touches the file every two seconds. Its process id alone proves nothing, because process ids are reused.
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    const holder = Number(readText(file));
    if (age > 10_000 || (holder && !isAlive(holder))) rmSync(file, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The file was deleted from the temporary folder by another program. The work continues without it.
  }
}

/** Memory limits of the server, which needs about 70 MB. Without a limit V8 lets garbage grow to several times that size on a large machine. */
export const memoryFlags = ['--max-old-space-size=512', '--max-semi-space-size=8'];
/** Without this setting glibc keeps a heap for every thread that compresses or resizes, 30 MB after some hours. Other systems ignore it. */
export const memoryEnv = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
