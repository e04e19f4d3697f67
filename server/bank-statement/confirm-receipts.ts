import { type Selectable, sql } from 'kysely';
import { findAccountNumber } from '#contract/bank-statement/statement.ts';
import { saveStatusQueries } from '#server/collection/service.ts';
import type { StatementLineTable } from '#server/db/types.gen.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { change } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, isPlatformMoney, listConnectedPaybills } from '#server/treasury/service.ts';
import { findKnownReferences } from './line-acts.ts';

type Line = Selectable<StatementLineTable>;

/** M-Pesa can confirm each receipt of the platform's paybill, so a line of its statement alone credits nothing. */
export const needsConfirmation = (account: CollectionAccountRow): boolean => isPlatformMoney(account) && account.rail === 'mpesa';

/** Lists receipts as unconfirmed and asks M-Pesa about each. A line without an M-Pesa code stays unconfirmed. */
export async function requestReceiptConfirmations(ctx: Ctx, account: CollectionAccountRow, fresh: readonly Line[]): Promise<void> {
  const known = await findKnownReferences(
    ctx.db,
    account,
    fresh.flatMap(({ external_id }) => external_id ?? []),
  );
  const [before, open] = [[] as Line[], [] as Line[]];
  for (const line of fresh) (known.has(line.external_id ?? '') ? before : open).push(line);
  const put = (lines: readonly Line[], fate: 'known' | 'unconfirmed') =>
    change(ctx, 'statement_line')
      .set({ fate })
      .where(sql<boolean>`id = any (${lines.map(({ id }) => id)}::bigint[])`)
      .execute();
  await put(before, 'known');
  await put(open, 'unconfirmed');
  const connected = (await listConnectedPaybills(ctx.db)).some(({ id }) => id === account.id);
  if (!connected) return;
  const asked = open.flatMap((line) =>
    line.external_id !== null && line.external_id === line.reference
      ? { account, external: line.external_id, accountText: findAccountNumber(line) }
      : [],
  );
  for (const queryId of (await saveStatusQueries(ctx, asked)).values()) await enqueueJob(ctx.db, 'payment.verify', { queryId }, `verify:${queryId}`);
}

/** Lines whose receipt M-Pesa has confirmed since are known, as if another source had recorded them before. */
export const markConfirmedLines = async (db: Db): Promise<void> =>
  void (await sql`/* unscoped: lines of receipts that M-Pesa confirmed, of all accounts */ update statement_line l set fate = 'known', payment_id = r.payment_id
    from receipt r, statement s where l.fate = 'unconfirmed' and s.id = l.statement_id and s.account_id = r.account_id and r.external_id = l.external_id
      and r.reversed_at is null and l.cents > 0`.execute(db));
