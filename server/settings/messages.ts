import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type MessageKey, type MessageOverrides, messages } from '#contract/messages.ts';

const keys = Object.keys(messages) as [MessageKey, ...MessageKey[]];
const Words = z.partialRecord(z.enum(keys), z.string().max(500));
const File = z.strictObject({ en: Words.optional(), sw: Words.optional() });

/**
 * Reads the operator's overrides of message texts: `messages.json` in the data directory, `{"en": {"policyCreated": "…"}}`. The file is read again
 * when it changes. An invalid file is logged and ignored, and the last valid one stays in force.
 */
export function watchMessageOverrides(dataDir: string, log: Logger): () => MessageOverrides {
  const file = join(dataDir, 'messages.json');
  let stamp = 0;
  let looked = Number.NEGATIVE_INFINITY;
  let current: MessageOverrides = {};
  return () => {
    if (performance.now() - looked < 2000) return current;
    looked = performance.now();
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed === stamp) return current;
    stamp = changed;
    try {
      current = changed === 0 ? {} : (File.parse(JSON.parse(readFileSync(file, 'utf8'))) as MessageOverrides);
    } catch (problem) {
      log.error({ err: problem, file }, 'messages.json is not usable and was ignored');
    }
    return current;
  };
}
