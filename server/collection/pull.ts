import type { PullRow } from '#contract/daraja/shapes.ts';
import { bare } from '#contract/matching/match.ts';
import { clock } from '#contract/time/clock.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { type AccountRow, clientFor, paybills, putPulled } from '#server/treasury/service.ts';
import { takeMovement } from './movement.ts';
import { hide } from './phones.ts';
import { closeAbout } from './query.ts';
import { knownHere } from './receipts.ts';

const hour = 3_600_000;
/** Asked for again each time, since rows come late; and never further back than Pull answers. */
const overlap = 2 * hour;
const furthest = 48 * hour;

/** One row, proven by where it comes from: what is new is credited, what was taken back is undone. */
async function takeRow(ctx: Ctx, account: AccountRow, row: PullRow): Promise<void> {
  if (row.reversal) {
    const undone = await knownHere(ctx.db, account, bare(row.account ?? ''));
    if (!undone) return;
    await happened(ctx, 'payment.recalled', {
      ...{ paymentId: undone.id, accountId: account.id, external: row.receipt, reason: `M-Pesa ${row.receipt}` },
      ...{ cents: row.cents === null ? undone.cents : Math.abs(row.cents), at: row.at ?? clock.now() },
    });
    return;
  }
  if (row.cents === null || row.cents <= 0) return;
  const taken = await takeMovement(ctx, {
    rail: 'mpesa',
    external: row.receipt,
    account,
    cents: row.cents,
    paidAt: row.at ?? clock.now(),
    accountText: row.account ?? '',
    payer: row.name ?? '',
    phone: hide(row.phone),
    verifiedBy: 'pull',
  });
  await closeAbout(ctx.db, account.id, row.receipt, `pull: ${taken.became}`);
}

/** All rows between two moments, page by page, each in a transaction of its own. False: M-Pesa did not answer, and nothing is concluded from it. */
export async function pullBetween(house: House, account: AccountRow, from: Date, to: Date): Promise<boolean> {
  const client = clientFor(house, account);
  let unread = 0;
  for (let offset = 0; ; ) {
    const said = await client.pull({ from, to, offset });
    if (said.kind !== 'accepted') return false;
    for (const row of said.rows)
      try {
        await house.database.db.transaction().execute((tx) => takeRow(atClock(tx), account, row));
      } catch (error) {
        // One that cannot be taken now keeps nobody else waiting: the same hours are asked for again, and it with them.
        house.log.error({ error, receipt: row.receipt }, 'a row of Pull could not be taken');
        unread++;
      }
    unread += said.unread;
    offset += said.rows.length + said.unread;
    // How many rows an answer holds is Safaricom's secret: the end is an empty one.
    if (said.rows.length + said.unread === 0) return unread === 0;
  }
}

/** One paybill, from where it was known to. False: M-Pesa did not answer. */
export async function pullNow(house: House, db: Db, account: AccountRow): Promise<boolean> {
  const to = clock.now();
  const from = new Date(Math.max((account.pulled_to ?? new Date(to.getTime() - 24 * hour)).getTime() - overlap, to.getTime() - furthest));
  if (!(await pullBetween(house, account, from, to))) return false;
  await putPulled(db, account.id, to);
  return true;
}

/** By the clock, every paybill: a lost confirmation is found here, a reversal nowhere else. */
export async function pullAll(house: House, db: Db): Promise<number> {
  let asked = 0;
  for (const account of await paybills(db)) if (await pullNow(house, db, account)) asked++;
  return asked;
}
