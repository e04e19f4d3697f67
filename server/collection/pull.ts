import type { PullTransaction } from '#contract/daraja/shapes.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type CollectionAccountRow, listConnectedPaybills, makeDarajaClientForAccount, savePulledUntil } from '#server/treasury/service.ts';
import { sealPhone } from './phones.ts';
import { closeStatusQueries } from './query.ts';
import { findKnownReference } from './receipts.ts';
import { recordReceipt } from './record-receipts.ts';

const hour = 3_600_000;
/** Each run requests this period again, because rows may appear late. It is never longer than Pull can answer. */
const overlap = 2 * hour;
const furthest = 48 * hour;

/** One row, verified by its source: new payments are credited, reversed ones are reversed. */
async function takeRow(ctx: Ctx, account: CollectionAccountRow, row: PullTransaction): Promise<void> {
  if (row.reversal) {
    const undone = await findKnownReference(ctx.db, account, normaliseAccountNumber(row.account ?? ''));
    if (!undone) return;
    await publishEvent(ctx, 'payment.recalled', {
      paymentId: undone.id,
      accountId: account.id,
      external: row.receipt,
      reason: `M-Pesa ${row.receipt}`,
      cents: row.cents === null ? undone.cents : Math.abs(row.cents),
      at: row.at ?? clock.now(),
    });
    return;
  }
  if (row.cents === null || row.cents <= 0) return;
  const taken = await recordReceipt(ctx, {
    rail: 'mpesa',
    external: row.receipt,
    account,
    cents: row.cents,
    paidAt: row.at ?? clock.now(),
    accountText: row.account ?? '',
    payer: row.name ?? '',
    phone: sealPhone(row.phone),
    verifiedBy: 'pull',
  });
  await closeStatusQueries(ctx.db, account.id, row.receipt, `pull: ${taken.became}`);
}

/** All rows between two times, page by page, each in its own transaction. False: M-Pesa did not answer, so nothing is concluded. */
export async function pullTransactionsBetween(services: RunningServices, account: CollectionAccountRow, from: Date, to: Date): Promise<boolean> {
  const client = makeDarajaClientForAccount(services, account);
  let unread = 0;
  for (let offset = 0; ; ) {
    const said = await client.pull({ from, to, offset });
    if (said.kind !== 'accepted') return false;
    for (const row of said.rows)
      try {
        await services.database.db.transaction().execute((tx) => takeRow(asClock(tx), account, row));
      } catch (error) {
        // A row that fails does not stop the others. The same hours, and this row with them, are requested again.
        services.log.error({ error, receipt: row.receipt }, 'a row of the M-Pesa Pull API could not be processed');
        unread++;
      }
    unread += said.unread;
    offset += said.rows.length + said.unread;
    // Safaricom does not say how many rows a page holds; an empty page is the end.
    if (said.rows.length + said.unread === 0) return unread === 0;
  }
}

/** Pulls one paybill from where it was left. False: M-Pesa did not answer. */
export async function pullNewTransactions(services: RunningServices, db: Db, account: CollectionAccountRow): Promise<boolean> {
  const to = clock.now();
  const from = new Date(Math.max((account.pulled_to ?? new Date(to.getTime() - 24 * hour)).getTime() - overlap, to.getTime() - furthest));
  if (!(await pullTransactionsBetween(services, account, from, to))) return false;
  await savePulledUntil(db, account.id, to);
  return true;
}

/** Scheduled for every paybill: finds lost confirmations, and is the only source of reversals. */
export async function pullAllPaybills(services: RunningServices, db: Db): Promise<number> {
  let asked = 0;
  for (const account of await listConnectedPaybills(db)) if (await pullNewTransactions(services, db, account)) asked++;
  return asked;
}
