/**
 * `node test/journeys/host-main.ts`: one server process of a test worker. It serves one database after the other on the port it is told, so
 * that the server and the built pages are read once a worker and not once a file. Whoever started it says `open` with the settings, then `close`.
 */
import { readEnv } from '#server/kernel/env.ts';
import { stopAll } from '#server/kernel/process/stop-all.ts';
import { type Closer, serve } from '#server/serve.ts';

type Order = { readonly open: NodeJS.ProcessEnv } | { readonly close: true };
let closers: Closer[] = [];

async function closeAll(): Promise<void> {
  const parts = closers.reverse();
  closers = [];
  const whole = await stopAll(parts, (line) => process.stderr.write(`${line}\n`));
  if (!whole) throw new Error('a part of the server did not stop');
}

async function obey(order: Order): Promise<void> {
  if ('close' in order) return closeAll();
  const env = readEnv(order.open);
  await serve(env, env.DATABASE_URL ?? '', closers).catch(async (problem) => {
    await closeAll();
    throw problem;
  });
}

process.on('message', (order: Order) => {
  obey(order).then(
    () => process.send?.({ done: true }),
    (problem: unknown) => process.send?.({ failed: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) }),
  );
});
// A run that is broken off leaves no server behind.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.send?.({ done: true });
