import { expect, test } from 'vitest';
import { leadCalls } from '#contract/lead/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { isAbout } from './words.ts';

test('live refresh: a notification reloads only the data of its own module', () => {
  expect([leadCalls.board, leadCalls.list, propertyCalls.list].map(({ path }) => isAbout({ group: 'lead' }, path))).toEqual([true, true, false]);
});
