import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillDemo } from '#server/db/demo/fill.ts';
import { fillScale } from '#server/db/demo/scale.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { find } from '#server/home/find.ts';
import { openHouse } from '#server/house.ts';
import { readEnv } from '#server/kernel/env.ts';
import { meNow } from '#server/kernel/me.ts';
import { everything } from '#server/kernel/scoped.ts';

/** `npm run bench:find -- --units 1000000`: what one ask of Ctrl K takes, for the platform and for companies, beside the goal of 50 ms. */
const { values: asked } = parseArgs({ options: { units: { type: 'string', default: '5000' }, database: { type: 'string' } } });
const [rounds, goal] = [11, 50];
const words = ['wanjiku', '0712 345', 'a1', 'jacaranda', 'bedroom', 'owner@makao', 'UNT', 'nothing like it'];
const dir = mkdtempSync(join(tmpdir(), 'makao-find-'));
const cluster = asked.database ? null : await startCluster({ dir: join(dir, 'postgres'), scratch: true });
const url = asked.database ?? cluster?.url ?? '';
try {
  if (cluster) {
    await migrate(url);
    await fillVocabulary(url);
    await fillDemo(url, { appUrl: 'http://localhost:3000' });
    await fillScale(url, Number(asked.units), (line) => console.log(line));
  }
  const house = openHouse(readEnv({ NODE_ENV: 'test', DATA_DIR: dir, APP_URL: 'http://localhost:3000', LOG_LEVEL: 'warn' }), url);
  const { db } = house.database;
  const from = { requestId: 'bench', ip: '127.0.0.1', agent: 'bench' };
  for (const role of ['superadmin', 'subadmin', 'owner', 'agent', 'dealer']) {
    const who = await everything(db, 'person', 'the bench looks as the demo accounts')
      .select()
      .select('id')
      .where('email', '=', `${role}@makao.test`)
      .executeTakeFirstOrThrow();
    const me = await meNow(db, who.id);
    if (!me) throw new Error(`${role} is not there`);
    for (const q of words) {
      const took: number[] = [];
      let found = 0;
      for (let at = 0; at < rounds; at++) {
        const began = performance.now();
        found = (await find({ me, db, from, note: { audited: 0 } }, { q })).results.length;
        took.push(performance.now() - began);
      }
      const sorted = took.sort((a, b) => a - b);
      const [middle = 0, most = 0] = [sorted[Math.floor(rounds / 2)], sorted.at(-1)];
      console.log(
        `${role.padEnd(11)} ${q.padEnd(16)} ${middle.toFixed(1).padStart(7)} ms (most ${most.toFixed(1)}), ${found} found${middle > goal ? '  OVER' : ''}`,
      );
    }
  }
  await house.database.close();
} finally {
  await cluster?.stop();
  rmSync(dir, { recursive: true, force: true });
}
