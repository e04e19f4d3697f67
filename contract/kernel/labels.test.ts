import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { m } from '#words/messages.js';
import { labelModule } from '../../labels.config.ts';
import { labels } from './labels.ts';

const root = join(import.meta.dirname, '../..');

test('labels: each value gets the message of the same name, or the message declared for the value', () => {
  const names = labels('bid_status', ['open', 'ended'], { ended: m.bid_status_expired });
  expect([names.open(), names.ended()]).toEqual([m.bid_status_open(), m.bid_status_expired()]);
  expectTypeOf(names).toHaveProperty('ended');
  // @ts-expect-error A value without a message does not compile.
  labels('bid_status', ['open', 'ended']);
});

/** A page that imported the function would contain every message, because its names are known only at run time. */
test('labels: only label files call labels()', () => {
  const callers = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      /import \{[^}]*(?<!type )\blabels\b[^}]*\} from '(#contract\/kernel|\.)\/labels\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(callers.filter((file) => !/^contract\/[a-z-]+\/labels\.ts$/.test(file))).toEqual([]);
  expect(callers.length).toBeGreaterThan(20);
});

test('labels: the build puts each label map used by pages into a separate module', async () => {
  const file = join(root, 'contract/bid/labels.ts');
  expect(await labelModule(file)).toContain(`export { bidFinancingLabels } from ${JSON.stringify(`${file}?bidFinancingLabels`)};`);
  expect(await labelModule(`${file}?bidFinancingLabels`)).toBe(
    `import { m } from '#words/messages.js';export const bidFinancingLabels={"cash":m.bid_financing_cash,"mortgage":m.bid_financing_mortgage,"sacco":m.bid_financing_sacco,"other":m.bid_financing_other};`,
  );
  await expect(labelModule(join(root, 'contract/kernel/labels.ts'))).rejects.toThrow('every message');
});
