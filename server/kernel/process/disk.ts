import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file system is full, or our quota is used up. PostgreSQL says the same in its own number. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100']);
export const isFull = (problem: unknown): boolean =>
  problem instanceof Error && (('code' in problem && fullCodes.has(String(problem.code))) || isFull(problem.cause));

export type DataDisk = {
  /** Whether something can be written now. Asked of the disk itself, at most every few seconds. */
  writable(): Promise<boolean>;
  freeBytes(): Promise<number>;
};

const probeBytes = Buffer.alloc(64 * 1024, 1);
const everyMs = 5000;

export function makeDisk(dir: string, write: typeof writeFile = writeFile): DataDisk {
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
 * Private to this process’s user. With `group`, members may enter but not list the directory, for the embedded PostgreSQL that root starts as
 * another user.
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
