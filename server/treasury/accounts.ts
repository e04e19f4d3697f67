import { createHash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Channel } from '#contract/collection/kinds.ts';
import { type Client, daraja, type LineSecrets, lineOf, platformLine } from '#server/daraja/service.ts';
import type { CollectionAccountTable as CollectionAccount } from '#server/db/types.gen.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { markOf, opened, seal } from '#server/kernel/seal.ts';

const why = 'where money comes to, for what arrives there';
export type AccountRow = Selectable<CollectionAccount>;

/** The part of an address nobody guesses: worked out, not kept, the database has its hash alone. In hex, since M-Pesa refuses addresses with words like exe or sql. */
const pathSecret = (id: number): string => markOf(`hook:${id}`).toString('hex');
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
export const hookPath = (account: { readonly id: number }, channel: Channel): string => `/hooks/pay/${channel}/${pathSecret(account.id)}`;

/** By the secrets of their paths, in that order. */
export async function accountsAt(db: Db, secrets: readonly string[]): Promise<(AccountRow | undefined)[]> {
  const hashes = secrets.map(hashOf);
  const rows = await everything(db, 'collection_account', why)
    .select()
    .selectAll()
    .where('path_hash', 'in', hashes)
    .where('active', '=', true)
    .execute();
  return hashes.map((hash) => rows.find((row) => hash.equals(row.path_hash)));
}
export const accountOf = (db: Db, id: number): Promise<AccountRow> =>
  everything(db, 'collection_account', why).select().selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Those these belong to, each read once. */
export async function accountsOf(db: Db, rows: readonly { readonly account_id: number | null }[]): Promise<Map<number, AccountRow>> {
  const ids = [...new Set(rows.flatMap((row) => (row.account_id === null ? [] : Number(row.account_id))))];
  if (ids.length === 0) return new Map();
  const found = await everything(db, 'collection_account', why).select().selectAll().where('id', 'in', ids).execute();
  return new Map(found.map((row) => [row.id, row]));
}

type NewAccount = Pick<AccountRow, 'company_id' | 'rail' | 'name' | 'number' | 'bank_code' | 'fund'> &
  Partial<Pick<AccountRow, 'of_env' | 'waiting' | 'active' | 'asked_number' | 'asked_bank_code' | 'asked_by' | 'asked_at'>>;
/** Its path follows from its id, so its hash is written in the second step. */
export async function addAccount(db: Db, given: NewAccount): Promise<AccountRow | null> {
  const made = await add({ db }, 'collection_account')
    .values({ ...given, path_hash: randomBytes(32) })
    .onConflict((oc) => oc.columns(['company_id', 'rail', 'number']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  return everything(db, 'collection_account', why)
    .change()
    .set({ path_hash: hashOf(pathSecret(made.id)) })
    .where('id', '=', made.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Made under another secret (demo data that was copied, a secret that was changed): its path is the one of the secret we have. */
async function mended(db: Db, row: AccountRow): Promise<AccountRow> {
  const path_hash = hashOf(pathSecret(row.id));
  if (path_hash.equals(Buffer.from(row.path_hash))) return row;
  return everything(db, 'collection_account', why).change().set({ path_hash }).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();
}

/** The platform's paybill, by the shortcode of the environment or the simulator; null where M-Pesa is off. */
export async function platformAccount(house: Pick<House, 'env'>, db: Db): Promise<AccountRow | null> {
  const line = platformLine(house.env);
  if (line === null) return null;
  const find = () =>
    everything(db, 'collection_account', why)
      .select()
      .selectAll()
      .where('company_id', 'is', null)
      .where('rail', '=', 'mpesa')
      .where('number', '=', line.shortcode)
      .executeTakeFirst();
  const known =
    (await find()) ??
    (await addAccount(db, {
      company_id: null,
      rail: 'mpesa',
      name: `M-Pesa ${line.shortcode}`,
      number: line.shortcode,
      bank_code: null,
      fund: 'C',
    })) ??
    (await find());
  if (!known) return null;
  return mended(db, known.of_env ? known : await ofEnv(db, known.id));
}
/** From now on this is the environment's, and no other. */
async function ofEnv(db: Db, id: number): Promise<AccountRow> {
  await everything(db, 'collection_account', why)
    .change()
    .set({ of_env: sql<boolean>`id = ${id}` })
    .where((eb) => eb.or([eb('of_env', '=', true), eb('id', '=', id)]))
    .execute();
  return accountOf(db, id);
}

/** The number of the platform's paybill, for who is told where to pay. */
export const platformNumber = async (db: Db): Promise<string | null> =>
  (await sql<{ number: string | null }>`select ${lookup('platformPaybill')()} as number`.execute(db)).rows[0]?.number ?? null;

/** A company's own paybill that prompts can be sent from. */
export const ownPaybill = (db: Db, companyId: number): Promise<AccountRow | undefined> =>
  everything(db, 'collection_account', why)
    .select()
    .selectAll()
    .where('company_id', '=', companyId)
    .where('rail', '=', 'mpesa')
    .where('active', '=', true)
    .where('secrets', 'is not', null)
    .where('refused_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

/** Where what a company's tenants pay comes to: the platform's paybill where it holds clients' money, else the company's own, if it has one. */
export const paybillFor = async (
  house: Pick<House, 'env'>,
  db: Db,
  { companyId, fund }: { companyId: number; fund: 'C' | 'M' },
): Promise<AccountRow | null> => (fund === 'C' ? platformAccount(house, db) : ((await ownPaybill(db, companyId)) ?? null));

/** Where cash that somebody took for the platform stands, and what is written down by hand: one a company, made when first needed. */
export async function recordAccount(db: Db, companyId: number): Promise<AccountRow> {
  const find = () =>
    everything(db, 'collection_account', why)
      .select()
      .selectAll()
      .where('company_id', '=', companyId)
      .where('rail', '=', 'cash')
      .where('number', '=', 'hand')
      .executeTakeFirst();
  const found =
    (await find()) ??
    (await addAccount(db, { company_id: companyId, rail: 'cash', name: 'Cash', number: 'hand', bank_code: null, fund: 'M' })) ??
    (await find());
  if (!found) throw new Error('the cash box of a company could not be made');
  return found;
}

export const sealSecrets = (secrets: LineSecrets): string => seal(secrets);
/** M-Pesa for one account: the platform's own line, or that of a company by its sealed secrets. */
export const clientFor = (house: House, account: AccountRow): Client =>
  account.company_id === null
    ? daraja(house)
    : daraja(house, account.secrets === null ? null : lineOf(house.env, account.number, opened<LineSecrets>({ sealed: account.secrets })));

/** Those that are connected: the environment's line answers for its own paybill alone, and what Safaricom refused waits for other keys. */
export const paybills = (db: Db): Promise<AccountRow[]> =>
  everything(db, 'collection_account', why)
    .select()
    .selectAll()
    .where('rail', '=', 'mpesa')
    .where('active', '=', true)
    .where('refused_at', 'is', null)
    .where(sql<boolean>`(of_env or (company_id is not null and secrets is not null))`)
    .orderBy('id')
    .execute();
/** Up to when Pull has answered for it. */
export const putPulled = (db: Db, id: number, to: Date) =>
  everything(db, 'collection_account', why).change().set({ pulled_to: to }).where('id', '=', id).execute();
