import type { FastifyRequest } from 'fastify';
import type { RouterContextProvider } from 'react-router';
import type { SessionUser } from '#contract/identity/calls.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { answerFor } from '#server/http/answer.ts';
import { originOf } from '#server/http/http.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import { type Arrived, type Route, run } from '#server/http/registry.ts';
import type { Signed } from '#server/identity/session.ts';
import { sessionAnswer } from '#server/identity/sign-in/auth-routes.ts';
import { csrfFor } from '#server/identity/sign-in/csrf.ts';
import { googleIsOn } from '#server/identity/sign-in/google.ts';
import { anonymousCaller } from '#server/kernel/ctx.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Locale } from '../../words/locale.ts';
import { mapStyleOf } from './base-map.ts';
import { cachedResponse } from './response-cache.ts';

/** The same shape as web/client/context.ts declares; written again because no file of ours may reach the web side, nor theirs us. */
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

/** What the web bundle exports for us (web/entry.server.tsx). */
export type WebEntry = {
  provideServerSide(side: Side): RouterContextProvider;
  /** The short way of web/layout/fast-page.tsx; null where the router has to make the page. */
  renderFast(
    asked: { id: string; url: string; params: Readonly<Record<string, string>> },
    context: RouterContextProvider,
  ): Promise<{ html: string; scripts: readonly string[] } | null>;
};

export type Lent = { readonly side: Side; readonly cookies: string[] };

export type Lender = { readonly services: Services; readonly web: { readonly id: string }; readonly served: readonly Route[] };

/** What a page being rendered for this visitor may use of the server; `shared` says that it is the same for every stranger. */
export function lendServerSide(
  { services, web, served }: Lender,
  signed: Signed | null,
  locale: Locale,
  request: FastifyRequest,
  shared: boolean,
): Lent {
  const cookies: string[] = [];
  const side: Side = {
    user: signed ? (sessionAnswer(signed).user as SessionUser) : null,
    locale,
    product: services.env.PRODUCT_NAME,
    appUrl: services.env.appUrl,
    buildId: web.id,
    demo: services.demo,
    wordings: services.wordings(),
    google: googleIsOn(services.env),
    mapStyleUrl: mapStyleOf(services.env),
    csrf() {
      const { token, setCookie } = csrfFor(services.secret, request.headers.cookie, services.env.appUrl.startsWith('https://'));
      if (setCookie) cookies.push(setCookie);
      return token;
    },
    async call(call, given) {
      const route = served.find((r) => r.call.path === call.path && r.call.method === call.method);
      if (!route) throw new Error(`no service handles ${call.method} ${call.path}`);
      try {
        const ask = async () =>
          parseJsonText(await run(route, services.database.db, signed?.me ?? anonymousCaller, originOf(request), arrive(call, given)));
        return { ok: true, value: await (shared ? cachedResponse(services.pages, call, given, ask) : ask()) };
      } catch (problem) {
        const answer = answerFor(problem);
        if (answer.fault) request.log.error({ err: problem }, 'the data of a page could not be loaded');
        return { ok: false, status: answer.status, body: answer.body };
      }
    },
  };
  return { side, cookies };
}

/** A flat input, by where it would have travelled. */
function arrive(call: CallShape, given: Record<string, unknown>): Arrived {
  const pick = (names: string[]) => Object.fromEntries(names.filter((n) => given[n] !== undefined).map((n) => [n, given[n]]));
  const params = Object.keys(call.params?.shape ?? {});
  const query = Object.keys(call.query?.shape ?? {});
  const rest = Object.keys(given).filter((n) => !params.includes(n) && !query.includes(n));
  return { params: pick(params), query: pick(query), body: call.body ? pick(rest) : undefined };
}
