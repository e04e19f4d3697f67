/**
 * `npm test` runs everything. `npm test -- check` runs the fast part. `npm test -- unit policy` runs one step with its files filtered by name, `npm
 * test -- policy` all kinds of tests with this filter. `npm test -- durations` writes the measured durations to test/durations.json. A failed step
 * does not stop the next one. The end of the output lists the failures, and the last line counts them.
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

/** Steps that need no PostgreSQL. They run while the type check uses one core for a minute, and its output follows theirs. */
const BESIDE = ['lint', 'limits', 'build', 'unit', 'built'];

/**
 * The maximum number of failed journey files that run a second time, alone, because a browser on a busy machine may time out. More failures are not
 * accidental.
 */
const SECOND_CHANCES = 10;

/** The number of failures listed per step, so that the list fits on one screen. */
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
  // The compiler is a Go program that ends after one check: with fewer garbage collections it takes 46 s of CPU instead of 55, and more memory.
  const env = { GOGC: '400' };
  // An incremental check reads only changed files: 3 s instead of 30. Several checkers compute many types twice: four take 210 s of CPU, one takes
  // 115 (decision 318). The other core runs other steps at the same time.
  const args = ['-p', '.', '--checkers', '1', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.info'];
  return made.ok ? run(node24(), [tool('tsc'), ...args], { quiet: true, env }) : made;
}

/** The output of a short step is shown when the step ends, and kept for the final list if it failed. */
async function told(work) {
  const { ok, output, errors } = await work;
  const said = `${output}${errors}`.trim();
  if (said) console.log(said);
  return ok || interrupted() ? ok : { passed: 0, failed: 1, failures: problemLines(said) };
}

/** Runs one step and records its result. `work` resolves to true or false, or to counts and failures. */
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
  // An interrupted step has no result, and a preparation is listed only if it failed.
  if ((interrupted() && typeof outcome === 'boolean') || (silent && outcome === true)) return outcome;
  const counts = typeof outcome === 'boolean' ? { passed: outcome ? 1 : 0, failed: outcome ? 0 : 1 } : outcome;
  results.push({ name, seconds: (performance.now() - started) / 1000, ...counts });
  return counts.failed === 0;
}

/** Kinds of tests that need PostgreSQL. */
const CLUSTERED = ['db', 'http', 'journeys'];
let shared = {};

/**
 * Starts one PostgreSQL for all kinds of tests that need it, so that its demo data is filled once. If it does not start, each kind reports its own
 * error.
 */
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
  // With a filter some kinds of tests may have no matching file, which is not an error.
  if (filters.length > 0) args.push('--passWithNoTests');
  const { ok } = await run(node24(), [tool('vitest'), ...args, ...filters], { env: { NODE_ENV: 'test', ...shared, ...env } });
  return count(report, ok);
}

/** Runs all journeys in parallel, and then the few failed files once more, without other work and on a separate database (decision 056). */
async function walk(filters, env) {
  // One worker more than cores, because a journey waits for its browser for about half of its time.
  const first = await vitest('journeys', filters, env, [`--maxWorkers=${availableParallelism() + 1}`]);
  const files = first.files ?? [];
  if (first.failed === 0 || interrupted() || files.length === 0 || files.length > SECOND_CHANCES) return first;
  console.log(`\nSecond run of the failed files: ${files.join(', ')}`);
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
  // An error outside of all tests also fails the run.
  if (failures.length === 0 && !ok && !interrupted()) failures.push('an error outside of all tests (see above)');
  return { passed: json.numPassedTests, failed: failures.length, failures, files: failedFiles(json, root) };
}

let made;
/** The build runs at most once in a run. */
const build = () => {
  made ??= step('build', () => ensureBuild().then(() => true));
  return made;
};

/** Whether this kind of test has files that match the filter. Without any, the build and the browser are not prepared. */
async function hasFiles(project, filters) {
  if (filters.length === 0) return true;
  const args = [tool('vitest'), 'list', '--filesOnly', '--project', project, ...filters];
  const list = await run(node24(), args, { quiet: true, env: { NODE_ENV: 'test' } });
  return !list.ok || list.output.trim() !== '';
}

/** Tests of the build itself. */
async function built(filters) {
  if ((await hasFiles('built', filters)) && (await build())) await step('built', () => vitest('built', filters));
}

let sought;
/** Finds a browser or installs one. A whole run starts this first, because an installation mostly waits for the network. */
const findBrowser = () => {
  sought ??= run(node24(), ['test/chromium-main.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return sought;
};

/** Runs the browser journeys, which need a build and a browser. */
async function journeys(filters) {
  if (!(await hasFiles('journeys', filters))) return;
  const made = await build();
  let path = '';
  const browser = await step('chromium', async () => {
    const found = await findBrowser();
    path = found.output.trim();
    if (found.ok) console.log(path);
    return found.ok;
  });
  // Without a build or a browser every journey would fail for a reason that was already reported.
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
  if (types && names.includes('journeys') && filters.length === 0) void findBrowser();
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

const secondAttempts = ({ wavered = [] }) => (wavered.length > 0 ? `, ${wavered.length} passed only in the second run` : '');

function summary(filters) {
  const passed = results.reduce((sum, one) => sum + one.passed, 0);
  let failed = results.reduce((sum, one) => sum + one.failed, 0);
  for (const one of results) {
    list(`Failed in ${one.name}:`, one.failures);
    list(`DEFECT in ${one.name}: these tests passed only in the second run. Find the cause and correct it:`, one.wavered);
  }
  console.log('');
  for (const one of results) {
    console.log(
      `${one.failed ? 'FAIL' : 'ok  '}  ${one.name.padEnd(10)}${one.seconds.toFixed(1).padStart(7)} s  ${one.passed} passed, ${one.failed} failed${secondAttempts(one)}`,
    );
  }
  if (passed + failed === 0 && !interrupted()) {
    console.log(`No test file matches ${filters.join(' ')}.`);
    failed = 1;
  }
  if (interrupted()) console.log('Interrupted. The remaining steps were not run.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = interrupted() ?? (failed > 0 ? 1 : 0);
}

await main(async () => {
  if (process.argv[2] === 'durations') return console.log(`The durations of ${commitDurations(existsSync)} files were written to ${COMMITTED}.`);
  const { names, filters } = chosen(process.argv.slice(2));
  const installed = await step('install', () => ensureInstalled().then(() => true), { silent: true });
  const ready = installed && (await step('words', () => ensureWords().then(() => true), { silent: true }));
  if (ready) await runAll(names, filters);
  summary(filters);
});
