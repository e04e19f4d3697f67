/** `npm start`: everything, with demo data, from a fresh clone to a served page. */
import { ensureBuild } from './build.mjs';
import { become, ensureInstalled, ensureWords, main, memoryEnv, memoryFlags, node24 } from './lib.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureWords();
  await ensureBuild();
  const env = { DEMO: process.env.DEMO ?? 'on', NODE_ENV: process.env.NODE_ENV ?? 'production', ...memoryEnv };
  await become(node24(), [...memoryFlags, 'server/main.ts'], { env, ipc: true });
});
