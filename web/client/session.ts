import { signInPath } from '#contract/access/guard.ts';
import { request } from '#contract/constants.ts';
import type { SessionAnswer, SessionUser } from '#contract/identity/calls.ts';
import { forgetKept } from './kept.ts';
import type { FreshToken } from './send.ts';

const get = async (path: string): Promise<Response> =>
  fetch(path, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(request.timeoutMs) });

/** Who is signed in: a person, nobody (null), or undefined when the server did not say. */
export async function fetchSession(): Promise<SessionUser | null | undefined> {
  try {
    const response = await get('/api/auth/session');
    if (!response.ok) return undefined;
    const answer = (await response.json()) as SessionAnswer;
    return 'user' in answer ? answer.user : null;
  } catch {
    return undefined;
  }
}

/** Null is the server's word that the session is over. Without a network, or from a server that is not well, there is none: that throws. */
export async function fetchToken(): Promise<FreshToken | null> {
  const response = await get('/api/token');
  if (response.ok) return (await response.json()) as FreshToken;
  if (response.status === 401) return null;
  throw new Error(`no token: ${response.status}`);
}

/** A form of the auth routes, sent in the background; `json` asks for an answer instead of a redirect. */
export async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const { csrfToken } = (await (await get('/api/auth/csrf')).json()) as { csrfToken: string };
  return fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
    signal: AbortSignal.timeout(request.timeoutMs),
  });
}

let leaving = false;

/** A whole new page afterwards, so that nothing of the person's is left in memory. */
export async function signOut(to = '/'): Promise<void> {
  // What a page asks for after the session's end is refused, and must not lead to sign-in instead.
  leaving = true;
  window.addEventListener('pageshow', () => (leaving = false), { once: true });
  try {
    await postForm('/api/auth/signout', { callbackUrl: to });
  } catch (problem) {
    leaving = false;
    throw problem;
  }
  await forgetKept();
  window.location.assign(to);
}

/**
 * The session is over and cannot be renewed: to the sign-in page, unless we are there or on the way. Every call of a page that fails says
 * so, and each new departure would break off the one before: where the server is slow, nobody would ever arrive.
 */
export async function leaveToSignIn(): Promise<void> {
  if (leaving || window.location.pathname === '/auth/sign_in') return;
  leaving = true;
  // A page the browser kept and shows again may have to leave again.
  window.addEventListener('pageshow', () => (leaving = false), { once: true });
  await forgetKept();
  await fetch('/api/session_logout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(request.timeoutMs),
  }).catch(() => undefined);
  window.location.assign(signInPath(window.location.pathname + window.location.search, 'SessionRequired'));
}
