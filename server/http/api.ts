import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cacheSeconds } from '#contract/constants.ts';
import { isKeyed } from '#contract/kernel/call.ts';
import { sessionById } from '#server/identity/session.ts';
import { type Me, type Note, nobody, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { answerLocale, inLocale, sentence } from '#server/kernel/locale.ts';
import { originOf } from './http.ts';
import { textOf } from './json-text.ts';
import { keyHeader, keyOf } from './once.ts';
import { type Arrived, permit, type Route, run } from './registry.ts';
import { readUpload, uploadLimits } from './upload.ts';

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
  const signed = sessionId === null ? null : await sessionById(house.database, sessionId);
  if (!signed) throw new Refusal('signedOut', sentence('signedOut'));
  request.me = signed.me;
  request.ownLocale = signed.person.locale;
  return signed.me;
}

/** Mounts every declared call. Answers of calls are private to the caller and never kept by anybody in between. */
export function mountCalls(app: FastifyInstance, house: House, routes: readonly Route[]): void {
  for (const route of routes.filter((r) => !r.call.upload)) mount(app, house, route, async (request) => ({ body: request.body }));
  // Forms with files are read only where a call asks for one; everywhere else they stay an unknown content type.
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: true });
    for (const route of routes.filter((r) => r.call.upload)) mount(scope, house, route, (request) => readUpload(request, route.call));
  });
}

type Brought = Pick<Arrived, 'body' | 'file'>;

function mount(app: FastifyInstance, house: House, route: Route, bring: (request: FastifyRequest) => Promise<Brought>): void {
  app.route({
    method: route.call.method,
    url: route.call.path,
    ...(route.call.bodyMost === undefined ? {} : { bodyLimit: route.call.bodyMost }),
    handler: async (request, reply) => {
      const me = await callerOf(house, request);
      const locale = answerLocale(request);
      const speaking = <T>(say: () => T): T => inLocale.run(locale, say);
      // Nobody makes us read megabytes for a call they may not make.
      speaking(() => permit(route.call, me));
      const note: Note = { audited: 0 };
      const key = isKeyed(route.call) ? speaking(() => keyOf(request.headers[keyHeader], me)) : null;
      // Read before a place is taken: a sender that stalls must not keep others from drawing.
      const arrived = { params: request.params, query: request.query, key, ...(await speaking(() => bring(request))) };
      const spoken = () => speaking(() => run(route, house.database.db, me, originOf(request), arrived, note));
      const answer = await (route.call.draws ? house.pictures.run(spoken) : spoken());
      if (note.cookies) reply.header('set-cookie', note.cookies);
      const text = textOf(answer);
      if (route.call.shared) return sendShared(request, reply, text);
      reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8');
      return text;
    },
  });
}

/** An answer that is the same for everybody; whoever has it already is told so in an answer without a body. */
function sendShared(request: FastifyRequest, reply: FastifyReply, text: string): unknown {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ 'cache-control': `public, max-age=${cacheSeconds}`, etag });
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*') ? reply.code(304).send() : reply.type('application/json; charset=utf-8').send(text);
}
