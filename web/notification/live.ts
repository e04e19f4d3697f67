import { socketRetries } from '#contract/constants.ts';
import type { Notification } from '#contract/notification/calls.ts';
import { isLiveModule, type LiveModule } from '#contract/notification/live.ts';

/** Final close codes: signed out, another person's address, or too many windows. Any other close is retried. */
const final = [4401, 4403, 4429];

type Socketlike = Pick<WebSocket, 'close'> & {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};
export type LiveSocketOptions = {
  readonly open: () => Socketlike;
  readonly arrived: (notification: Notification) => void;
  /** Called when the lists of this module changed. */
  readonly changed: (module: LiveModule) => void;
  /** Called on every connection, because missed notifications must be loaded. */
  readonly connected: () => void;
  /** Called when the server rejects the session. */
  readonly refused: () => void;
  readonly later?: (work: () => void, ms: number) => unknown;
};

/** Keeps a socket open: 100 tries, 5 seconds apart, counted again after a success. Returns a function that stops it. */
export function keepSocketOpen({
  open,
  arrived,
  changed,
  connected,
  refused,
  later = (work, ms) => setTimeout(work, ms),
}: LiveSocketOptions): () => void {
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
      const { notification, module } = read(event.data);
      if (notification) arrived(notification);
      if (module) changed(module);
    };
    mine.onclose = ({ code }) => {
      if (stopped) return;
      if (final.includes(code)) return refused();
      tries += 1;
      if (tries <= socketRetries.tries) later(connect, socketRetries.delayMs);
    };
  };
  connect();
  return () => {
    stopped = true;
    current?.close();
  };
}

/** Messages contain a data field with a notification as JSON text, or the changed module; anything else is ignored. */
function read(raw: unknown): { notification?: Notification; module?: LiveModule } {
  try {
    const { data, changed } = JSON.parse(String(raw)) as { data?: unknown; changed?: unknown };
    const notification: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    return {
      ...(typeof notification === 'object' && notification !== null && 'id' in notification ? { notification: notification as Notification } : {}),
      ...(isLiveModule(changed) ? { module: changed } : {}),
    };
  } catch {
    return {};
  }
}

/**
 * Runs the work at once, then at most once per pause and never concurrently; calls in between cause one more run. A burst of notifications then
 * reloads once a second, instead of discarding each reload for the next.
 */
export function throttleAsync(work: () => Promise<unknown>, pause = () => new Promise<void>((over) => setTimeout(over, 1000))): () => Promise<void> {
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

export const openLiveSocket = (userId: number): WebSocket =>
  new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws/notification/${userId}`);
