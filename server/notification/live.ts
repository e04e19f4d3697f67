import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { type LiveModule, liveModules } from '#contract/notification/live.ts';
import { readSessionById, resolveSocketCaller } from '#server/http/socket-caller.ts';
import { listenToChannels } from '#server/jobs/listen.ts';
import type { Me } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readNotificationOfPerson, readNotificationsAfter } from './inbox.ts';
import type { ListChange } from './service.ts';

/** The close codes of this protocol. The client reconnects after any other code. */
export const webSocketCloseCodes = { signedOut: 4401, forbidden: 4403, tooMany: 4429 } as const;
/** The maximum number of sockets per person and node. People do not use more windows than this. */
const mostSockets = 10;

type Listener = { readonly socket: WebSocket; readonly personId: number; readonly sessionId: number; me: Me; last: number; alive: boolean };

/**
 * The live socket (WebSocket) of section 7.5. The database announces each notification to every node (`notify`, ids only), and the node with a socket
 * of that person reads and sends it. A socket lives as long as its session, and every ping checks both.
 */
export async function liveRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  if (services.env.WEBSOCKET === 'off') return;
  await app.register(websocket, { options: { maxPayload: 1024 } });
  const hub = makeHub(services);
  app.addHook('onClose', () => hub.stop());
  app.get<{ Params: { userId: string }; Querystring: { token?: string } }>(
    '/ws/notification/:userId',
    { websocket: true },
    async (socket, request) => {
      // Listeners are attached first, so that no event is lost while the session is looked up.
      let gone = false;
      socket.on('close', () => {
        gone = true;
      });
      socket.on('error', () => socket.terminate());
      const signed = await resolveSocketCaller(services, request).catch(() => null);
      if (gone) return;
      if (!signed?.me.sessionId) return socket.close(webSocketCloseCodes.signedOut, 'Sign in to continue');
      if (request.params.userId !== String(signed.person.id))
        return socket.close(webSocketCloseCodes.forbidden, 'You can receive only your own notifications');
      await hub.add(socket, signed.person.id, signed.me.sessionId, signed.me);
    },
  );
}

function makeHub({ database, env, log }: RunningServices) {
  const { db, pool } = database;
  const people = new Map<number, Set<Listener>>();
  let ears: ReturnType<typeof listenToChannels> | null = null;
  let telling = Promise.resolve();
  const everyone = () => [...people.values()].flatMap((set) => [...set]);
  const sayIt = (one: Listener, notification: { id: number }) => {
    one.last = Math.max(one.last, notification.id);
    one.socket.send(JSON.stringify({ data: JSON.stringify(notification) }));
  };
  const trouble = (problem: unknown) => log.warn({ err: problem }, 'a notification could not be forwarded');

  async function heard(payload: string): Promise<void> {
    if (payload === '') return catchUp();
    const { person, id } = JSON.parse(payload) as { person: number; id: number };
    const listeners = people.get(person);
    if (!listeners) return;
    const notification = await readNotificationOfPerson(db, person, id);
    if (notification) for (const one of listeners) sayIt(one, notification);
  }

  /** After a lost connection, or the first one, missed notifications are read from the database. */
  async function catchUp(): Promise<void> {
    for (const one of everyone()) for (const notification of await readNotificationsAfter(db, one.personId, one.last)) sayIt(one, notification);
  }

  async function look(one: Listener): Promise<void> {
    if (!one.alive) return one.socket.terminate();
    one.alive = false;
    one.socket.ping();
    const signed = await readSessionById(database, one.sessionId);
    if (signed?.person.id !== one.personId) return one.socket.close(webSocketCloseCodes.signedOut, 'Sign in to continue');
    one.me = signed.me;
  }
  // The socket stays open during a short database outage.
  const pings = setInterval(() => void Promise.all(everyone().map(look)).catch(trouble), env.WEBSOCKET_PING_SECONDS * 1000);
  pings.unref();

  return {
    async add(socket: WebSocket, personId: number, sessionId: number, me: Me): Promise<void> {
      const one: Listener = { socket, personId, sessionId, me, last: Number.MAX_SAFE_INTEGER, alive: true };
      const own = (people.get(personId) ?? new Set()).add(one);
      people.set(personId, own);
      // A Set keeps the order of insertion, so the first socket is the oldest. It is removed at once, because a client may never answer the close.
      const [oldest] = own;
      if (own.size > mostSockets && oldest) {
        own.delete(oldest);
        oldest.socket.close(webSocketCloseCodes.tooMany, 'Too many windows are open');
      }
      socket.on('pong', () => {
        one.alive = true;
      });
      socket.on('close', () => {
        people.get(personId)?.delete(one);
        if (people.get(personId)?.size === 0) people.delete(personId);
      });
      const newest = await unscopedTable(db, 'notification', 'the socket belongs to the named person')
        .select()
        .select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('id'))
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow();
      one.last = newest.id;
      ears ??= listenToChannels(
        String((pool.options as { connectionString?: string }).connectionString),
        {
          // Notifications are read one after the other, since parallel reads could change their order.
          notify: (payload) => {
            telling = telling.then(() => heard(payload)).catch(trouble);
          },
          changed: (payload) => spread(everyone(), payload),
        },
        log,
      );
    },
    async stop(): Promise<void> {
      clearInterval(pings);
      await ears?.stop();
    },
  };
}

/**
 * Signals the sockets of the company to reload their lists, each through its own scope. The message contains no data. After a lost connection all
 * sockets reload.
 */
function spread(listeners: readonly Listener[], payload: string): void {
  const what = payload === '' ? null : (JSON.parse(payload) as ListChange);
  for (const { socket, me } of listeners)
    for (const name of what === null ? (Object.keys(liveModules) as LiveModule[]) : [what.module])
      if (isFor(what, me, name)) socket.send(JSON.stringify({ changed: name }));
}

function isFor(what: ListChange | null, me: Me, module: LiveModule): boolean {
  if (what && 'person' in what) return me.userId === what.person;
  return (what === null || me.companyId === what.company) && isAllowed(liveModules[module], me);
}
