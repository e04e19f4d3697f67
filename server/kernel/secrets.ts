import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret that signs cookies and tokens: the one the operator set, otherwise one generated at the first start and stored in the data directory.
 */
export function loadOrCreateSecret(dataDir: string, given: string | undefined): string {
  if (given) return given;
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const half = `${file}.${process.pid}`;
    writeFileSync(half, randomBytes(48).toString('base64url'), { mode: 0o600 });
    renameSync(half, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Compares two texts in a time that does not reveal where they differ. */
export const isSameSecret = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};
