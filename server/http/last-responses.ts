import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

type InHand = { readonly request: IncomingMessage; readonly answer: ServerResponse };

/**
 * Closes each connection with its last answer during shutdown. Connections kept alive would hold the server open until they time out a minute later.
 * Requests that are not complete by then are not awaited.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  const inHand = new Set<InHand>();
  app.server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const one = { request, answer };
    inHand.add(one);
    answer.once('close', () => inHand.delete(one));
  });
  const allAnswered = async (): Promise<void> => {
    // Requests that have already arrived are read first.
    await new Promise(setImmediate);
    const whole = [...inHand].filter(({ request }) => request.complete);
    if (whole.length === 0) return;
    await Promise.all(whole.map(({ answer }) => once(answer, 'close')));
    return allAnswered();
  };
  app.addHook('preClose', async () => {
    for (const { answer } of inHand) if (!answer.writableEnded) answer.shouldKeepAlive = false;
    // This does not wait for the connections: new ones are refused only after this. Upgraded sockets (live.ts) are not included.
    void allAnswered().then(() => app.server.closeAllConnections());
  });
}
