import { renderToString } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type ServerSide, serverSide } from './client/context.ts';
import { rememberRoute } from './layout/fast-page.tsx';
import { drawPartsBy } from './layout/fragment-cache.tsx';
import { drawPage } from './layout/render-page.ts';

export { renderFast } from './layout/fast-page.tsx';

// React adds text to text; written out once, a part is one piece of memory instead of a thousand that are walked each time it is said.
drawPartsBy((part) => Buffer.from(renderToString(part)).toString());

/** How the server hands its side to the loaders: the bundle owns the key, the server only the value. */
export function provide(side: ServerSide): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverSide, side);
  return context;
}

/** Whole pages, not streams: a page that is sent is a page that rendered, and its scripts can be allowed by hash. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  const { serverHandoffStream: stream, ...rest } = context;
  const data = stream ? await new Response(stream).text() : '';
  const html = await drawPage(() => <ServerRouter context={{ ...rest, renderMeta: {} }} url={request.url} />);
  rememberRoute(context);
  return new Response(withData(html, data), { headers, status });
}

/** What the loaders answered, as the router's own client expects to find it; all of it is there, so one script says it. */
function withData(html: string, data: string): string {
  const end = html.lastIndexOf('</body>');
  if (end === -1 || !html.includes('window.__reactRouterContext')) return html;
  const said = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const script = `<script>{const c=window.__reactRouterContext.streamController;c.enqueue(${said});c.close()}</script>`;
  return `${html.slice(0, end)}${script}${html.slice(end)}`;
}
