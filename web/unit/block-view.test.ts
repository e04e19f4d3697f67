import { expect, test } from 'vitest';
import type { BuildingViewUnit } from '#contract/unit/calls.ts';
import { statusOf, TONE } from '#web/ui/status.tsx';
import { groupUnitsByBlock, unitStatusColours } from './block-view.tsx';
import { unitStatusList, unitStatusSign } from './words.ts';

const unit = (name: string, block: string, floor: number | null) => ({ id: name.length, name, block, floor }) as BuildingViewUnit;

test('building view: top floor first, units in natural order, units without a floor last', () => {
  const blocks = groupUnitsByBlock([unit('A01', 'A', 0), unit('A02', 'A', 0), unit('A101', 'A', 1), unit('Store', 'A', null), unit('B1', 'B', 3)]);
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

test('building view: a unit has the colour of its badge and a letter of its own', () => {
  for (const status of unitStatusList)
    expect(Object.values(unitStatusColours(status))).toContain(`var(--mk-${TONE[statusOf('unit', status).tone].color}-bg)`);
  expect(new Set(unitStatusList.map((status) => JSON.stringify(unitStatusColours(status)))).size).toBe(unitStatusList.length);
  expect(new Set(unitStatusList.map(unitStatusSign)).size).toBe(unitStatusList.length);
});
