import { createHash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { CallbackChannel } from '#contract/collection/kinds.ts';
import { type DarajaClient, getDarajaClient, type MpesaSecrets, readMpesaConfig, readPlatformMpesaConfig } from '#server/daraja/service.ts';
import type { CollectionAccountTable as CollectionAccount } from '#server/db/types.gen.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { makeBlindMark, sealObject, unsealIfSealed } from '#server/kernel/seal.ts';
import type { RunningServices } from '#server/kernel/services.ts';

const why = 'the account that receives a payment';
const everyAccount = (db: Db) => unscopedTable(db, 'collection_account', why).select();
export type CollectionAccountRow = Selectable<CollectionAccount>;

/**
 * The secret part of the callback URL (webhook) of an account. It is derived and not stored; the database has only its hash. It is in hex, because
 * M-Pesa rejects paths with words like exe or sql.
 */
const pathSecret = (id: number): string => makeBlindMark(`hook:${id}`).toString('hex');
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
export const buildMpesaCallbackPath = (account: { readonly id: number }, channel: CallbackChannel): string =>
  `/hooks/pay/${channel}/${pathSecret(account.id)}`;

/** The accounts of these path secrets, in the same order. */
export async function findCollectionAccountsBySecret(db: Db, secrets: readonly string[]): Promise<(CollectionAccountRow | undefined)[]> {
  const hashes = secrets.map(hashOf);
  const rows = await everyAccount(db).selectAll().where('path_hash', 'in', hashes).where('active', '=', true).execute();
  return hashes.map((hash) => rows.find((row) => hash.equals(row.path_hash)));
}
export const readCollectionAccount = (db: Db, id: number): Promise<CollectionAccountRow> =>
  everyAccount(db).selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The accounts of these rows, each read once. */
export async function readCollectionAccountsOfRows(
  db: Db,
  rows: readonly { readonly account_id: number | null }[],
): Promise<Map<number, CollectionAccountRow>> {
  const ids = [...new Set(rows.flatMap((row) => (row.account_id === null ? [] : Number(row.account_id))))];
  if (ids.length === 0) return new Map();
  const found = await everyAccount(db).selectAll().where('id', 'in', ids).execute();
  return new Map(found.map((row) => [row.id, row]));
}

type NewAccount = Pick<CollectionAccountRow, 'company_id' | 'rail' | 'name' | 'number' | 'bank_code' | 'fund'> &
  Partial<
    Pick<
      CollectionAccountRow,
      'of_env' | 'waiting' | 'active' | 'asked_name' | 'asked_active' | 'asked_number' | 'asked_bank_code' | 'asked_by' | 'asked_at'
    >
  >;
/** The path depends on the id, so its hash is saved in a second step. */
export async function createCollectionAccount(db: Db, given: NewAccount): Promise<CollectionAccountRow | null> {
  const made = await add({ db }, 'collection_account')
    .values({ ...given, path_hash: randomBytes(32) })
    .onConflict((oc) => oc.columns(['company_id', 'rail', 'number']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  return unscopedTable(db, 'collection_account', why)
    .change()
    .set({ path_hash: hashOf(pathSecret(made.id)) })
    .where('id', '=', made.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The account was saved under another secret (copied demo data, a changed secret), so its path is updated to the current secret. */
async function mended(db: Db, row: CollectionAccountRow): Promise<CollectionAccountRow> {
  const path_hash = hashOf(pathSecret(row.id));
  if (path_hash.equals(Buffer.from(row.path_hash))) return row;
  return unscopedTable(db, 'collection_account', why).change().set({ path_hash }).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();
}

/** The platform's paybill, by the shortcode of the environment or the simulator; null where M-Pesa is off. */
export async function findOrCreatePlatformPaybill(services: Pick<RunningServices, 'env'>, db: Db): Promise<CollectionAccountRow | null> {
  const line = readPlatformMpesaConfig(services.env);
  if (line === null) return null;
  const find = () =>
    everyAccount(db).selectAll().where('company_id', 'is', null).where('rail', '=', 'mpesa').where('number', '=', line.shortcode).executeTakeFirst();
  const known =
    (await find()) ??
    (await createCollectionAccount(db, {
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
/** Marks this account as the paybill of the environment, and no other. */
async function ofEnv(db: Db, id: number): Promise<CollectionAccountRow> {
  await unscopedTable(db, 'collection_account', why)
    .change()
    .set({ of_env: sql<boolean>`id = ${id}` })
    .where((eb) => eb.or([eb('of_env', '=', true), eb('id', '=', id)]))
    .execute();
  return readCollectionAccount(db, id);
}

/** The number of the platform's paybill, for payment instructions. */
export const readPlatformPaybillNumber = async (db: Db): Promise<string | null> =>
  (await sql<{ number: string | null }>`select ${getLookup('platformPaybill')()} as number`.execute(db)).rows[0]?.number ?? null;

/** A company's own paybill that can send prompts. */
export const readCompanyPaybill = (db: Db, companyId: number): Promise<CollectionAccountRow | undefined> =>
  everyAccount(db)
    .selectAll()
    .where('company_id', '=', companyId)
    .where('rail', '=', 'mpesa')
    .where('active', '=', true)
    .where('secrets', 'is not', null)
    .where('refused_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

/** The paybill for payments of a company's tenants: the platform's where it holds client money, else the company's own, if it has one. */
export const readPaybillForPayments = async (
  services: Pick<RunningServices, 'env'>,
  db: Db,
  { companyId, fund }: { companyId: number; fund: 'C' | 'M' },
): Promise<CollectionAccountRow | null> =>
  fund === 'C' ? findOrCreatePlatformPaybill(services, db) : ((await readCompanyPaybill(db, companyId)) ?? null);

/** The account for cash and other recorded payments: one per company, created when first needed. */
export async function findOrCreateManualPaymentAccount(db: Db, companyId: number): Promise<CollectionAccountRow> {
  const find = () =>
    everyAccount(db).selectAll().where('company_id', '=', companyId).where('rail', '=', 'cash').where('number', '=', 'hand').executeTakeFirst();
  const found =
    (await find()) ??
    (await createCollectionAccount(db, { company_id: companyId, rail: 'cash', name: 'Cash', number: 'hand', bank_code: null, fund: 'M' })) ??
    (await find());
  if (!found) throw new Error('the cash account of a company could not be created');
  return found;
}

export const sealSecrets = (secrets: MpesaSecrets): string => sealObject(secrets);
/** The M-Pesa client of one account: the platform's configuration, or the company's sealed secrets. */
export const makeDarajaClientForAccount = (services: RunningServices, account: CollectionAccountRow): DarajaClient =>
  account.company_id === null
    ? getDarajaClient(services)
    : getDarajaClient(
        services,
        account.secrets === null ? null : readMpesaConfig(services.env, account.number, unsealIfSealed<MpesaSecrets>({ sealed: account.secrets })),
      );

/**
 * Connected paybills: the environment's configuration is for its own paybill only, and a paybill that Safaricom rejected is left out until it has
 * new keys.
 */
export const listConnectedPaybills = (db: Db): Promise<CollectionAccountRow[]> =>
  everyAccount(db)
    .selectAll()
    .where('rail', '=', 'mpesa')
    .where('active', '=', true)
    .where('refused_at', 'is', null)
    .where(sql<boolean>`(of_env or (company_id is not null and secrets is not null))`)
    .orderBy('id')
    .execute();
/** The time up to which the Pull API has returned the payments of an account. */
export const savePulledUntil = (db: Db, id: number, to: Date) =>
  unscopedTable(db, 'collection_account', why).change().set({ pulled_to: to }).where('id', '=', id).execute();
