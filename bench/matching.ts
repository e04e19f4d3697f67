import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { readEnv } from '#server/kernel/env.ts';
import { openServices } from '#server/services.ts';
import { createNarratedHomes, importNarrations, type MatchingRate, measureMatching, narrationTimes } from '#test/bank-narrations.ts';
import { setClock } from '#test/clock.ts';
import { generateHomes, makeRandom } from '#test/narrations/homes.ts';
import { generateLines } from '#test/narrations/lines.ts';
import { loosenClock } from '#test/start-cluster.ts';

/**
 * `npm run bench:matching -- --tenancies 2000 --lines 2000`: how many generated bank lines of eight banks name the right tenancy first, and how many
 * the import of one statement of each bank allocates automatically, right and wrong; with the text of the lines and without. `--show` prints the lines
 * that were missed. While there are as many tenancies as lines, each is paid once.
 */
const { values: asked } = parseArgs({
  options: {
    tenancies: { type: 'string', default: '2000' },
    lines: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '20261119' },
    show: { type: 'boolean', default: false },
  },
});
const dir = mkdtempSync(join(tmpdir(), 'makao-matching-'));
const cluster = await startCluster({ dir: join(dir, 'postgres'), scratch: true });
const percent = (part: number, of: number): string => `${((part / of) * 100).toFixed(1)} %`;
const report = (name: string, { lines, right, automatic, wrongAutomatic }: MatchingRate): void =>
  console.log(
    `${name}: ${percent(right, lines)} right of ${lines}; ${percent(automatic, lines)} allocated automatically, ${wrongAutomatic.length} of them wrong`,
  );
try {
  await migrate(cluster.url);
  await loosenClock(cluster.url);
  await fillVocabulary(cluster.url);
  const env = { DATABASE_URL: cluster.url, DATA_DIR: join(dir, 'data'), APP_URL: 'http://localhost:3000' };
  const services = openServices(
    readEnv({ ...env, AUTH_SECRET: randomBytes(32).toString('hex'), NODE_ENV: 'production', LOG_LEVEL: 'error' }),
    cluster.url,
  );
  const random = makeRandom(Number(asked.seed));
  await setClock(services, narrationTimes.created);
  const homes = await createNarratedHomes(services, generateHomes(Number(asked.tenancies), random));
  await setClock(services, narrationTimes.imported);
  const lines = generateLines(homes, Number(asked.lines), narrationTimes.day, random);
  report('account number, payer and amount', await measureMatching(services, lines, { withText: false }));
  let started = performance.now();
  const rate = await measureMatching(services, lines);
  report('with the text', rate);
  console.log(`${((performance.now() - started) / lines.length).toFixed(1)} ms a line`);
  started = performance.now();
  const imported = await importNarrations(services, lines);
  console.log(
    `imported: ${percent(imported.automatic, imported.lines)} allocated automatically, ${imported.wrongAutomatic.length} of them wrong; ${((performance.now() - started) / lines.length).toFixed(1)} ms a line`,
  );
  for (const what of [...rate.wrongAutomatic, ...imported.wrongAutomatic]) console.log(`wrong: ${what}`);
  if (asked.show) for (const what of rate.missed) console.log(`missed: ${what}`);
  await services.database.close();
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
