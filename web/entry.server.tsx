import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type ServerSide, serverSide } from './kernel/context.ts';

/** How the server hands its side to the loaders: the bundle owns the key, the server only the value. */
export function provide(side: ServerSide): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverSide, side);
  return context;
}

/** Whole pages, not streams: a page that is sent is a page that rendered, and its scripts can be allowed by hash. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        const parts: Uint8Array[] = [];
        const body = new Writable({
          write(part: Buffer, _encoding, done) {
            parts.push(part);
            done();
          },
          final(done) {
            headers.set('content-type', 'text/html; charset=utf-8');
            resolve(new Response(Buffer.concat(parts), { headers, status }));
            done();
          },
        });
        pipe(body);
      },
      onShellError: reject,
      onError: reject,
    });
  });
}
