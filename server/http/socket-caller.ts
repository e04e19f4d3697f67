import type { FastifyRequest } from 'fastify';
import { type Signed, sessionByCookie, sessionById } from '#server/identity/session.ts';
import type { Services } from '#server/kernel/services.ts';

/** Who opens a socket, and whether they may stay: modules with sockets ask here, as modules with calls are asked for by api.ts. */
export { sessionByCookie, sessionById };

/** By access token, or by the cookie of a page of ours: another site's page may open a socket but not with our cookie. */
export async function whoListens(services: Services, request: FastifyRequest<{ Querystring: { token?: string } }>): Promise<Signed | null> {
  const { token } = request.query;
  if (typeof token === 'string' && token !== '') {
    const sessionId = await services.tokens.read(token);
    return sessionId === null ? null : sessionById(services.database, sessionId);
  }
  const { origin, host } = request.headers;
  if (origin && !isOurs(origin, host, services.env.appUrl)) return null;
  return sessionByCookie(services.database, services.secret, request.headers.cookie);
}

const isOurs = (origin: string, host: string | undefined, appUrl: string): boolean => {
  try {
    return new URL(origin).host === host || new URL(origin).host === new URL(appUrl).host;
  } catch {
    return false;
  }
};
