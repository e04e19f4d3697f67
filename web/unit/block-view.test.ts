import { expect, test } from 'vitest';
import type { UnitHead } from '#contract/unit/calls.ts';
import { blocksOf } from './block-view.tsx';

const unit = (name: string, block: string, floor: number | null) => ({ id: name.length, name, block, floor }) as UnitHead;

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
