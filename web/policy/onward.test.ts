import { beforeEach, expect, test, vi } from 'vitest';
import { agreePath } from '#contract/policy/onward.ts';
import { onward } from './onward.ts';

const { sendBare } = vi.hoisted(() => ({ sendBare: vi.fn() }));
vi.mock('#web/client/bare.ts', () => ({ sendBare }));
beforeEach(() => void sendBare.mockReset());

test('whoever just came in is led to what waits for their agreement, with the page they wished for and the wish in it kept', async () => {
  sendBare.mockResolvedValue({ results: [{ id: 1 }] });
  const to = '/listings?type=rent&wish=home-12';
  const way = await onward(to);
  expect(way).toBe(agreePath(to));
  expect(new URL(way, 'http://our.own').searchParams.get('callbackUrl')).toBe(to);
});

test('when nothing waits, or the server does not say, they go where they wished to', async () => {
  sendBare.mockResolvedValueOnce({ results: [] }).mockRejectedValueOnce(new Error('away'));
  expect([await onward('/account'), await onward('/account')]).toEqual(['/account', '/account']);
});

test('the way on is a page of ours, whatever the address says', () => {
  for (const to of ['//evil.test', 'https://evil.test', 'javascript:alert(1)']) expect(agreePath(to)).toBe('/auth/agree?callbackUrl=%2F');
});
