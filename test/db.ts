import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openHouse } from '#server/house.ts';
import { readEnv } from '#server/kernel/env.ts';
import type { House } from '#server/kernel/house.ts';
import { copy } from './cluster.ts';

let made = 0;

/** A database of one's own in tens of milliseconds; tests never share rows and never clean up. */
export async function freshDatabase(template: 'bare' | 'demo' = 'bare'): Promise<string> {
  const name = `t${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`;
  const base = inject('cluster');
  await copy(`${base}postgres`, name, template);
  return base + name;
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
  return openHouse(env, await freshDatabase(template));
}
