import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

type InHand = { readonly request: IncomingMessage; readonly answer: ServerResponse };

/**
 * Whoever is being answered while we stop is told that this was the last answer on its connection. Kept alive, it would hold the
 * server open until the connection times out, a minute later. Whoever has not sent a whole request by then is not waited for.
 */
export function lastAnswers(app: FastifyInstance): void {
  const inHand = new Set<InHand>();
  app.server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const one = { request, answer };
    inHand.add(one);
    answer.once('close', () => inHand.delete(one));
  });
  const allAnswered = async (): Promise<void> => {
    // What has arrived already is read first.
    await new Promise(setImmediate);
    const whole = [...inHand].filter(({ request }) => request.complete);
    if (whole.length === 0) return;
    await Promise.all(whole.map(({ answer }) => once(answer, 'close')));
    return allAnswered();
  };
  app.addHook('preClose', async () => {
    for (const { answer } of inHand) if (!answer.writableEnded) answer.shouldKeepAlive = false;
    // Not waited for here: new connections are refused only after this. Sockets that became something else (live.ts) are not meant.
    void allAnswered().then(() => app.server.closeAllConnections());
  });
}
