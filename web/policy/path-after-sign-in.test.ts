import { beforeEach, expect, test, vi } from 'vitest';
import { agreePath } from '#contract/policy/agree-path.ts';
import { findPathAfterSignIn } from './path-after-sign-in.ts';

const { sendBare } = vi.hoisted(() => ({ sendBare: vi.fn() }));
vi.mock('#web/client/call-by-path.ts', () => ({ sendBare }));
beforeEach(() => void sendBare.mockReset());

test('sign-in: leads to outstanding policies and keeps the requested page with its query', async () => {
  sendBare.mockResolvedValue({ results: [{ id: 1 }] });
  const to = '/listings?type=rent&wish=home-12';
  const way = await findPathAfterSignIn(to);
  expect(way).toBe(agreePath(to));
  expect(new URL(way, 'http://our.own').searchParams.get('callbackUrl')).toBe(to);
});

test('sign-in: leads to the requested page when no policy is outstanding or the server does not answer', async () => {
  sendBare.mockResolvedValueOnce({ results: [] }).mockRejectedValueOnce(new Error('away'));
  expect([await findPathAfterSignIn('/account'), await findPathAfterSignIn('/account')]).toEqual(['/account', '/account']);
});

test('sign-in: leads only to pages of this site', () => {
  for (const to of ['//evil.test', 'https://evil.test', 'javascript:alert(1)']) expect(agreePath(to)).toBe('/auth/agree?callbackUrl=%2F');
});
