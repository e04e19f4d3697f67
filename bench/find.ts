import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillDemo } from '#server/db/demo/fill.ts';
import { fillLoadTestData } from '#server/db/demo/scale.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { findRecords } from '#server/home/find.ts';
import { readEnv } from '#server/kernel/env.ts';
import { readMe } from '#server/kernel/me.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { openServices } from '#server/services.ts';

/**
 * `npm run bench:find -- --units 1000000`: the duration of one search with Ctrl K, for the platform and for companies, compared with the goal of 50
 * ms. `--keep /tmp/full` leaves the filled database there for the next run.
 */
const { values: asked } = parseArgs({
  options: { units: { type: 'string', default: '5000' }, database: { type: 'string' }, keep: { type: 'string' } },
});
const [rounds, goal] = [21, 50];
const words = ['wanjiku', '0712 345', 'a1', 'jacaranda', 'bedroom', 'owner@makao', 'UNT', 'nothing like it'];
const dir = asked.keep ?? mkdtempSync(join(tmpdir(), 'makao-find-'));
const cluster = asked.database ? null : await startCluster({ dir: join(dir, 'postgres'), scratch: !asked.keep });
const url = asked.database ?? cluster?.url ?? '';
try {
  if (cluster) {
    await migrate(url);
    await fillVocabulary(url);
    await fillDemo(url, { appUrl: 'http://localhost:3000' });
    await fillLoadTestData(url, Number(asked.units), (line) => console.log(line));
  }
  const services = openServices(readEnv({ NODE_ENV: 'test', DATA_DIR: dir, APP_URL: 'http://localhost:3000', LOG_LEVEL: 'warn' }), url);
  const { db } = services.database;
  const from = { requestId: 'bench', ip: '127.0.0.1', agent: 'bench' };
  const all: number[] = [];
  for (const role of ['superadmin', 'subadmin', 'owner', 'agent', 'dealer']) {
    const who = await unscopedTable(db, 'person', 'the bench looks as the demo accounts')
      .select()
      .select('id')
      .where('email', '=', `${role}@makao.test`)
      .executeTakeFirstOrThrow();
    const me = await readMe(db, who.id);
    if (!me) throw new Error(`${role} is not there`);
    for (const q of words) {
      const took: number[] = [];
      let found = 0;
      for (let at = 0; at < rounds; at++) {
        const began = performance.now();
        found = (await findRecords({ me, db, from, note: { audited: 0 } }, { q })).results.length;
        took.push(performance.now() - began);
      }
      const sorted = took.sort((a, b) => a - b);
      const [p50 = 0, p95 = 0] = [sorted[Math.floor(rounds / 2)], sorted[Math.floor(rounds * 0.95)]];
      all.push(...took);
      console.log(
        `${role.padEnd(11)} ${q.padEnd(16)} p50 ${p50.toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms  ${found} found${p50 > goal ? '  OVER' : ''}`,
      );
    }
  }
  all.sort((a, b) => a - b);
  console.log(
    `all asks    p50 ${all[Math.floor(all.length / 2)]?.toFixed(1)} ms, p95 ${all[Math.floor(all.length * 0.95)]?.toFixed(1)} ms, most ${all.at(-1)?.toFixed(1)} ms`,
  );
  await services.database.close();
} finally {
  await cluster?.stop();
  if (!asked.keep) rmSync(dir, { recursive: true, force: true });
}
