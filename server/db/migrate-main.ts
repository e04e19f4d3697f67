import { readEnv } from '#server/kernel/env.ts';
import { explainStartProblem } from '#server/kernel/process/start-checks.ts';
import { prepareDatabase } from './prepare.ts';

/** `npm run migrate`: applies the missing migrations and stops. */
try {
  const { stop } = await prepareDatabase({ ...readEnv(), DEMO: 'off' });
  await stop();
  process.stdout.write('The database is up to date.\n');
} catch (problem) {
  process.stderr.write(`${explainStartProblem(problem)}\n`);
  process.exitCode = 1;
}
