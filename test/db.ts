import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.gen.ts';
import { openHouse } from '#server/house.ts';
import { readEnv } from '#server/kernel/env.ts';
import type { House as RunningHouse } from '#server/kernel/house.ts';
import { freshDatabase } from './databases.ts';

/** A house whose tables are all within reach: a test plants rows and looks at them whoever owns them. */
export type House = Omit<RunningHouse, 'database'> & { readonly database: RunningHouse['database'] & { readonly db: Kysely<DB> } };

const opened: House[] = [];
/** Files of one worker follow each other in one process: what one has opened does not stay behind for the next. */
export const closeHouses = (): void => {
  // Some close theirs themselves, and a second time is refused.
  for (const { database } of opened.splice(0)) void database.close().catch(() => undefined);
};
const urls = new WeakMap<House, string>();
/** Where a fresh house keeps its rows. */
export const urlOf = (house: House): string => urls.get(house) ?? '';

const hashes = new Map<string, Promise<string>>();
const verdicts = new Map<string, Promise<boolean>>();

/** scrypt is slow on purpose, and tests give a thousand people the same password: each is worked out once a file. */
async function rememberPasswords(house: House): Promise<void> {
  const { password } = await house.auth.$context;
  const { hash, verify } = password;
  password.hash = (text) => remembered(hashes, text, () => hash(text));
  password.verify = (given) => remembered(verdicts, JSON.stringify(given), () => verify(given));
}

function remembered<T>(kept: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const known = kept.get(key) ?? work();
  kept.set(key, known);
  // That the line was full is true of that moment only.
  known.catch(() => kept.delete(key));
  return known;
}

/** A whole house on it, without listening. */
export async function freshHouse(template: 'bare' | 'demo' = 'bare', settings: Record<string, string> = {}): Promise<House> {
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'makao-')),
    RATE_LIMIT: '1000000',
    APP_URL: 'http://localhost:3000',
    ...settings,
  });
  const url = await freshDatabase(template);
  const house = openHouse(env, url) as House;
  urls.set(house, url);
  opened.push(house);
  await rememberPasswords(house);
  return house;
}
