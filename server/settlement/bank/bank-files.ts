import { createHash } from 'node:crypto';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { type Day, toNairobiDay } from '#contract/time/days.ts';
import type { BankChannel } from '#contract/wallet/bank-channel.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { sealObject, unsealIfSealed } from '#server/kernel/seal.ts';
import { readPage } from '#server/lists/list.ts';

type Calls = typeof settlementCalls;

export const buildBankFileName = (code: string, day: Day, channel: BankChannel | null): string =>
  ['bank', channel, day, code].filter(Boolean).join('-');

type NewFile = {
  readonly transfers: readonly number[];
  readonly csv: string;
  readonly cents: number;
  readonly channel: BankChannel;
  readonly account: string;
};
/** Stores the file as the bank gets it, with its transfers. */
export async function storeBankFile(ctx: Ctx, { transfers, csv, cents, channel, account }: NewFile): Promise<string> {
  const { id, code } = await add(ctx, 'settlement_file')
    .values({
      made_by: ctx.me.userId,
      count: transfers.length,
      cents,
      channel,
      debit_account: account,
      checksum: createHash('sha256').update(csv).digest('hex'),
      sealed: sealObject({ csv }),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await unscopedTable(ctx.db, 'settlement_transaction', 'finds the bank file that contains a transfer')
    .change()
    .set({ bank_file_id: id })
    .where('id', 'in', transfers)
    .execute();
  return code;
}

const columns = [
  'settlement_file.id',
  'settlement_file.code',
  'settlement_file.count',
  'settlement_file.cents',
  'settlement_file.checksum',
  'settlement_file.channel',
  'settlement_file.debit_account as account',
] as const;
export async function listBankFiles(
  ctx: Ctx,
  { page, page_size }: HandlerInput<Calls['listBankFiles']>,
): Promise<HandlerResult<Calls['listBankFiles']>> {
  const found = from(ctx, 'settlement_file').leftJoin('person', 'person.id', 'settlement_file.made_by');
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q
      .select([...columns])
      .select(['settlement_file.created_at', 'person.name as made_by'])
      .orderBy('settlement_file.id', 'desc'),
  );
  return { count, results: rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })) };
}

/** Downloads the same file again, which is logged. */
export async function downloadBankFile(ctx: Ctx, { id }: HandlerInput<Calls['downloadBankFile']>): Promise<HandlerResult<Calls['downloadBankFile']>> {
  const row = await from(ctx, 'settlement_file').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  await audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_transactions', id, code: row.code, after: { checksum: row.checksum } });
  const { csv } = unsealIfSealed<{ csv: string }>({ sealed: row.sealed });
  return { name: buildBankFileName(row.code, toNairobiDay(row.created_at.toISOString()), row.channel), csv, count: row.count, more: false };
}
