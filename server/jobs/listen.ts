import pg from 'pg';
import type { Logger } from 'pino';

export type ListenChannels = Readonly<Record<string, (payload: string) => void>>;

/**
 * Holds LISTEN on a connection of its own and reconnects when the connection breaks. Messages sent during an outage are lost, so callers also poll,
 * and the callback runs once after every reconnect.
 */
export function listenToChannels(url: string, channels: ListenChannels, log: Logger): { stop: () => Promise<void> } {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    const mine = new pg.Client({ connectionString: url, application_name: 'makao-listen', keepAlive: true });
    mine.on('error', (problem) => log.warn({ err: problem }, 'the connection that listens for database notifications was lost'));
    mine.on('end', () => again());
    mine.on('notification', (note) => channels[note.channel]?.(note.payload ?? ''));
    client = mine;
    try {
      await mine.connect();
      for (const name of Object.keys(channels)) await mine.query(`listen ${pg.escapeIdentifier(name)}`);
      for (const wake of Object.values(channels)) wake('');
    } catch {
      await mine.end().catch(() => undefined);
      again();
    }
  };
  const again = () => {
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = null;
      void connect();
    }, 1000);
  };
  void connect();
  return {
    stop: async () => {
      stopped = true;
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
