import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type ServerFunctions, serverFunctionsContext } from './client/context.ts';
import { storeRenderedRoute } from './layout/fast-page.tsx';
import { setFragmentRenderer } from './layout/fragment-cache.tsx';
import { addPageData, listInlineScriptParts } from './layout/page-scripts.tsx';
import { setStyleReader } from './layout/page-styles.tsx';
import { renderPage } from './layout/render-page.ts';

export { renderFastPage } from './layout/fast-page.tsx';

// React concatenates text in small pieces. Written once into a buffer, a part is one block of memory instead of a thousand pieces that are joined for
// each page.
setFragmentRenderer((part) => Buffer.from(renderToString(part)).toString());

// The build puts what browsers fetch beside what the server runs.
if (import.meta.env.PROD) setStyleReader((href) => readFileSync(new URL(`../client${href}`, import.meta.url), 'utf8'));

/** Passes the server's functions to the loaders. The bundle defines the key of the context, and the server only its value. */
export function provideServerFunctions(side: ServerFunctions): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverFunctionsContext, side);
  return context;
}

/**
 * Internal header that tells the server which inline scripts the page may run, and which styles it may use (server/pages/page-policy.ts). It is not
 * sent to the browser.
 */
const scriptsHeader = 'x-own-scripts';

/**
 * Renders whole pages, not streams, so that an error during rendering is known before the answer is sent, and the data of a page is not an inline
 * script.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  const { serverHandoffStream: stream, ...rest } = context;
  const data = stream ? await new Response(stream).text() : '';
  const html = await renderPage(() => <ServerRouter context={{ ...rest, renderMeta: {} }} url={request.url} />);
  storeRenderedRoute(context);
  headers.set(scriptsHeader, listInlineScriptParts(context, request.url, html).join(' '));
  return new Response(addPageData(html, data), { headers, status });
}
