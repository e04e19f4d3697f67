import { expect, test } from 'vitest';
import { leadCalls } from '#contract/lead/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { isNotificationAbout } from './words.ts';

test('live refresh: a notification reloads only the data of the module that sent the notification', () => {
  expect([leadCalls.board, leadCalls.list, propertyCalls.list].map(({ path }) => isNotificationAbout({ group: 'lead' }, path))).toEqual([
    true,
    true,
    false,
  ]);
});
