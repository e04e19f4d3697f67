import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import { sessionById } from '#server/identity/session.ts';
import { type Me, nobody, Refusal } from './ctx.ts';
import type { House } from './house.ts';
import { originOf } from './http.ts';
import { type Route, run } from './registry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once known; the log line of the request names them. */
    me?: Me;
  }
}

/** Who sends this request: the bearer token's session if it still lives, else nobody. A dead token is a 401, not a stranger. */
export async function callerOf(house: House, request: FastifyRequest): Promise<Me> {
  const header = request.headers.authorization;
  if (!header) return nobody;
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  const sessionId = token ? await house.tokens.read(token) : null;
  const signed = sessionId === null ? null : await sessionById(house.database.db, sessionId);
  if (!signed) throw new Refusal('signedOut', messages.signedOut.en);
  request.me = signed.me;
  return signed.me;
}

/** Mounts every declared call. Answers of calls are private to the caller and never kept by anybody in between. */
export function mountCalls(app: FastifyInstance, house: House, routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, path } = route.call;
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const me = await callerOf(house, request);
        const answer = await run(route, house.database.db, me, originOf(request), {
          params: request.params,
          query: request.query,
          body: request.body,
        });
        reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8');
        return JSON.stringify(answer);
      },
    });
  }
}
