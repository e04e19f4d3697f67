/** `npm start`: everything, with demo data, from a fresh clone to a served page. */
import { become, ensureBuild, ensureInstalled, ensureWords, main, node24, thrifty, thriftyEnv } from './lib.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureWords();
  await ensureBuild();
  const env = { DEMO: process.env.DEMO ?? 'on', NODE_ENV: process.env.NODE_ENV ?? 'production', ...thriftyEnv };
  await become(node24(), [...thrifty, 'server/main.ts'], { env, ipc: true });
});
