/**
 * `node test/journeys/host-main.ts`: one server process of a test worker. It serves one database after the other on the given port, so that the
 * server and the built pages are loaded once a worker and not once a file. Its parent sends `open` with the settings, then `close`.
 */
import { readEnv } from '#server/kernel/env.ts';
import { stopAll } from '#server/kernel/process/stop-all.ts';
import { type ServiceCloser, serveRole } from '#server/serve.ts';

type Order = { readonly open: NodeJS.ProcessEnv } | { readonly close: true };
let closers: ServiceCloser[] = [];

async function closeAll(): Promise<void> {
  const parts = closers.reverse();
  closers = [];
  const whole = await stopAll(parts, (line) => process.stderr.write(`${line}\n`));
  if (!whole) throw new Error('a part of the server did not stop');
}

async function obey(order: Order): Promise<void> {
  if ('close' in order) return closeAll();
  const env = readEnv(order.open);
  await serveRole(env, env.DATABASE_URL ?? '', closers).catch(async (problem) => {
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
// An interrupted run leaves no server behind.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.send?.({ done: true });
