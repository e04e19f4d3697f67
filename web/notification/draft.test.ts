import { expect, test } from 'vitest';
import { broadcastSentText, emptyBroadcast, toBroadcastInput } from './draft.ts';

test('broadcast confirmation: names the time of a scheduled broadcast, and states that an immediate one has started', () => {
  const later = toBroadcastInput({ ...emptyBroadcast, role: '5', when: 'later', at: '2026-11-23T09:30' });
  expect(broadcastSentText({ people: 12 }, later)).toMatch(/^Broadcast scheduled for .*23.*9:30.*Recipients: 12\.$/);
  expect(broadcastSentText({ people: 12 }, toBroadcastInput({ ...emptyBroadcast, role: '5' }))).toBe('Broadcast started. Recipients: 12.');
});
