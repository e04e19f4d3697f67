import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The module remembers a redirect until the next page load, so each test loads it again.
let redirectToSignIn: typeof import('./session.ts')['redirectToSignIn'];
beforeEach(async () => {
  vi.resetModules();
  ({ redirectToSignIn } = await import('./session.ts'));
});
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

test('expired session: the sign-in page is never used as the return address, even if the route guard redirects first', async () => {
  const page = new EventTarget() as Window & typeof globalThis;
  const assign = vi.fn();
  const location = { pathname: '/dashboard/owner', search: '', assign };
  Object.assign(page, { location });
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', async () => {
    Object.assign(location, { pathname: '/auth/sign_in', search: '?callbackUrl=%2F' });
    return new Response('{}');
  });
  await redirectToSignIn();
  expect(assign).not.toHaveBeenCalled();

  Object.assign(location, { pathname: '/dashboard/owner', search: '' });
  vi.stubGlobal('fetch', async () => new Response('{}'));
  await redirectToSignIn();
  expect(assign).toHaveBeenCalledTimes(1);
});
