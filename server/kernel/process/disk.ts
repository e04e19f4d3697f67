import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file system is full, or the quota is used up. PostgreSQL reports this with its own code (53100). */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100']);
export const isDiskFullError = (problem: unknown): boolean =>
  problem instanceof Error && (('code' in problem && fullCodes.has(String(problem.code))) || isDiskFullError(problem.cause));

export type DataDisk = {
  /** Whether a file can be written now. Tested by writing to the disk, at most every few seconds. */
  writable(): Promise<boolean>;
  freeBytes(): Promise<number>;
};

const probeBytes = Buffer.alloc(64 * 1024, 1);
const everyMs = 5000;

export function makeDataDisk(dir: string, write: typeof writeFile = writeFile): DataDisk {
  let last: { at: number; answer: Promise<boolean> } | null = null;
  const probe = async (): Promise<boolean> => {
    const file = join(dir, `.probe-${randomUUID()}`);
    try {
      await write(file, probeBytes, { mode: 0o600, flush: true });
      return true;
    } catch {
      return false;
    } finally {
      await rm(file, { force: true }).catch(() => undefined);
    }
  };
  return {
    writable() {
      const now = performance.now();
      if (!last || now - last.at > everyMs) last = { at: now, answer: probe() };
      return last.answer;
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dir);
      return bavail * bsize;
    },
  };
}

/**
 * Makes a directory private to the user of this process. With `group`, members of the group may enter the directory but not list it: the embedded
 * PostgreSQL runs as another user when the process is root.
 */
export function restrictDirectory(dir: string, group: number | null): void {
  try {
    if (group === null) {
      chmodSync(dir, 0o700);
      return;
    }
    chownSync(dir, 0, group);
    chmodSync(dir, 0o710);
  } catch {
    // This root cannot change file owners, so all users may enter the directory but not list it. A directory of another user is not changed.
    if (group !== null) chmodSync(dir, 0o711);
  }
}
