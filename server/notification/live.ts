import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { allows } from '#contract/access/allows.ts';
import { type LiveRoom, liveRooms } from '#contract/notification/live.ts';
import { sessionById, whoListens } from '#server/http/socket-caller.ts';
import { listen } from '#server/jobs/listen.ts';
import type { Me } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { notificationFor, notificationsAfter } from './inbox.ts';
import type { Changed } from './service.ts';

/** Close codes of ours: the client comes back after any other. */
export const closed = { signedOut: 4401, forbidden: 4403, tooMany: 4429 } as const;
/** Of one person and node: more windows than these are read by nobody. */
const mostSockets = 10;

type Listener = { readonly socket: WebSocket; readonly personId: number; readonly sessionId: number; me: Me; last: number; alive: boolean };

/**
 * The live socket of section 7.5. A notification is announced by the database to every node (`notify`, ids only), and the
 * node that holds a socket of that person reads it and sends it on. A socket lives as long as its session: both are looked at
 * with every ping.
 */
export async function liveRoutes(app: FastifyInstance, house: House): Promise<void> {
  if (house.env.WEBSOCKET === 'off') return;
  await app.register(websocket, { options: { maxPayload: 1024 } });
  const hub = makeHub(house);
  app.addHook('onClose', () => hub.stop());
  app.get<{ Params: { userId: string }; Querystring: { token?: string } }>(
    '/ws/notification/:userId',
    { websocket: true },
    async (socket, request) => {
      // Listeners first: what happens while we look up the session must not be lost on them.
      let gone = false;
      socket.on('close', () => {
        gone = true;
      });
      socket.on('error', () => socket.terminate());
      const signed = await whoListens(house, request).catch(() => null);
      if (gone) return;
      if (!signed?.me.sessionId) return socket.close(closed.signedOut, 'Sign in to continue');
      if (request.params.userId !== String(signed.person.id)) return socket.close(closed.forbidden, 'These are not your notifications');
      await hub.add(socket, signed.person.id, signed.me.sessionId, signed.me);
    },
  );
}

function makeHub({ database, env, log }: House) {
  const { db, pool } = database;
  const people = new Map<number, Set<Listener>>();
  let ears: ReturnType<typeof listen> | null = null;
  let telling = Promise.resolve();
  const everyone = () => [...people.values()].flatMap((set) => [...set]);
  const sayIt = (one: Listener, notification: { id: number }) => {
    one.last = Math.max(one.last, notification.id);
    one.socket.send(JSON.stringify({ data: JSON.stringify(notification) }));
  };
  const trouble = (problem: unknown) => log.warn({ err: problem }, 'a notification could not be sent on');

  async function heard(payload: string): Promise<void> {
    if (payload === '') return catchUp();
    const { person, id } = JSON.parse(payload) as { person: number; id: number };
    const listeners = people.get(person);
    if (!listeners) return;
    const notification = await notificationFor(db, person, id);
    if (notification) for (const one of listeners) sayIt(one, notification);
  }

  /** The ear was deaf for a while (or has just opened): whatever came meanwhile is read instead. */
  async function catchUp(): Promise<void> {
    for (const one of everyone()) for (const notification of await notificationsAfter(db, one.personId, one.last)) sayIt(one, notification);
  }

  async function look(one: Listener): Promise<void> {
    if (!one.alive) return one.socket.terminate();
    one.alive = false;
    one.socket.ping();
    const signed = await sessionById(database, one.sessionId);
    if (signed?.person.id !== one.personId) return one.socket.close(closed.signedOut, 'Sign in to continue');
    one.me = signed.me;
  }
  // A database that is away for a moment ends nobody's socket.
  const pings = setInterval(() => void Promise.all(everyone().map(look)).catch(trouble), env.WEBSOCKET_PING_SECONDS * 1000);
  pings.unref();

  return {
    async add(socket: WebSocket, personId: number, sessionId: number, me: Me): Promise<void> {
      const one: Listener = { socket, personId, sessionId, me, last: Number.MAX_SAFE_INTEGER, alive: true };
      const own = (people.get(personId) ?? new Set()).add(one);
      people.set(personId, own);
      // A set keeps the order of coming. Taken out at once: whoever does not answer our closing counts no longer.
      const [oldest] = own;
      if (own.size > mostSockets && oldest) {
        own.delete(oldest);
        oldest.socket.close(closed.tooMany, 'Open in too many windows');
      }
      socket.on('pong', () => {
        one.alive = true;
      });
      socket.on('close', () => {
        people.get(personId)?.delete(one);
        if (people.get(personId)?.size === 0) people.delete(personId);
      });
      const newest = await everything(db, 'notification', 'the socket of the person named')
        .select()
        .select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('id'))
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow();
      one.last = newest.id;
      ears ??= listen(
        String((pool.options as { connectionString?: string }).connectionString),
        {
          // One after the other: read side by side, a later one may be there first.
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

/** Colleagues whose lists hold it read them anew, each through their own scope: what changed is not said. After a deaf while everybody does. */
function spread(listeners: readonly Listener[], payload: string): void {
  const what = payload === '' ? null : (JSON.parse(payload) as Changed);
  for (const { socket, me } of listeners)
    for (const name of what === null ? (Object.keys(liveRooms) as LiveRoom[]) : [what.room])
      if (isFor(what, me, name)) socket.send(JSON.stringify({ changed: name }));
}

function isFor(what: Changed | null, me: Me, room: LiveRoom): boolean {
  if (what && 'person' in what) return me.userId === what.person;
  return (what === null || me.companyId === what.company) && allows(liveRooms[room], me);
}
