import { afterEach, expect, test, vi } from 'vitest';
import { redirectToSignIn } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

test('expired session: many failing calls redirect to sign-in once', async () => {
  const page = new EventTarget() as Window & typeof globalThis;
  const assign = vi.fn();
  const posted = vi.fn(async () => new Response('{}'));
  Object.assign(page, { location: { pathname: '/dashboard/owner', search: '?page=2', assign } });
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', posted);
  await Promise.all([redirectToSignIn(), redirectToSignIn()]);
  await redirectToSignIn();
  expect(posted).toHaveBeenCalledTimes(1);
  expect(assign).toHaveBeenCalledTimes(1);
  expect(assign.mock.calls[0]?.[0]).toMatch(/^\/auth\/sign_in\?.*SessionRequired/);

  // A page restored by the browser's back button redirects again.
  page.dispatchEvent(new Event('pageshow'));
  await redirectToSignIn();
  expect(assign).toHaveBeenCalledTimes(2);
});
