import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStorage } from './storage.ts';

/** Keys are validated here again, so that only generated names become paths. */
const keyShape = /^[0-9a-f]{40}\.[a-z0-9]{2,5}$/;
export const isStorageKey = (key: string): boolean => keyShape.test(key);

const isAbsent = (problem: unknown): boolean => problem instanceof Error && 'code' in problem && problem.code === 'ENOENT';

export function makeDiskStorage(root: string): FileStorage {
  const pathOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error(`not a media key: ${key}`);
    return join(root, key.slice(0, 2), key);
  };
  return {
    async put(key, data) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // The file is written under another name and then renamed, so that neither a reader nor a crash leaves a partial file.
      const draft = `${path}.${randomUUID()}`;
      try {
        await writeFile(draft, data, { mode: 0o600 });
        await rename(draft, path);
      } catch (problem) {
        await rm(draft, { force: true });
        throw problem;
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (problem) {
        if (isAbsent(problem)) return null;
        throw problem;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
