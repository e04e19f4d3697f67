import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { payloadId } from '#web/client/payload.ts';
import { encodeTurboStream, NotPlainDataError } from '#web/client/turbo-stream.ts';
import { addPageData, listInlineScriptParts, makePageDataBlock } from './page-scripts.tsx';
import { renderPage } from './render-page.ts';

/**
 * A fast path for public pages of visitors who are not signed in. The router parses a request, searches all routes, passes the answer through three
 * streams and serialises data value by value, although the screen is already known here. Therefore the router renders only the first page of a
 * screen, and its result for that screen (routes and scripts) is stored. Later pages run the same loaders, render the same tree and write the data
 * next to it. The router handles every answer that is not a plain page of data (a redirect, an error, a removed record).
 */
const known = new Map<string, EntryContext>();

export function storeRenderedRoute(context: EntryContext): void {
  const { matches, statusCode, errors } = context.staticHandlerContext;
  const id = matches.at(-1)?.route.id;
  if (!id || statusCode !== 200 || errors || known.has(id)) return;
  const { serverHandoffStream: _stream, ...rest } = context;
  known.set(id, { ...rest, staticHandlerContext: { ...context.staticHandlerContext, loaderData: {} } });
}

export type RequestedRoute = { readonly id: string; readonly url: string; readonly params: Readonly<Record<string, string>> };

/** The page and the scripts it may run, or null if the router has to render it. */
export type FastPage = { readonly html: string; readonly scripts: readonly string[] };
export async function renderFastPage({ id, url: address, params }: RequestedRoute, context: RouterContextProvider): Promise<FastPage | null> {
  const page = known.get(id);
  const url = URL.parse(address);
  if (!page || !url || isUnusual(url.pathname)) return null;
  const loaded = await load(page, url, params, context);
  if (!loaded) return null;
  const was = page.staticHandlerContext;
  const here = (path: string) => (path === was.location.pathname ? url.pathname : path);
  const matches = was.matches.map((match) => ({ ...match, params, pathname: here(match.pathname), pathnameBase: here(match.pathnameBase) }));
  const location = { ...was.location, pathname: url.pathname, search: url.search, hash: '' };
  const staticHandlerContext = { ...was, location, matches, loaderData: loaded };
  try {
    const { data, view } = dataOf(loaded, id);
    const context = { ...page, renderMeta: {}, staticHandlerContext };
    const html = await renderPage(() => <ServerRouter context={context} url={url} />);
    return {
      html: addPageData(html, data, view === null ? '' : makePageDataBlock(payloadId, view)),
      scripts: listInlineScriptParts(context, url, html),
    };
  } catch (problem) {
    if (problem instanceof NotPlainDataError) return null;
    throw problem;
  }
}

/** The router handles addresses with escapes and doubled or trailing slashes. */
const isUnusual = (path: string): boolean => path.includes('%') || path.includes('//') || (path.length > 1 && path.endsWith('/'));

async function load(
  page: EntryContext,
  url: URL,
  params: RequestedRoute['params'],
  context: RouterContextProvider,
): Promise<Record<string, unknown> | null> {
  const request = new Request(url);
  const { matches } = page.staticHandlerContext;
  const pattern = matches.map(({ route }) => route.path ?? '').join('/');
  try {
    const answers = await Promise.all(
      matches.map(async ({ route }) => {
        if (typeof route.loader !== 'function') return null;
        const answer: unknown = await route.loader({ request, url, params, pattern, context });
        return [route.id, answer] as const;
      }),
    );
    const told = answers.filter((one) => one !== null);
    return told.some(([, answer]) => isMore(answer)) ? null : Object.fromEntries(told);
  } catch {
    // The router repeats the request and handles the error.
    return null;
  }
}

/** The answer has a status or headers of its own. */
const isMore = (answer: unknown): boolean =>
  answer instanceof Response || (typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'DataWithResponseInit');

/** The view of a large page is sent next to the data, unchanged (payload.ts). */
function dataOf(loaderData: Record<string, unknown>, id: string): { data: string; view: string | null } {
  const own = loaderData[id] as { payload?: { json?: unknown } } | null | undefined;
  const json = own?.payload?.json;
  const view = typeof json === 'string' ? json : null;
  const sent = view === null ? loaderData : { ...loaderData, [id]: { ...own, payload: { json: '' } } };
  return { data: encodeTurboStream({ loaderData: sent, actionData: null, errors: null }), view };
}
