import { parseArgs } from 'node:util';
import { readEnv } from '#server/kernel/env.ts';
import { explainStartProblem, StartProblem } from '#server/kernel/process/start-checks.ts';
import { prepareDatabase } from '../prepare.ts';
import { fillLoadTestData } from './scale.ts';

/** `npm run demo`: fills the database with demo data and stops. `-- --units 1000000` adds that many more units, for measurements. */
try {
  const { values } = parseArgs({ options: { units: { type: 'string' } } });
  const units = values.units === undefined ? 0 : Number(values.units);
  if (!Number.isSafeInteger(units) || units < 0 || units > 10_000_000) throw new StartProblem('--units must be a whole number up to 10000000.');
  const { url, stop } = await prepareDatabase({ ...readEnv(), DEMO: 'on' });
  try {
    if (units > 0 && !(await fillLoadTestData(url, units, (line) => process.stdout.write(`${line}\n`))))
      process.stdout.write('The load test data already exists and was not changed.\n');
  } finally {
    await stop();
  }
  process.stdout.write('The demo data is in place.\n');
} catch (problem) {
  process.stderr.write(`${explainStartProblem(problem)}\n`);
  process.exitCode = 1;
}
