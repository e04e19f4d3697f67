import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cacheSeconds } from '#contract/constants.ts';
import { hasIdempotencyKey } from '#contract/kernel/call.ts';
import { readSessionById } from '#server/identity/session.ts';
import { anonymousCaller, type Me, Refusal, type RequestNotes } from '#server/kernel/ctx.ts';
import { localeContext, readAnswerLocale, sentence } from '#server/kernel/locale.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { getRequestOrigin } from './http.ts';
import { idempotencyKeyHeader, resolveIdempotencyKey } from './idempotency.ts';
import { toJsonText } from './json-text.ts';
import { assertCallPermitted, type CallRoute, type IncomingRequestParts, runCall } from './registry.ts';
import { readUpload, uploadLimits } from './upload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once identified; the log line of the request names the caller. */
    me?: Me;
  }
}

/** The caller of a request: the session of a valid bearer token, otherwise anonymous. An invalid token answers 401 instead of acting as a visitor. */
export async function resolveCaller(services: RunningServices, request: FastifyRequest): Promise<Me> {
  const header = request.headers.authorization;
  if (!header) return anonymousCaller;
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  const sessionId = token ? await services.tokens.read(token) : null;
  const signed = sessionId === null ? null : await readSessionById(services.database, sessionId);
  if (!signed) throw new Refusal('signedOut', sentence('signedOut'));
  request.me = signed.me;
  request.ownLocale = signed.person.locale;
  return signed.me;
}

/** Mounts every declared call. Answers are private to the caller and never cached by intermediaries. */
export function mountCalls(app: FastifyInstance, services: RunningServices, routes: readonly CallRoute[]): void {
  for (const route of routes.filter((r) => !r.call.upload)) mount(app, services, route, async (request) => ({ body: request.body }));
  // Forms with files are read only where a call asks for one; everywhere else they stay an unknown content type.
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: true });
    for (const route of routes.filter((r) => r.call.upload)) mount(scope, services, route, (request) => readUpload(request, route.call));
  });
}

type Brought = Pick<IncomingRequestParts, 'body' | 'file'>;

function mount(app: FastifyInstance, services: RunningServices, route: CallRoute, bring: (request: FastifyRequest) => Promise<Brought>): void {
  app.route({
    method: route.call.method,
    url: route.call.path,
    ...(route.call.bodyMost === undefined ? {} : { bodyLimit: route.call.bodyMost }),
    handler: async (request, reply) => {
      const me = await resolveCaller(services, request);
      const locale = readAnswerLocale(request);
      const speaking = <T>(say: () => T): T => localeContext.run(locale, say);
      // A body is read only after the permission check, so that an unauthorised caller cannot make the server read megabytes.
      speaking(() => assertCallPermitted(route.call, me));
      const note: RequestNotes = { audited: 0 };
      const key = hasIdempotencyKey(route.call) ? speaking(() => resolveIdempotencyKey(request.headers[idempotencyKeyHeader], me)) : null;
      // The request is read before it takes a place in the queue for drawing, so that a slow sender does not block others.
      const arrived = { params: request.params, query: request.query, key, ...(await speaking(() => bring(request))) };
      const spoken = () => speaking(() => runCall(route, services.database.db, me, getRequestOrigin(request), arrived, note));
      const answer = await (route.call.draws ? services.pictures.run(spoken) : spoken());
      if (note.cookies) reply.header('set-cookie', note.cookies);
      const text = toJsonText(answer);
      if (route.call.shared) return sendShared(request, reply, text);
      reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8');
      return text;
    },
  });
}

/** Sends an answer that is the same for every caller. A client that has it already gets 304 without a body. */
function sendShared(request: FastifyRequest, reply: FastifyReply, text: string): unknown {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ 'cache-control': `public, max-age=${cacheSeconds}`, etag });
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*') ? reply.code(304).send() : reply.type('application/json; charset=utf-8').send(text);
}
