import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import qs from 'qs';
import { maxBodyBytes } from '#contract/kernel/body.ts';
import type { RequestOrigin } from '#server/kernel/ctx.ts';
import { localeContext, readAnswerLocale, sentence } from '#server/kernel/locale.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { setLocaleSource } from '#words/locale.js';
import { toFailureResponse } from './answer.ts';
import { stripUntrustedForwardedAddresses } from './forwarded-address.ts';
import { closeConnectionsOnShutdown } from './last-responses.ts';
import { refuseMalformedRequests } from './malformed-requests.ts';
import { observeRequest } from './metrics.ts';
import { redactText } from './redact.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of this route in metrics, for routes with too many different addresses. */
    label?: string;
  }
}

/** Sent with every answer. Pages add their own content-security policy (pages.ts); an API answer may load nothing at all. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export const getRequestOrigin = (request: FastifyRequest): RequestOrigin => ({
  requestId: request.id,
  ip: request.ip,
  agent: request.headers['user-agent'] ?? '',
});

/** The HTTP server without routes: parsing, ids, logs, limits, headers, failures. Modules and pages are mounted on it. */
export async function makeHttpServer(services: RunningServices): Promise<FastifyInstance> {
  const { env, log } = services;
  const app = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    trustProxy: env.TRUST_PROXY > 0 ? (_address, hop) => hop < env.TRUST_PROXY : false,
    genReqId: (request) => idGiven(request.headers['x-request-id']) ?? randomUUID(),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: (text) => qs.parse(text, { depth: 3, arrayLimit: 100, parameterLimit: 200 }) as Record<string, unknown>,
    },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;

  closeConnectionsOnShutdown(app);
  if (env.TRUST_PROXY > 0) stripUntrustedForwardedAddresses(app);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) =>
    done(null, qs.parse(String(body), { depth: 2, parameterLimit: 50 })),
  );

  setLocaleSource(localeContext.current);
  const speak = (request: FastifyRequest, _reply: unknown, done: () => void) => localeContext.run(readAnswerLocale(request), done);
  app.addHook('onRequest', speak);
  // The language is set again here, because reading the body leaves the asynchronous context of the first hook.
  app.addHook('preValidation', speak);
  const https = env.appUrl.startsWith('https://') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
  const always = { ...securityHeaders, ...https };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    done();
  });
  refuseMalformedRequests(app);
  logRequests(app, log);
  answerFailures(app);

  await app.register(rateLimit, {
    max: env.RATE_LIMIT,
    timeWindow: '1 minute',
    allowList: (request) => request.url === '/healthz' || request.url.startsWith('/assets/'),
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], global: true });
  app.decorateRequest('me');
  return app;
}

/** A line in the log and a measurement for each answer. */
function logRequests(app: FastifyInstance, log: RunningServices['log']): void {
  // The log line of a request has no field to redact, and searching for one would cost more than writing the line.
  const lines = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    // Every built file has its own route; as labels of metrics they would grow with every build.
    const route = request.routeOptions.config.label ?? request.routeOptions.url ?? 'none';
    observeRequest(request.method, route, reply.statusCode, reply.elapsedTime);
    lines.info(
      {
        reqId: request.id,
        method: request.method,
        path: redactText(request.url.split('?')[0] ?? ''),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.me?.userId ?? null,
        ip: request.ip,
      },
      'request',
    );
    done();
  });
}

/** Answers an error that a handler throws. */
function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((problem, request, reply) => {
    const answer = localeContext.run(readAnswerLocale(request), () => toFailureResponse(problem));
    // A client that closes the connection is not an error of the server, whatever error the handler reports.
    if (request.raw.readableAborted && !request.raw.complete) request.log.info({ err: problem }, 'the client closed the connection');
    else if (answer.fault) request.log.error({ err: problem }, 'a request failed');
    if (answer.retryAfter) reply.header('retry-after', answer.retryAfter);
    return reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      .send({ ...answer.body, request_id: request.id });
  });
}

/** A request id given by a proxy in front is kept, so that one id names the request in every log; an invalid one is replaced. */
const idGiven = (given: string | string[] | undefined): string | null => (typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null);

/** Answers an unknown address with a JSON error instead of a page, because the caller is a program. */
export const replyNotFound = async (_request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
  reply.code(404).send({ error: 'Not Found', message: sentence('pageNotFound') });

export function registerUnknownCall(app: FastifyInstance): void {
  app.all('/api/*', replyNotFound);
  app.all('/api', replyNotFound);
}
