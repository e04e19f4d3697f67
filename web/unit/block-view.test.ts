import { expect, test } from 'vitest';
import type { BuildingViewUnit } from '#contract/unit/calls.ts';
import { getStatusDefinition, TONE_STYLES } from '#web/ui/status.tsx';
import { getUnitStatusColours, groupUnitsByBlock } from './block-view.tsx';
import { getUnitStatusLetter, unitStatusList } from './words.ts';

const unit = (name: string, block: string, floor: number | null) => ({ id: name.length, name, block, floor }) as BuildingViewUnit;

test('building view: shows the top floor first, units in natural order, and units without a floor last', () => {
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

test('building view: each unit status has the colour of its badge and a unique letter', () => {
  for (const status of unitStatusList)
    expect(Object.values(getUnitStatusColours(status))).toContain(`var(--mk-${TONE_STYLES[getStatusDefinition('unit', status).tone].color}-bg)`);
  expect(new Set(unitStatusList.map((status) => JSON.stringify(getUnitStatusColours(status)))).size).toBe(unitStatusList.length);
  expect(new Set(unitStatusList.map(getUnitStatusLetter)).size).toBe(unitStatusList.length);
});
