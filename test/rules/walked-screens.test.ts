import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screenAddresses } from '#contract/screens.ts';
import { listScreenVisits, listVisitsOfShard, shardCount } from '#test/journeys/accessible/walked-screens.ts';

const ids = (all: ReturnType<typeof listScreenVisits>) => all.map(({ address }) => address.id).sort();

test('accessibility check: visits every screen, and every address if AXE=all is set', () => {
  expect([...new Set(listScreenVisits(false).map(({ address }) => address.key))].sort()).toEqual(
    [...new Set(screenAddresses.map(({ key }) => key))].sort(),
  );
  expect(ids(listScreenVisits(true))).toEqual(screenAddresses.map(({ id }) => id).sort());
});

test('accessibility check: each screen visit belongs to exactly one part, and the parts have similar sizes', () => {
  const parts = Array.from({ length: shardCount }, (_, n) => listVisitsOfShard(n + 1));
  expect(ids(parts.flat())).toEqual(ids(listScreenVisits()));
  const files = readdirSync(new URL('../journeys/accessible/', import.meta.url)).filter((name) => /^accessible-\d+\.test\.ts$/.test(name));
  expect(files).toHaveLength(shardCount);
  for (const part of parts) expect(part.length).toBeGreaterThan(10);
});
