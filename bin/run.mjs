/** `npm run <command>`: each command prepares what it needs and then starts the program that does the work. */
import { ensureBuild } from './build.mjs';
import { become, ensureInstalled, ensureWords, main, memoryEnv, memoryFlags, node24, phoneBeside, Stop } from './lib.mjs';

const [command, ...rest] = process.argv.slice(2);
const unlessSet = { NODE_ENV: process.env.NODE_ENV ?? 'production' };

const commands = {
  // Vite rebuilds messages and pages inside the server. Only changes of the server's own files restart it.
  dev: {
    needs: [ensureWords],
    // Vite loads the development build of React Router, and the server must use the same copy.
    run: ['--conditions=development', '--watch-path=server', '--watch-path=contract', 'server/main.ts'],
    env: { NODE_ENV: 'development', DEMO: process.env.DEMO ?? 'on' },
    phone: true,
  },
  serve: { needs: [ensureWords, ensureBuild], run: [...memoryFlags, 'server/main.ts'], env: { NODE_ENV: 'production', ...memoryEnv }, ipc: true },
  build: { needs: [ensureWords, ensureBuild] },
  migrate: { needs: [ensureWords], run: ['server/db/migrate-main.ts'], env: unlessSet },
  demo: { needs: [ensureWords], run: ['server/db/demo/main.ts'], env: unlessSet },
  audit: { needs: [ensureWords], run: ['server/audit/check-main.ts'], env: unlessSet },
  daraja: { needs: [], run: ['simulator/main.ts'] },
  gen: { needs: [ensureWords], run: ['server/kernel/generated/gen-main.ts'] },
  bench: { needs: [ensureWords, ensureBuild], run: ['bench/main.ts'], env: unlessSet },
  'bench:reach': { needs: [ensureWords, ensureBuild], run: ['bench/reach.ts'], env: unlessSet },
  'bench:money': { needs: [ensureWords], run: ['bench/money.ts'], env: unlessSet },
  'bench:statements': { needs: [ensureWords], run: ['bench/statements.ts'], env: unlessSet },
  'bench:worksheets': { needs: [ensureWords], run: ['bench/worksheets.ts'], env: unlessSet },
  'bench:matching': { needs: [ensureWords], run: ['bench/matching.ts'], env: unlessSet },
  'bench:find': { needs: [ensureWords], run: ['bench/find.ts'], env: unlessSet },
  chaos: { needs: [ensureWords, ensureBuild], run: ['test/chaos/main.ts'], env: unlessSet },
  shots: { needs: [ensureWords, ensureBuild], run: ['test/shots-main.ts'], env: unlessSet },
};

await main(async () => {
  const chosen = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
  if (!chosen) throw new Stop(`Unknown command: ${command ?? '(none)'}. Use one of these: ${Object.keys(commands).join(', ')}.`);
  await ensureInstalled();
  for (const need of chosen.needs) await need();
  const env = { ...chosen.env, ...(chosen.phone ? await phoneBeside(chosen.env) : {}) };
  if (chosen.run) await become(node24(), [...chosen.run, ...rest], { env, ipc: chosen.ipc ?? false });
});
