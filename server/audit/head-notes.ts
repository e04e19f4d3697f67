import { createHmac } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { clock } from '#contract/time/clock.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import type { RunningServices } from '#server/kernel/services.ts';

/** The last link of the chain: its number and hash. */
export type ChainHead = { readonly no: number; readonly hash: string };

/**
 * Copies of the chain's head outside the database: a line in a file beside our data and one in the server log. Each is signed with a key the
 * database never sees, so the owner of the database can delete rows and correct its head, but cannot forge these notes.
 */
export type ChainHeadNotes = {
  note(head: ChainHead): Promise<void>;
  /** The noted heads, and the lines with a wrong signature. */
  read(): Promise<{ readonly heads: readonly ChainHead[]; readonly forged: readonly number[] }>;
};

export const headNotesFile = 'audit-heads';

export function openChainHeadNotes(dataDir: string, secret: string, log: Pick<Logger, 'info'>): ChainHeadNotes {
  const file = join(dataDir, headNotesFile);
  const key = createHmac('sha256', secret).update('makao audit head').digest();
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  return {
    async note({ no, hash }) {
      const line = `${no}:${hash} ${clock.now().toISOString()}`;
      await appendFile(file, `${line} ${sign(line)}\n`, { mode: 0o600 });
      log.info({ audit: { no, hash, signature: sign(line) } }, 'head of the audit log');
    },
    async read() {
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
      const heads: ChainHead[] = [];
      const forged: number[] = [];
      for (const [at, line] of lines.entries()) {
        const [, said = '', no, hash = '', signature = ''] = /^((\d+):([0-9a-f]{64}) \S+) (\S+)$/.exec(line) ?? [];
        if (no && isSameSecret(sign(said), signature)) heads.push({ no: Number(no), hash });
        else forged.push(at + 1);
      }
      return { heads, forged };
    },
  };
}

export const getChainHeadNotes = ({ env, secret, log }: Pick<RunningServices, 'env' | 'secret' | 'log'>): ChainHeadNotes =>
  openChainHeadNotes(env.dataDir, secret, log);
