import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { ClusterProblem } from '#server/db/embedded-problem.ts';
import { MigrationProblem } from '#server/db/migrate.ts';
import { type Env, EnvProblem } from '../env.ts';

/** A problem that the operator can correct. Only its message is printed, on one line. */
export class StartProblem extends Error {}

/** Checks before anything is started that the port is free and that the data directory is writable. */
export async function checkPortAndDataDirectory(env: Env): Promise<void> {
  try {
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
    accessSync(env.dataDir, constants.W_OK | constants.X_OK);
  } catch {
    throw new StartProblem(`The data directory ${env.dataDir} is not writable. Set DATA_DIR to a writable directory.`);
  }
  if (env.ROLE !== 'worker' && env.PORT !== 0) await freePort(env.PORT, env.HOST);
}

const freePort = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (problem: NodeJS.ErrnoException) =>
      reject(
        new StartProblem(
          problem.code === 'EADDRINUSE'
            ? `Port ${port} is used by another program. Stop that program, or choose another port, for example PORT=${port + 1} npm start.`
            : problem.code === 'EACCES'
              ? `Makao has no permission to use port ${port}. Choose a port above 1023.`
              : `Makao cannot listen on ${host}:${port} (${problem.message}). Check HOST and PORT.`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

/** A known problem is printed as its message. Any other error is a defect and is printed with its stack trace. */
export function explainStartProblem(problem: unknown): string {
  if (problem instanceof StartProblem || problem instanceof EnvProblem || problem instanceof ClusterProblem || problem instanceof MigrationProblem)
    return problem.message;
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
}
