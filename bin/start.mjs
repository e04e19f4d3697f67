/** `npm start`: installs, builds and starts everything with demo data, from a fresh clone to a served page. */
import { ensureBuild, isBuilt } from './build.mjs';
import { become, ensureInstalled, ensureWords, main, memoryEnv, memoryFlags, node24, phoneBeside, run } from './lib.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureWords();
  const env = { DEMO: process.env.DEMO ?? 'on', NODE_ENV: process.env.NODE_ENV ?? 'production', ...memoryEnv };
  // The database is prepared during the build, because two cores can do both at once. Errors of this step are not reported here, because the server
  // started below repeats the step and reports them.
  if (!isBuilt()) {
    const [, { output }] = await Promise.all([ensureBuild(), run(node24(), ['server/db/prepare-main.ts'], { env, quiet: true })]);
    process.stdout.write(output);
  }
  await become(node24(), [...memoryFlags, 'server/main.ts'], { env: { ...env, ...(await phoneBeside(env)) }, ipc: true });
});
