import type { FastifyRequest } from 'fastify';
import { readSessionByCookie, readSessionById, type SignedSession } from '#server/identity/session.ts';
import type { RunningServices } from '#server/kernel/services.ts';

/** For modules with WebSockets: finds the caller of a socket and whether the session is still valid, as api.ts does for calls. */
export { readSessionByCookie, readSessionById };

/**
 * Identifies the caller by an access token, or by the session cookie if the page is from the origin of this site. Pages of other sites cannot use the
 * cookie.
 */
export async function resolveSocketCaller(
  services: RunningServices,
  request: FastifyRequest<{ Querystring: { token?: string } }>,
): Promise<SignedSession | null> {
  const { token } = request.query;
  if (typeof token === 'string' && token !== '') {
    const sessionId = await services.tokens.read(token);
    return sessionId === null ? null : readSessionById(services.database, sessionId);
  }
  const { origin, host } = request.headers;
  if (origin && !isOurs(origin, host, services.env.appUrl)) return null;
  return readSessionByCookie(services.database, services.secret, request.headers.cookie);
}

const isOurs = (origin: string, host: string | undefined, appUrl: string): boolean => {
  try {
    return new URL(origin).host === host || new URL(origin).host === new URL(appUrl).host;
  } catch {
    return false;
  }
};
