import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { apart } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { markOf, seal, unseal } from '#server/kernel/seal.ts';
import type { Line } from './line.ts';
import type { RefusedOutcome, UnknownOutcome } from './outcome.ts';
import { Secret } from './secret.ts';

export type Fresh = { readonly kind: 'accepted'; readonly token: Secret; readonly seconds: number };
export type Asked = Fresh | RefusedOutcome | UnknownOutcome;
/** Tokens that are shared: each one Safaricom gives out ends the one before. */
export type Tokens = {
  /** The one in force, or a new one when it ends soon. */
  take(line: Line, ask: () => Promise<Asked>): Promise<{ readonly kind: 'accepted'; readonly token: Secret } | RefusedOutcome | UnknownOutcome>;
  /** Safaricom does not know it any more. */
  forget(line: Line, token: Secret): Promise<void>;
};

const earlyMs = 5 * 60_000;
const fresh = (ends: Date): boolean => ends.getTime() - earlyMs > clock.ms();
const endOf = (seconds: number): Date => new Date(clock.ms() + seconds * 1000);
const nameOf = (line: Line): string => markOf(`daraja\n${line.base}\n${line.consumerKey.reveal()}`).toString('base64url');

/** For one process: whoever asks while one is fetched waits for it. */
export function memoryTokens(): Tokens {
  const known = new Map<string, { readonly token: Secret; readonly ends: Date }>();
  const asking = new Map<string, ReturnType<Tokens['take']>>();
  const keyOf = (line: Line) => `${line.base}\n${line.consumerKey.reveal()}`;
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

/** What this process is fetching, by database. */
const fetching = new WeakMap<Db, Map<string, ReturnType<Tokens['take']>>>();
function fetchingOf(db: Db): Map<string, ReturnType<Tokens['take']>> {
  const known = fetching.get(db) ?? new Map<string, ReturnType<Tokens['take']>>();
  fetching.set(db, known);
  return known;
}
function once<T>(all: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const running = all.get(key) ?? work().finally(() => all.delete(key));
  all.set(key, running);
  return running;
}

/** For every process on one database: sealed, fetched by one of them while the others wait. */
export const databaseTokens = (db: Db): Tokens => ({
  async take(line, ask) {
    const name = nameOf(line);
    const held = await apart('a token outlives the transaction it was needed in', () => read(db, name));
    if (held) return held;
    // A process asks once, and holds one connection meanwhile however many wait.
    return once(fetchingOf(db), name, () => apart('a token outlives the transaction it was needed in', () => renew(db, name, ask)));
  },
  async forget(line, token) {
    const name = nameOf(line);
    await apart('what is known to be void is void for everybody', async () => {
      const held = await read(db, name);
      if (held?.token.reveal() !== token.reveal()) return;
      await everything(db, 'daraja_token', 'the one token of a line, whoever uses it')
        .remove()
        .where('line', '=', name)
        .where('sealed', '=', held.sealed)
        .execute();
    });
  },
});

async function read(db: Db, name: string): Promise<{ kind: 'accepted'; token: Secret; sealed: string } | null> {
  const row = await everything(db, 'daraja_token', 'the one token of a line, whoever uses it')
    .select()
    .select(['sealed', 'expires_at'])
    .where('line', '=', name)
    .executeTakeFirst();
  if (!row || !fresh(row.expires_at)) return null;
  try {
    const { token } = unseal(row.sealed) as { token: string };
    return { kind: 'accepted', token: new Secret(token), sealed: row.sealed };
  } catch {
    // Sealed with a secret that was changed since: a new one is fetched.
    return null;
  }
}

const renew = (db: Db, name: string, ask: () => Promise<Asked>): ReturnType<Tokens['take']> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`daraja:${name}`}, 0))`.execute(tx);
    const held = await read(tx, name);
    if (held) return held;
    const asked = await ask();
    if (asked.kind !== 'accepted') return asked;
    const row = { sealed: seal({ token: asked.token.reveal() }), expires_at: endOf(asked.seconds) };
    await add({ db: tx }, 'daraja_token')
      .values({ line: name, ...row })
      .onConflict((oc) => oc.column('line').doUpdateSet(row))
      .execute();
    return asked;
  });
