import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addresses } from '#contract/screens.ts';
import { shard, shardCount, visits } from '#test/journeys/accessible/walked-screens.ts';

const ids = (all: ReturnType<typeof visits>) => all.map(({ address }) => address.id).sort();

test('accessibility walk: visits every screen, and every address with AXE=all', () => {
  expect([...new Set(visits(false).map(({ address }) => address.key))].sort()).toEqual([...new Set(addresses.map(({ key }) => key))].sort());
  expect(ids(visits(true))).toEqual(addresses.map(({ id }) => id).sort());
});

test('accessibility walk: each visit belongs to the part of one file, and parts are alike in size', () => {
  const parts = Array.from({ length: shardCount }, (_, n) => shard(n + 1));
  expect(ids(parts.flat())).toEqual(ids(visits()));
  const files = readdirSync(new URL('../journeys/accessible/', import.meta.url)).filter((name) => /^accessible-\d+\.test\.ts$/.test(name));
  expect(files).toHaveLength(shardCount);
  for (const part of parts) expect(part.length).toBeGreaterThan(10);
});
