import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

const doctype = '<!DOCTYPE html>';

/** A whole page as text. A page with a part that loads asynchronously takes the slower way. */
export async function renderPage(page: () => ReactNode): Promise<string> {
  const html = renderToString(page());
  const whole = html.includes('<!--$?') || html.includes('<!--$!') ? await patiently(page()) : html;
  return whole.startsWith('<!DOCTYPE') ? whole : doctype + whole;
}

function patiently(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const body = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => void pipe(body),
      onShellError: reject,
      onError: reject,
      // The HTML must be complete, without scripts of React that move parts later.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
  });
}
