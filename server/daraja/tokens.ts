import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { makeBlindMark, sealObject, unsealObject } from '#server/kernel/seal.ts';
import type { MpesaConfig } from './mpesa-config.ts';
import type { RefusedOutcome, UnknownOutcome } from './outcome.ts';
import { HiddenSecret } from './secret.ts';

export type IssuedToken = { readonly kind: 'accepted'; readonly token: HiddenSecret; readonly seconds: number };
export type TokenResult = IssuedToken | RefusedOutcome | UnknownOutcome;
/** Shared tokens: each new one invalidates the one before. */
export type DarajaTokenStore = {
  /** Returns the valid token, or a new one if it expires soon. */
  take(
    line: MpesaConfig,
    ask: () => Promise<TokenResult>,
  ): Promise<{ readonly kind: 'accepted'; readonly token: HiddenSecret } | RefusedOutcome | UnknownOutcome>;
  /** Safaricom rejected the token. */
  forget(line: MpesaConfig, token: HiddenSecret): Promise<void>;
};

const earlyMs = 5 * 60_000;
const fresh = (ends: Date): boolean => ends.getTime() - earlyMs > clock.ms();
const endOf = (seconds: number): Date => new Date(clock.ms() + seconds * 1000);
const nameOf = (line: MpesaConfig): string => makeBlindMark(`daraja\n${line.base}\n${line.consumerKey.reveal()}`).toString('base64url');

/** For one process: concurrent callers wait for the same request. */
export function makeMemoryTokenStore(): DarajaTokenStore {
  const known = new Map<string, { readonly token: HiddenSecret; readonly ends: Date }>();
  const asking = new Map<string, ReturnType<DarajaTokenStore['take']>>();
  const keyOf = (line: MpesaConfig) => `${line.base}\n${line.consumerKey.reveal()}`;
  return {
    take(line, ask) {
      const key = keyOf(line);
      const held = known.get(key);
      if (held && fresh(held.ends)) return Promise.resolve({ kind: 'accepted', token: held.token });
      return once(asking, key, async () => {
        const asked = await ask();
        if (asked.kind === 'accepted') known.set(key, { token: asked.token, ends: endOf(asked.seconds) });
        return asked;
      });
    },
    async forget(line, token) {
      if (known.get(keyOf(line))?.token.reveal() === token.reveal()) known.delete(keyOf(line));
    },
  };
}

/** The requests of this process, by database. */
const fetching = new WeakMap<Db, Map<string, ReturnType<DarajaTokenStore['take']>>>();
function fetchingOf(db: Db): Map<string, ReturnType<DarajaTokenStore['take']>> {
  const known = fetching.get(db) ?? new Map<string, ReturnType<DarajaTokenStore['take']>>();
  fetching.set(db, known);
  return known;
}
function once<T>(all: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const running = all.get(key) ?? work().finally(() => all.delete(key));
  all.set(key, running);
  return running;
}

/** For every process on one database: encrypted, and fetched by one of them while the others wait. */
export const makeDatabaseTokenStore = (db: Db): DarajaTokenStore => ({
  async take(line, ask) {
    const name = nameOf(line);
    const held = await runOnReserveConnection('the token must be kept if the transaction rolls back', () => read(db, name));
    if (held) return held;
    // A process sends one request and holds one connection, however many callers wait.
    return once(fetchingOf(db), name, () =>
      runOnReserveConnection('the token must be kept if the transaction rolls back', () => renew(db, name, ask)),
    );
  },
  async forget(line, token) {
    const name = nameOf(line);
    await runOnReserveConnection('an invalid token is removed for all callers', async () => {
      const held = await read(db, name);
      if (held?.token.reveal() !== token.reveal()) return;
      await unscopedTable(db, 'daraja_token', 'the access token of a line is shared by all its callers')
        .remove()
        .where('line', '=', name)
        .where('sealed', '=', held.sealed)
        .execute();
    });
  },
});

async function read(db: Db, name: string): Promise<{ kind: 'accepted'; token: HiddenSecret; sealed: string } | null> {
  const row = await unscopedTable(db, 'daraja_token', 'the access token of a line is shared by all its callers')
    .select()
    .select(['sealed', 'expires_at'])
    .where('line', '=', name)
    .executeTakeFirst();
  if (!row || !fresh(row.expires_at)) return null;
  try {
    const { token } = unsealObject(row.sealed) as { token: string };
    return { kind: 'accepted', token: new HiddenSecret(token), sealed: row.sealed };
  } catch {
    // It was encrypted with a secret that has changed, so a new one is fetched.
    return null;
  }
}

const renew = (db: Db, name: string, ask: () => Promise<TokenResult>): ReturnType<DarajaTokenStore['take']> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`daraja:${name}`}, 0))`.execute(tx);
    const held = await read(tx, name);
    if (held) return held;
    const asked = await ask();
    if (asked.kind !== 'accepted') return asked;
    const row = { sealed: sealObject({ token: asked.token.reveal() }), expires_at: endOf(asked.seconds) };
    await add({ db: tx }, 'daraja_token')
      .values({ line: name, ...row })
      .onConflict((oc) => oc.column('line').doUpdateSet(row))
      .execute();
    return asked;
  });
