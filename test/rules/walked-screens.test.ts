import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screenAddresses } from '#contract/screens.ts';
import { screenVisits, shardCount, visitsOfShard } from '#test/journeys/accessible/walked-screens.ts';

const ids = (all: ReturnType<typeof screenVisits>) => all.map(({ address }) => address.id).sort();

test('accessibility check: visits every screen, and every address with AXE=all', () => {
  expect([...new Set(screenVisits(false).map(({ address }) => address.key))].sort()).toEqual(
    [...new Set(screenAddresses.map(({ key }) => key))].sort(),
  );
  expect(ids(screenVisits(true))).toEqual(screenAddresses.map(({ id }) => id).sort());
});

test('accessibility check: each visit is in exactly one part, and parts have similar sizes', () => {
  const parts = Array.from({ length: shardCount }, (_, n) => visitsOfShard(n + 1));
  expect(ids(parts.flat())).toEqual(ids(screenVisits()));
  const files = readdirSync(new URL('../journeys/accessible/', import.meta.url)).filter((name) => /^accessible-\d+\.test\.ts$/.test(name));
  expect(files).toHaveLength(shardCount);
  for (const part of parts) expect(part.length).toBeGreaterThan(10);
});
