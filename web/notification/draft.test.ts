import { expect, test } from 'vitest';
import { emptyBroadcastDraft, formatBroadcastResult, toBroadcastInput } from './draft.ts';

test('broadcast confirmation: shows the time of a scheduled broadcast, or that an immediate broadcast has started', () => {
  const later = toBroadcastInput({ ...emptyBroadcastDraft, role: '5', when: 'later', at: '2026-11-23T09:30' });
  expect(formatBroadcastResult({ people: 12 }, later)).toMatch(/^Broadcast scheduled for .*23.*9:30.*Recipients: 12\.$/);
  expect(formatBroadcastResult({ people: 12 }, toBroadcastInput({ ...emptyBroadcastDraft, role: '5' }))).toBe('Broadcast started. Recipients: 12.');
});
