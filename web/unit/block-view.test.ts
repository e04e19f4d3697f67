import { expect, test } from 'vitest';
import type { UnitDoor } from '#contract/unit/calls.ts';
import { statusOf, TONE } from '#web/ui/status.tsx';
import { blocksOf, paint } from './block-view.tsx';
import { signOf, statuses } from './words.ts';

const unit = (name: string, block: string, floor: number | null) => ({ id: name.length, name, block, floor }) as UnitDoor;

test('a building stands with its top floor first, its doors in their order, and what has no floor last', () => {
  const blocks = blocksOf([unit('A01', 'A', 0), unit('A02', 'A', 0), unit('A101', 'A', 1), unit('Store', 'A', null), unit('B1', 'B', 3)]);
  expect(blocks.map(({ block, floors }) => [block, floors.map((one) => [one.floor, one.units.map((u) => u.name)])])).toEqual([
    [
      'A',
      [
        [1, ['A101']],
        [0, ['A01', 'A02']],
        [null, ['Store']],
      ],
    ],
    ['B', [[3, ['B1']]]],
  ]);
});

test('a door has the colour of its badge and a letter of its own', () => {
  for (const status of statuses) expect(Object.values(paint(status))).toContain(`var(--mk-${TONE[statusOf('unit', status).tone].color}-bg)`);
  expect(new Set(statuses.map((status) => JSON.stringify(paint(status)))).size).toBe(statuses.length);
  expect(new Set(statuses.map(signOf)).size).toBe(statuses.length);
});
