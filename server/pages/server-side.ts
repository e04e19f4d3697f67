import type { FastifyRequest } from 'fastify';
import type { RouterContextProvider } from 'react-router';
import type { SessionUser } from '#contract/identity/calls.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { toFailureResponse } from '#server/http/answer.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import { type CallRoute, type IncomingRequestParts, runCall } from '#server/http/registry.ts';
import type { SignedSession } from '#server/identity/session.ts';
import { toSessionAnswer } from '#server/identity/session-answer.ts';
import { makeCsrfToken } from '#server/identity/sign-in/csrf.ts';
import { isGoogleSignInEnabled } from '#server/identity/sign-in/google.ts';
import { anonymousCaller } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import type { Locale } from '../../words/locale.ts';
import { getExternalMapStyleUrl } from './base-map.ts';
import { readThroughCache } from './response-cache.ts';

/** The same type as in web/client/context.ts. It is repeated because neither side may import files of the other. */
type Side = {
  call: (call: CallShape, given: Record<string, unknown>) => Promise<unknown>;
  user: SessionUser | null;
  locale: Locale;
  product: string;
  appUrl: string;
  buildId: string;
  demo: { password: string; accounts: { email: string; says: string }[] } | null;
  wordings: unknown;
  google: boolean;
  mapStyleUrl: string | null;
  csrf: () => string;
};

/** The exports of the web bundle that the server uses (web/entry.server.tsx). */
export type WebEntry = {
  provideServerFunctions(side: Side): RouterContextProvider;
  /** The fast path of web/layout/fast-page.tsx; null if the router has to render the page. */
  renderFastPage(
    asked: { id: string; url: string; params: Readonly<Record<string, string>> },
    context: RouterContextProvider,
  ): Promise<{ html: string; scripts: readonly string[] } | null>;
};

export type RequestServerSide = { readonly side: Side; readonly cookies: string[] };

export type ServerSideDependencies = {
  readonly services: RunningServices;
  readonly web: { readonly id: string };
  readonly served: readonly CallRoute[];
};

/**
 * The server functions that a page may use while it is rendered for this visitor. `shared`: the page is the same for every visitor without an
 * account.
 */
export function makeServerSide(
  { services, web, served }: ServerSideDependencies,
  signed: SignedSession | null,
  locale: Locale,
  request: FastifyRequest,
  shared: boolean,
): RequestServerSide {
  const cookies: string[] = [];
  const side: Side = {
    user: signed ? (toSessionAnswer(signed).user as SessionUser) : null,
    locale,
    product: services.env.PRODUCT_NAME,
    appUrl: services.env.appUrl,
    buildId: web.id,
    demo: services.demo,
    wordings: services.wordings(),
    google: isGoogleSignInEnabled(services.env),
    mapStyleUrl: getExternalMapStyleUrl(services.env),
    csrf() {
      const { token, setCookie } = makeCsrfToken(services.secret, request.headers.cookie, services.env.appUrl.startsWith('https://'));
      if (setCookie) cookies.push(setCookie);
      return token;
    },
    async call(call, given) {
      const route = served.find((r) => r.call.path === call.path && r.call.method === call.method);
      if (!route) throw new Error(`no service handles ${call.method} ${call.path}`);
      try {
        const ask = async () =>
          parseJsonText(await runCall(route, services.database.db, signed?.me ?? anonymousCaller, getRequestOrigin(request), arrive(call, given)));
        return { ok: true, value: await (shared ? readThroughCache(services.pages, call, given, ask) : ask()) };
      } catch (problem) {
        const answer = toFailureResponse(problem);
        if (answer.fault) request.log.error({ err: problem }, 'the data of a page could not be loaded');
        return { ok: false, status: answer.status, body: answer.body };
      }
    },
  };
  return { side, cookies };
}

/** Splits a flat input into params, query and body, as an HTTP request would have sent it. */
function arrive(call: CallShape, given: Record<string, unknown>): IncomingRequestParts {
  const pick = (names: string[]) => Object.fromEntries(names.filter((n) => given[n] !== undefined).map((n) => [n, given[n]]));
  const params = Object.keys(call.params?.shape ?? {});
  const query = Object.keys(call.query?.shape ?? {});
  const rest = Object.keys(given).filter((n) => !params.includes(n) && !query.includes(n));
  return { params: pick(params), query: pick(query), body: call.body ? pick(rest) : undefined };
}
