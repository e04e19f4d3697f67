import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

const doctype = '<!DOCTYPE html>';

/** A whole page as text. Where something had to be waited for (a part that is fetched only where it is shown) it takes the longer way. */
export async function drawPage(page: () => ReactNode): Promise<string> {
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
      // Nothing is left to be put in its place by a script of React's.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
  });
}
