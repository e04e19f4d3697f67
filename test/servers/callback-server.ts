import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedCallback = { readonly path: string; readonly body: unknown };

/** A server for the callbacks (webhooks) of M-Pesa: it records requests and gives the configured answer. */
export async function startCallbackServer() {
  const heard: ReceivedCallback[] = [];
  let status = 200;
  let answer: object = { ResultCode: 0, ResultDesc: 'Accepted' };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      heard.push({ path: request.url ?? '', body: JSON.parse(text) as unknown });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    /** The requests to one path, in order. */
    at: (path: string) => heard.filter((one) => one.path === path).map((one) => one.body),
    answer(next: { status?: number; body?: object }) {
      status = next.status ?? 200;
      answer = next.body ?? { ResultCode: 0, ResultDesc: 'Accepted' };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
