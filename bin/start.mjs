/** `npm start`: everything, with demo data, from a fresh clone to a served page. */
import { ensureBuild, isBuilt } from './build.mjs';
import { become, ensureInstalled, ensureWords, main, memoryEnv, memoryFlags, node24, phoneBeside, run } from './lib.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureWords();
  const env = { DEMO: process.env.DEMO ?? 'on', NODE_ENV: process.env.NODE_ENV ?? 'production', ...memoryEnv };
  // Two things to do and two cores: the database is made beside the pages. Whatever stands in its way the server says itself, below.
  if (!isBuilt()) {
    const [, { output }] = await Promise.all([ensureBuild(), run(node24(), ['server/db/prepare-main.ts'], { env, quiet: true })]);
    process.stdout.write(output);
  }
  await become(node24(), [...memoryFlags, 'server/main.ts'], { env: { ...env, ...(await phoneBeside(env)) }, ipc: true });
});
