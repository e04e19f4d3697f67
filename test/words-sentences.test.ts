import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What still stands in the code in English, by file: a number here only ever gets smaller, and a file never comes back. */
const left: Readonly<Record<string, number>> = {
  'server/access/property-limits.ts': 1,
  'server/access/roles.ts': 2,
  'server/http/once.ts': 1,
  'server/http/upload.ts': 2,
  'server/identity/auth-routes.ts': 1,
  'server/invitation/send.ts': 1,
  'server/kernel/move.ts': 2,
  'server/listing/write.ts': 1,
  'server/location/admin.ts': 4,
  'server/media/arrive.ts': 2,
  'server/media/images.ts': 1,
  'server/media/quota.ts': 1,
  'server/notification/reports.ts': 1,
  'server/promotion/service.ts': 1,
  'server/property/checks.ts': 1,
  'server/rating/service.ts': 1,
  'server/taxonomy/service.ts': 1,
  'server/unit/bulk.ts': 2,
  'server/unit/undo.ts': 1,
};

const typedIn = [/new Refusal\(\s*[^,()]+,\s*['"`]/g, /\binvalid\(\{[^{}]*?:[^{}]*?['"`]/g];
const written = (source: string): number => {
  const plain = source.replaceAll(/\bsentence\('\w+'\)|''/g, '');
  return typedIn.reduce((sum, pattern) => sum + (plain.match(pattern)?.length ?? 0), 0);
};

test('a refusal and a field problem come from the catalogue', () => {
  const found = globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, written(readFileSync(file, 'utf8'))] as const)
    .filter(([, count]) => count > 0)
    .sort();
  expect(Object.fromEntries(found)).toEqual(left);
});

test('the scan sees a sentence that was typed in', () => {
  expect(written("throw new Refusal('conflict', 'It is taken')")).toBe(1);
  expect(written("throw invalid({ name: 'is taken' })")).toBe(1);
  expect(written("throw invalid({ name: sentence('requiredParameter') })")).toBe(0);
});
