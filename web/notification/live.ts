import { socket as rules } from '#contract/constants.ts';
import type { Notification } from '#contract/notification/calls.ts';
import { isLiveRoom, type LiveRoom } from '#contract/notification/live.ts';

/** Ours to end for good: signed out, somebody else's address, or one window too many. Any other end is bad luck and tried again. */
const final = [4401, 4403, 4429];

type Socketlike = Pick<WebSocket, 'close'> & {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};
export type LiveParts = {
  readonly open: () => Socketlike;
  readonly arrived: (notification: Notification) => void;
  /** A colleague, or somebody from outside, changed what this room's lists show. */
  readonly changed: (room: LiveRoom) => void;
  /** Open, for the first time or again: whatever came meanwhile has to be fetched. */
  readonly connected: () => void;
  /** The server says that we are no longer who we were. */
  readonly refused: () => void;
  readonly later?: (work: () => void, ms: number) => unknown;
};

/** Keeps a socket open: 100 tries, 5 seconds apart, counted anew once one has worked. Answers how to stop. */
export function keepLive({ open, arrived, changed, connected, refused, later = (work, ms) => setTimeout(work, ms) }: LiveParts): () => void {
  let stopped = false;
  let tries = 0;
  let current: Socketlike | null = null;
  const connect = () => {
    if (stopped) return;
    const mine = open();
    current = mine;
    mine.onopen = () => {
      tries = 0;
      connected();
    };
    mine.onmessage = (event) => {
      const { notification, room } = read(event.data);
      if (notification) arrived(notification);
      if (room) changed(room);
    };
    mine.onclose = ({ code }) => {
      if (stopped) return;
      if (final.includes(code)) return refused();
      tries += 1;
      if (tries <= rules.tries) later(connect, rules.delayMs);
    };
  };
  connect();
  return () => {
    stopped = true;
    current?.close();
  };
}

/** Messages carry a data field that holds a notification as JSON text, or the room that changed; anything else is not for us. */
function read(raw: unknown): { notification?: Notification; room?: LiveRoom } {
  try {
    const { data, changed } = JSON.parse(String(raw)) as { data?: unknown; changed?: unknown };
    const notification: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    return {
      ...(typeof notification === 'object' && notification !== null && 'id' in notification ? { notification: notification as Notification } : {}),
      ...(isLiveRoom(changed) ? { room: changed } : {}),
    };
  } catch {
    return {};
  }
}

/**
 * Asked however often, done at once and then at most once a pause, and never while the one before still runs: what came meanwhile is one more
 * time. A burst of news is then read anew once a second, where each would otherwise throw away what the last one fetched.
 */
export function calmly(work: () => Promise<unknown>, pause = () => new Promise<void>((over) => setTimeout(over, 1000))): () => Promise<void> {
  let busy = false;
  let again = false;
  return async () => {
    again = true;
    if (busy) return;
    busy = true;
    while (again) {
      again = false;
      await Promise.allSettled([work(), pause()]);
    }
    busy = false;
  };
}

export const socketOf = (userId: number): WebSocket =>
  new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws/notification/${userId}`);
