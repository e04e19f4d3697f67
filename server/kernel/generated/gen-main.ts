import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '#server/db/embedded.ts';
import { generateTableTypes } from '#server/db/gen-types.ts';
import { migrate } from '#server/db/migrate.ts';
import { callTable, modules } from '#server/modules.ts';
import { generatedDocs } from './docs.ts';

/** `npm run gen` writes all generated files: the database types and docs/generated. */
const dir = join(tmpdir(), `makao-gen-${process.pid}`);
const cluster = await startCluster({ dir, scratch: true });
try {
  await migrate(cluster.url);
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => undefined);
  await client.connect();
  writeFileSync('server/db/types.gen.ts', await generateTableTypes(client));
  await client.end();
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
mkdirSync('docs/generated', { recursive: true });
for (const [name, text] of Object.entries(generatedDocs(callTable, modules))) writeFileSync(join('docs/generated', name), text);
