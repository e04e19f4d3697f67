import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Runs code in a separate process with the log under test, and returns the lines it wrote. */
const said = async (work: string): Promise<string[]> => {
  const script = `import { makeLogger } from '#server/http/log.ts'; const log = makeLogger({ LOG_LEVEL: 'info', ROLE: 'web' }); ${work}`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: process.cwd() });
  const { stdout } = await run.catch((problem: { stdout: string }) => problem);
  return stdout.split('\n').filter((line) => line.startsWith('{'));
};

test('log: lines are written in order, and no line is lost when the process exits', async () => {
  const lines = await said('for (let n = 0; n < 60; n += 1) log.info({ n }); process.exit(0);');
  expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual([...Array(60).keys()]);
}, 60_000);

test('log: no buffered line is lost when the process crashes', async () => {
  expect(await said("log.info('before'); throw new Error('fell');")).toHaveLength(1);
}, 60_000);

test('log: a warning is written at once, together with the buffered lines', async () => {
  const writes = await said(`
    const { default: fs } = await import('node:fs');
    let writes = 0;
    const { write } = fs;
    fs.write = (...args) => { writes += 1; return write(...args); };
    log.info('one'); log.info('two');
    const waiting = writes;
    log.warn('three');
    const after = writes;
    setImmediate(() => { console.log(JSON.stringify({ waiting, after })); process.exit(0); });`);
  expect(writes).toHaveLength(4);
  expect(writes.map((line) => JSON.parse(line))).toContainEqual({ waiting: 0, after: 1 });
}, 60_000);
