import { expect, test } from 'vitest';
import { leadCalls } from '#contract/lead/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { isAbout } from './words.ts';

test('a notification makes what it is about stale, and nothing else', () => {
  expect([leadCalls.board, leadCalls.all, propertyCalls.all].map(({ path }) => isAbout({ group: 'lead' }, path))).toEqual([true, true, false]);
});
