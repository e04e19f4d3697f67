/**
 * `npm test`: everything. `npm test -- check`: the quick part. `npm test -- unit policy`: one step, its files filtered by name.
 * `npm test -- policy`: every kind of test, filtered. `npm test -- durations`: what the runs here took becomes test/durations.json. A failed step does not hide the next one; the end names what failed, the last line counts.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { COMMITTED, commitDurations, keepDurations } from './durations.mjs';
import { afterSecond, failedFiles, failuresOf, problemLines } from './failures.mjs';
import { ensureInstalled, ensureWords, interrupted, main, node24, root, run, Stop, tool } from './lib.mjs';

const PROJECTS = ['unit', 'built', 'db', 'http', 'journeys'];
const CHECK = ['types', 'lint', 'limits', 'unit'];
const ALL = ['types', 'lint', 'limits', 'build', ...PROJECTS];

/** One core is busy with the types for a minute: these need no PostgreSQL and are done beside them. What the types say is told after these. */
const BESIDE = ['lint', 'limits', 'build', 'unit', 'built'];

/** A browser on a starved machine: this many journeys that failed are walked once more, alone. More than these are no accident. */
const SECOND_CHANCES = 10;

/** Of each step: enough to see what is wrong, few enough to stay on one screen. */
const SHOWN = 30;

const results = [];
const reports = mkdtempSync(join(tmpdir(), 'makao-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const steps = {
  types: () => told(checkTypes()),
  lint: () => told(node(tool('biome'), 'check', '.')),
  limits: () => told(node('test/limits.mjs')),
};

const node = (...args) => run(node24(), args, { quiet: true });

async function checkTypes() {
  const made = await node(tool('react-router'), 'typegen');
  // What has not changed since the last run is not read again: 3 s instead of 30. Several checkers work out many types twice: four take 210 s of work,
  // one takes 115 (decision 318). The other core is busy with the steps beside.
  const args = ['-p', '.', '--checkers', '1', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.info'];
  return made.ok ? node(tool('tsc'), ...args) : made;
}

/** These take seconds: their words are shown when they end, and kept for the end of everything when they failed. */
async function told(work) {
  const { ok, output, errors } = await work;
  const said = `${output}${errors}`.trim();
  if (said) console.log(said);
  return ok || interrupted() ? ok : { passed: 0, failed: 1, failures: problemLines(said) };
}

/** `work` resolves to true or false, or to counts and what failed. */
async function step(name, work, { silent = false } = {}) {
  if (interrupted()) return false;
  if (!silent) console.log(`\n== ${name}`);
  const started = performance.now();
  let outcome;
  try {
    outcome = await work();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (!interrupted()) console.error(error.message);
    outcome = interrupted() ? false : { passed: 0, failed: 1, failures: problemLines(error.message) };
  }
  // Work that was cut short says nothing about the code, and preparations are worth a line only when they fail.
  if ((interrupted() && typeof outcome === 'boolean') || (silent && outcome === true)) return outcome;
  const counts = typeof outcome === 'boolean' ? { passed: outcome ? 1 : 0, failed: outcome ? 0 : 1 } : outcome;
  results.push({ name, seconds: (performance.now() - started) / 1000, ...counts });
  return counts.failed === 0;
}

/** Kinds of test that need a PostgreSQL. */
const CLUSTERED = ['db', 'http', 'journeys'];
let shared = {};

/** One PostgreSQL for all kinds that need it, so that its demo is filled once. Where it does not start, each kind says why for itself. */
async function openCluster() {
  const child = spawn(node24(), ['test/cluster-main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = await new Promise((resolve) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()));
    void ended.then(() => resolve(''));
  });
  shared = url ? { TEST_CLUSTER: url } : {};
  return async () => {
    shared = {};
    child.stdin.end();
    await ended;
  };
}

async function vitest(project, filters, env = {}, more = []) {
  const report = join(reports, `${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  args.push(...more);
  // With a filter it is no fault that some kinds of test have nothing of that name.
  if (filters.length > 0) args.push('--passWithNoTests');
  const { ok } = await run(node24(), [tool('vitest'), ...args, ...filters], { env: { NODE_ENV: 'test', ...shared, ...env } });
  return count(report, ok);
}

/** All of them side by side; then the few files that failed once more, whole, on a stage of their own and with nothing beside them (decision 056). */
async function walk(filters, env) {
  // One more than there are cores: a journey waits for its browser about as often as it works.
  const first = await vitest('journeys', filters, env, [`--maxWorkers=${availableParallelism() + 1}`]);
  const files = first.files ?? [];
  if (first.failed === 0 || interrupted() || files.length === 0 || files.length > SECOND_CHANCES) return first;
  console.log(`\nOnce more, alone: ${files.join(', ')}`);
  return afterSecond(first, await vitest('journeys', files, env, ['--maxWorkers=1']));
}

function count(report, ok) {
  let json;
  try {
    json = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: ok || interrupted() ? 0 : 1 };
  }
  keepDurations(json);
  const failures = failuresOf(json, root);
  // An error that belongs to no test fails the run all the same.
  if (failures.length === 0 && !ok && !interrupted()) failures.push('an error outside of every test: see above');
  return { passed: json.numPassedTests, failed: failures.length, failures, files: failedFiles(json, root) };
}

let made;
/** Once a run, whoever asks for it. */
const build = () => {
  made ??= step('build', () => ensureBuild().then(() => true));
  return made;
};

/** With a filter nothing is built or fetched in vain: does this kind of test have files of that name? */
async function hasFiles(project, filters) {
  if (filters.length === 0) return true;
  const args = [tool('vitest'), 'list', '--filesOnly', '--project', project, ...filters];
  const list = await run(node24(), args, { quiet: true, env: { NODE_ENV: 'test' } });
  return !list.ok || list.output.trim() !== '';
}

/** What is asked of the build alone. */
async function built(filters) {
  if ((await hasFiles('built', filters)) && (await build())) await step('built', () => vitest('built', filters));
}

/** The browser journeys need a build and a browser. */
async function journeys(filters) {
  if (!(await hasFiles('journeys', filters))) return;
  const made = await build();
  let path = '';
  const browser = await step('chromium', async () => {
    const found = await run(node24(), ['test/chromium-main.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
    path = found.output.trim();
    if (found.ok) console.log(path);
    return found.ok;
  });
  // Without a build or a browser every journey would fail for the reason that was just told.
  if (made && browser) await step('journeys', () => walk(filters, { CHROMIUM_PATH: path }));
}

async function runStep(name, filters) {
  if (name === 'journeys') await journeys(filters);
  else if (name === 'built') await built(filters);
  else if (name === 'build') await build();
  else if (Object.hasOwn(steps, name)) await step(name, steps[name]);
  else await step(name, () => vitest(name, filters));
}

async function runAll(names, filters) {
  const opening = names.filter((name) => CLUSTERED.includes(name)).length > 1 ? openCluster() : null;
  const beside = names.includes('types') ? names.filter((name) => BESIDE.includes(name)) : [];
  const types = beside.length > 0 ? checkTypes() : null;
  if (types) steps.types = () => told(types);
  for (const name of [...beside, ...names.filter((one) => !beside.includes(one))]) {
    if (CLUSTERED.includes(name)) await opening;
    await runStep(name, filters);
  }
  const close = await opening;
  await close?.();
}

function chosen(words) {
  const [first = '', ...rest] = words;
  if (first === '') return { names: ALL, filters: [] };
  if (first === 'check') return { names: CHECK, filters: rest };
  if (ALL.includes(first)) return { names: [first], filters: rest };
  return { names: PROJECTS, filters: words };
}

function list(title, lines = []) {
  if (lines.length === 0) return;
  console.log(`\n${title}`);
  for (const line of lines.slice(0, SHOWN)) console.log(`  ${line}`);
  if (lines.length > SHOWN) console.log(`  … and ${lines.length - SHOWN} more`);
}

const secondAttempts = ({ wavered = [] }) => (wavered.length > 0 ? `, ${wavered.length} only on the second attempt` : '');

function summary(filters) {
  const passed = results.reduce((sum, one) => sum + one.passed, 0);
  let failed = results.reduce((sum, one) => sum + one.failed, 0);
  for (const one of results) {
    list(`Failed in ${one.name}:`, one.failures);
    list(`DEFECT in ${one.name}: passed only on the second attempt. Find the cause and fix it:`, one.wavered);
  }
  console.log('');
  for (const one of results) {
    console.log(
      `${one.failed ? 'FAIL' : 'ok  '}  ${one.name.padEnd(10)}${one.seconds.toFixed(1).padStart(7)} s  ${one.passed} passed, ${one.failed} failed${secondAttempts(one)}`,
    );
  }
  if (passed + failed === 0 && !interrupted()) {
    console.log(`No test has a name with ${filters.join(' ')}.`);
    failed = 1;
  }
  if (interrupted()) console.log('Interrupted: the rest was not run.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = interrupted() ?? (failed > 0 ? 1 : 0);
}

await main(async () => {
  if (process.argv[2] === 'durations') return console.log(`${commitDurations(existsSync)} files are in ${COMMITTED}.`);
  const { names, filters } = chosen(process.argv.slice(2));
  const installed = await step('install', () => ensureInstalled().then(() => true), { silent: true });
  const ready = installed && (await step('words', () => ensureWords().then(() => true), { silent: true }));
  if (ready) await runAll(names, filters);
  summary(filters);
});
