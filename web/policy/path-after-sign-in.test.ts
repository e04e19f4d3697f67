import { beforeEach, expect, test, vi } from 'vitest';
import { buildPolicyConsentPath } from '#contract/policy/agree-path.ts';
import { findPathAfterSignIn } from './path-after-sign-in.ts';

const { sendCallByPath } = vi.hoisted(() => ({ sendCallByPath: vi.fn() }));
vi.mock('#web/client/call-by-path.ts', () => ({ sendCallByPath }));
beforeEach(() => void sendCallByPath.mockReset());

test('sign-in: leads to unaccepted policies first and remembers the requested page with its query', async () => {
  sendCallByPath.mockResolvedValue({ results: [{ id: 1 }] });
  const to = '/listings?type=rent&wish=home-12';
  const way = await findPathAfterSignIn(to);
  expect(way).toBe(buildPolicyConsentPath(to));
  expect(new URL(way, 'http://our.own').searchParams.get('callbackUrl')).toBe(to);
});

test('sign-in: leads to the requested page if all policies are accepted or the server does not answer', async () => {
  sendCallByPath.mockResolvedValueOnce({ results: [] }).mockRejectedValueOnce(new Error('away'));
  expect([await findPathAfterSignIn('/account'), await findPathAfterSignIn('/account')]).toEqual(['/account', '/account']);
});

test('sign-in: never redirects to a page of another site', () => {
  for (const to of ['//evil.test', 'https://evil.test', 'javascript:alert(1)'])
    expect(buildPolicyConsentPath(to)).toBe('/auth/agree?callbackUrl=%2F');
});
