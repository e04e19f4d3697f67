import type { FastifyInstance } from 'fastify';
import { checkPortAndDataDirectory, explainStartProblem } from '#server/kernel/process/start-checks.ts';
import { stopAll } from '#server/kernel/process/stop-all.ts';
import { buildMpesaStartupMessages } from './daraja/service.ts';
import { prepareDatabase } from './db/prepare.ts';
import { readEnv } from './kernel/env.ts';
import type { RunningServices } from './kernel/services.ts';
import { type ServiceCloser, serveRole } from './serve.ts';

const started = performance.now();
const closers: ServiceCloser[] = [];
let stopping: Promise<void> | null = null;

/** Starts the parts that ROLE names, in order. */
async function start(): Promise<void> {
  const env = readEnv();
  await checkPortAndDataDirectory(env);
  const { url, stop } = await prepareDatabase(env);
  closers.push(stop);
  const { services, app, setupLink, says } = await serveRole(env, url, closers);
  announce(services, app, setupLink, [...buildMpesaStartupMessages(env), ...says]);
}

function announce({ env, demo }: RunningServices, app: FastifyInstance | null, setupLink: string | null, says: readonly string[]): void {
  const address = app
    ? `http://${env.HOST === '0.0.0.0' || env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${(app.server.address() as { port: number }).port}`
    : 'no web server in this process';
  const lines = ['', `${env.PRODUCT_NAME} is ready in ${((performance.now() - started) / 1000).toFixed(1)} s: ${address}`];
  if (demo) lines.push('', `Demo accounts, all with the password ${demo.password}`, ...demo.accounts.map((a) => `  ${a.email.padEnd(26)} ${a.says}`));
  if (demo && app) lines.push('', `SMS and emails that the demo did not send: ${address}/dev/outbox`);
  if (setupLink) lines.push('', 'There is no super admin yet. Create the first one with this link within 24 hours; it works once:', `  ${setupLink}`);
  if (says.length > 0) lines.push('', ...says);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/**
 * Stops the parts in the opposite order of their start. Pending requests are answered first. A part that does not stop in time cannot prevent the
 * exit.
 */
function stop(): Promise<void> {
  stopping ??= (async () => {
    const whole = await stopAll(closers.reverse(), (line) => process.stderr.write(`${line}\n`));
    process.exit(process.exitCode ?? (whole ? 0 : 1));
  })();
  return stopping;
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
// `npm start` holds the other end of the ipc channel, so the server stops when that process ends.
process.on('disconnect', () => void stop());

try {
  await start();
} catch (problem) {
  process.stderr.write(`\n${explainStartProblem(problem)}\n`);
  process.exitCode = 1;
  await stop();
}
