import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Whoever is being answered while we stop is told that this was the last answer on its connection. Kept alive, it would hold the
 * server open until the connection times out, a minute later.
 */
export function lastAnswers(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  const answering = new WeakMap<Socket, ServerResponse>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.on('request', (request, answer) => answering.set(request.socket, answer));
  app.addHook('preClose', async () => {
    for (const socket of sockets) {
      const answer = answering.get(socket);
      if (answer && !answer.writableEnded) answer.shouldKeepAlive = false;
    }
  });
}
