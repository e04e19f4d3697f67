/**
 * Finds a Chromium for the browser journeys, or installs one. A fresh machine has none and playwright's download host is not reachable everywhere, so
 * several ways are tried, the cheapest first. Every way that changes the machine prints a line.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

type Say = (line: string) => void;
type Outcome = { ok: boolean; output: string /** why not ok, as the end of a sentence */; reason: string };

const MINUTE = 60_000;
/** Package databases are locked while another process installs; this makes apt wait for the lock instead of failing. */
const APT = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=2'];

/** The headless shell is tried first: it is the same engine without windows, for three quarters of the work. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/lib/chromium/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
];

export async function ensureChromium(say: Say, wanted: string | undefined = process.env.CHROMIUM_PATH): Promise<string> {
  if (wanted) {
    const fault = await startFault(wanted);
    if (fault) throw new Error(`CHROMIUM_PATH is ${wanted}, but that program does not start: ${fault}.`);
    return wanted;
  }
  const there = await findInstalled(say);
  if (there) return there;
  const failures: string[] = [];
  for (const way of [installByPlaywright, installBySystem]) {
    const failure = await way(say);
    const found = await findInstalled(say);
    if (found) {
      say(`Chromium is at ${found}.`);
      return found;
    }
    failures.push(failure ?? 'it installed, but no browser that starts was found afterwards');
  }
  throw new Error(
    `No Chromium was found and none could be installed (${failures.join('; ')}): install Chromium or Chrome and run again, or set CHROMIUM_PATH to its program.`,
  );
}

async function findInstalled(say: Say): Promise<string | undefined> {
  for (const path of [...PLACES, ...(await playwrightPaths())]) {
    if (!(await executable(path))) continue;
    const fault = await startFault(path);
    if (!fault) return path;
    say(`${path} is there but does not start: ${fault}.`);
  }
  return undefined;
}

async function playwrightPaths(): Promise<string[]> {
  const { chromium } = await import('playwright-core');
  const full = chromium.executablePath();
  // The headless shell is downloaded beside the full browser, under its own name and the same revision.
  const shell = full
    .replace(/chromium-(\d+)/, 'chromium_headless_shell-$1')
    .replace(/chrome-(linux|mac)([^/]*)\/(?:chrome|.*\.app\/.*)$/, 'chrome-headless-shell-$1$2/chrome-headless-shell');
  return [full, shell];
}

/** Undefined if the program starts and identifies itself as a browser; otherwise the error. */
async function startFault(path: string): Promise<string | undefined> {
  const { ok, output, reason } = await attempt(path, ['--version'], 20_000);
  if (!ok) return reason;
  return /chrom/i.test(output) ? undefined : `it does not say that it is Chromium or Chrome but "${output.trim().split('\n')[0]}"`;
}

async function installByPlaywright(say: Say): Promise<string | undefined> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  say('No Chromium here: trying the download of playwright (at most 3 minutes).');
  const until = Date.now() + 3 * MINUTE;
  let failure = '';
  for (const what of ['chromium-headless-shell', 'chromium']) {
    const left = until - Date.now();
    if (left < 5_000) break;
    const { ok, reason } = await attempt(process.execPath, [cli, 'install', what], left);
    if (ok) {
      say(`playwright downloaded ${what}.`);
      return undefined;
    }
    failure = `playwright's download of ${what} failed: ${reason}`;
    say(`${failure}.`);
  }
  return failure || "playwright's download took longer than 3 minutes";
}

/** `enough`: with this step the browser is there, and the steps after it are left out. */
const MANAGERS: { name: string; steps: string[][]; asUser?: boolean; enough?: number }[] = [
  {
    name: 'apt-get',
    steps: [
      [...APT, 'update'],
      // Debian has it as a package of its own; where it is unknown, the whole browser is installed by the next step.
      [...APT, 'install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
      [...APT, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ],
    enough: 1,
  },
  { name: 'dnf', steps: [['install', '-y', 'chromium', 'liberation-fonts']] },
  { name: 'apk', steps: [['add', '--no-cache', 'chromium', 'ttf-liberation']] },
  { name: 'pacman', steps: [['-Sy', '--noconfirm', 'chromium', 'ttf-liberation']] },
  { name: 'brew', steps: [['install', '--cask', 'chromium']], asUser: true },
];

async function installBySystem(say: Say): Promise<string | undefined> {
  const found = await Promise.all(MANAGERS.map(async (m) => ({ ...m, path: await which(m.name) })));
  const manager = found.find((m) => m.path !== undefined);
  if (!manager?.path) return 'no known package manager is here';
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot || manager.asUser ? undefined : await which('sudo');
  if (!isRoot && !manager.asUser && !sudo) return `${manager.name} needs root and there is no sudo`;
  for (const [n, step] of manager.steps.entries()) {
    const line = sudo ? [sudo, '-n', manager.path, ...step] : [manager.path, ...step];
    say(`Running: ${line.join(' ')}`);
    const [command, ...rest] = line;
    const result = command === undefined ? undefined : await attempt(command, rest, 8 * MINUTE, { DEBIAN_FRONTEND: 'noninteractive' });
    // A failed step does not end the search while another step is possible: the package may be known already, or under another name.
    if (!result?.ok && step !== manager.steps.at(-1)) say(`${manager.name} could not do this: ${result?.reason}.`);
    else if (!result?.ok) return `${manager.name} could not install it: ${result?.reason}`;
    else if (n === manager.enough) break;
  }
  say(`${manager.name} installed Chromium.`);
  return undefined;
}

async function which(name: string): Promise<string | undefined> {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    if (dir && (await executable(join(dir, name)))) return join(dir, name);
  }
  return undefined;
}

async function executable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Runs to its end or its time limit and never throws: every caller has another way to try. */
function attempt(command: string, args: string[], limit: number, env: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, detached: true });
    let output = '';
    let late = false;
    const take = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    // Ends the whole process group, because playwright downloads in a separate process.
    const stop = () => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(() => {
      late = true;
      stop();
    }, limit);
    const end = (ok: boolean, reason: string) => {
      clearTimeout(timer);
      resolve({ ok, output, reason });
    };
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code, signal) => {
      if (late) end(false, `it took longer than ${Math.round(limit / 1000)} s`);
      else end(code === 0, code === 0 ? '' : lastWords(output) || `it ended with ${signal ?? `code ${code}`}`);
    });
  });
}

/** The line of the output that most likely explains the failure. */
function lastWords(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.findLast((line) => /error|^E:|unable|failed|cannot|not found/i.test(line)) ?? lines.at(-1) ?? '';
  return telling.slice(0, 200).replace(/[.\s]+$/, '');
}
