import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file system has no room, or takes no more from us. PostgreSQL says the same in its own number. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100']);
export const isFull = (problem: unknown): boolean =>
  problem instanceof Error && (('code' in problem && fullCodes.has(String(problem.code))) || isFull(problem.cause));

export type Disk = {
  /** Whether something can be written now. Asked of the disk itself, at most every few seconds. */
  writable(): Promise<boolean>;
  freeBytes(): Promise<number>;
};

const probeBytes = Buffer.alloc(64 * 1024, 1);
const everyMs = 5000;

export function makeDisk(dir: string, write: typeof writeFile = writeFile): Disk {
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

/** For us alone; `group` may pass through, but not look: the embedded PostgreSQL of a root, which runs as somebody else. */
export function shut(dir: string, group: number | null): void {
  try {
    if (group === null) {
      chmodSync(dir, 0o700);
      return;
    }
    chownSync(dir, 0, group);
    chmodSync(dir, 0o710);
  } catch {
    // A root without the right to give files away: everybody may pass, nobody may look. Another's directory stays as it is.
    if (group !== null) chmodSync(dir, 0o711);
  }
}
