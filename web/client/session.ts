import { buildSignInPath } from '#contract/access/guard.ts';
import { requestTimes } from '#contract/constants.ts';
import type { SessionResponse, SessionUser } from '#contract/identity/calls.ts';
import { clearOfflineData } from './offline-data.ts';
import type { FreshToken } from './send.ts';

const get = async (path: string): Promise<Response> =>
  fetch(path, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(requestTimes.timeoutMs) });

/** The signed-in person, null if there is none, or undefined if the server did not answer. */
export async function fetchSession(): Promise<SessionUser | null | undefined> {
  try {
    const response = await get('/api/auth/session');
    if (!response.ok) return undefined;
    const answer = (await response.json()) as SessionResponse;
    return 'user' in answer ? answer.user : null;
  } catch {
    return undefined;
  }
}

/**
 * Null if the server confirms that the session has ended. Without a network, or with a failing server, the answer is unknown and this function
 * throws.
 */
export async function fetchToken(): Promise<FreshToken | null> {
  const response = await get('/api/token');
  if (response.ok) return (await response.json()) as FreshToken;
  if (response.status === 401) return null;
  throw new Error(`no token: ${response.status}`);
}

/** A form of the auth routes, sent in the background; `json` requests an answer instead of a redirect. */
export async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const { csrfToken } = (await (await get('/api/auth/csrf')).json()) as { csrfToken: string };
  return fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
    signal: AbortSignal.timeout(requestTimes.timeoutMs),
  });
}

let leaving = false;

/** Loads a new page afterwards, so that none of the person's data stays in memory. */
export async function signOut(to = '/'): Promise<void> {
  // Requests of the page after the end of the session are rejected, and must not redirect to sign-in.
  leaving = true;
  window.addEventListener('pageshow', () => (leaving = false), { once: true });
  try {
    await postForm('/api/auth/signout', { callbackUrl: to });
  } catch (problem) {
    leaving = false;
    throw problem;
  }
  await clearOfflineData();
  window.location.assign(to);
}

const isAtSignIn = (): boolean => window.location.pathname === '/auth/sign_in';

/**
 * The session is over and cannot be renewed: redirects to the sign-in page, unless the browser is there or on the way. Every failing call of a page
 * leads here, and each new redirect would interrupt the one before, so that on a slow server none would ever finish.
 */
export async function redirectToSignIn(): Promise<void> {
  if (leaving || isAtSignIn()) return;
  leaving = true;
  // A page restored from the browser's cache may have to redirect again.
  window.addEventListener('pageshow', () => (leaving = false), { once: true });
  await clearOfflineData();
  await fetch('/api/session_logout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(requestTimes.timeoutMs),
  }).catch(() => undefined);
  // The guard of the page may have been faster: the sign-in page must not become the address to return to.
  if (isAtSignIn()) leaving = false;
  else window.location.assign(buildSignInPath(window.location.pathname + window.location.search, 'SessionRequired'));
}
