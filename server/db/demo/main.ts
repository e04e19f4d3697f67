import { readEnv } from '#server/kernel/env.ts';
import { explain } from '#server/kernel/start-checks.ts';
import { prepareDatabase } from '../prepare.ts';

/** `npm run demo`: fills the database with demo data and stops. */
try {
  const { stop } = await prepareDatabase({ ...readEnv(), DEMO: 'on' });
  await stop();
  process.stdout.write('The demo data is in place.\n');
} catch (problem) {
  process.stderr.write(`${explain(problem)}\n`);
  process.exitCode = 1;
}
