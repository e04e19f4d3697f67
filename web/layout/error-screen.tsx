import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { buildStreetDrawingUrl } from '#contract/art/url.ts';
import type { FailureBody } from '#contract/kernel/failures.ts';
import { getLayoutHomePath, getPageLayoutFromPath } from '#contract/kernel/roles.ts';
import { type MessageKey, messages } from '#contract/messages.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { ErrorPage } from '#web/ui/error-page.tsx';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';

const sayings = {
  404: { sw: 'Kuuliza si ujinga', meaning: m.shell_meaning_asking },
  403: { sw: 'Hodi, hodi', meaning: m.shell_meaning_knock },
  500: { sw: 'Pole pole ndio mwendo', meaning: m.shell_meaning_slowly },
} as const;
const titles: Readonly<Record<number, MessageKey>> = { 403: 'accessForbidden', 404: 'pageNotFound', 503: 'serviceUnavailable' };

/** The error page of the specification, for all errors while a page is rendered or shown. */
export function RouteErrorPage() {
  // The error page has no frame, which normally sets this attribute.
  useEffect(() => document.documentElement.setAttribute('data-ready', ''), []);
  const problem = useRouteError();
  const { word } = useApp();
  const status = isRouteErrorResponse(problem) || problem instanceof CallRejectedError ? problem.status : 500;
  const said = isRouteErrorResponse(problem)
    ? (problem.data as Partial<FailureBody> | null)?.message
    : problem instanceof CallRejectedError
      ? problem.body.message
      : undefined;
  // A missing record is distinguished from a missing page by the sentence of the failed call.
  const title = word(
    status === 404 && Object.values<unknown>(messages.itemNotFound).includes(said) ? 'itemNotFound' : (titles[status] ?? 'serverError'),
  );
  return <ErrorView status={status} title={title} />;
}

export function ErrorView({ status, title }: { status: number; title: string }) {
  const { product, word } = useApp();
  const { pathname } = useLocation();
  const saying = sayings[status === 404 || status === 403 ? status : 500];
  return (
    <ErrorPage
      brand={product.toLowerCase()}
      brandLabel={m.shell_home_of({ product })}
      status={status}
      title={title}
      text={word('errorPageText')}
      homeLabel={word('goHome')}
      homeHref={getLayoutHomePath(getPageLayoutFromPath(pathname))}
      backLabel={m.shell_go_back()}
      saying={{ sw: saying.sw, meaning: saying.meaning() }}
      artSrc={buildStreetDrawingUrl(`njia${status}`, ['shop', 'walkup', 'maisonette', 'bungalow', 'tower'], 0)}
      artNightSrc={buildStreetDrawingUrl(`njia${status}`, ['shop', 'walkup', 'maisonette', 'bungalow', 'tower'], 3)}
    />
  );
}
