import { type RawBuilder, sql } from 'kysely';
import type { ApprovalName } from '#contract/approval/purposes.ts';
import type { WaitKey } from '#contract/home/waits.ts';
import { adjusted } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { barTo, type Purpose } from '#server/approval/service.ts';
import { approveMove } from '#server/bank-statement/corrections.ts';
import { confirmCash } from '#server/collection/record.ts';
import { cashApproval } from '#server/collection/record-home.ts';
import { lockPayment } from '#server/collection/rows.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { seal } from '#server/kernel/seal.ts';
import { modeApproval } from '#server/ledger/approval.ts';
import { decideBook, post } from '#server/ledger/service.ts';
import { insistSecond, reassignmentApproval } from '#server/matching/kept.ts';
import { superadminApproval } from '#server/people/approval.ts';
import { settleRequest } from '#server/people/service.ts';
import { sendRefund } from '#server/refund/acts.ts';
import { clientRefundApproval, companyRefundApproval, resendApproval } from '#server/refund/approvals.ts';
import { decideRefund, refunds } from '#server/refund/refunds.ts';
import { payoutApproval, returnedApproval } from '#server/settlement/approvals.ts';
import { approve } from '#server/settlement/approve.ts';
import { cameBack } from '#server/settlement/came-back.ts';
import { payment } from '#server/settlement/read.ts';
import { accountApproval, correctionApproval as cashCorrection } from '#server/treasury/approvals.ts';
import { moves } from '#server/treasury/cash-moves.ts';
import { decideAccount } from '#server/treasury/settings.ts';
import { adjustDecide, adjustmentsOf } from '#server/wallet/adjust.ts';
import { correctionApproval as walletCorrection } from '#server/wallet/approval.ts';
import { freshHouse, type House } from '#test/db.ts';
import { longHere, type Somebody, somebody } from '#test/world.ts';

let house: House;
let company = 0;
let place = 0;
/** Who asks, and four who might approve: invited by who asks, who invited them, new, and long here without any tie. */
export type Who = 'asker' | 'invited' | 'inviter' | 'young' | 'right';
const people = new Map<Who | 'owner', Somebody>();
export const personOf = (who: Who | 'owner'): Somebody => {
  const one = people.get(who);
  if (!one) throw new Error(who);
  return one;
};
export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

export const invite = (inviter: Somebody, accepted: Somebody, days = 10, kind: 'admin' | 'superadmin' = 'admin') =>
  house.database.db
    .insertInto('invitation')
    .values({ kind, inviter_id: inviter.id, email: accepted.email, accepted_by: accepted.id, accepted_at: daysAgo(days), expires_at: daysAgo(0) })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A house with who asks and who might approve, and a company and an account to plant rows for. */
export async function openApprovals(): Promise<House> {
  house = await freshHouse();
  for (const who of ['asker', 'invited', 'inviter', 'young', 'right'] as const) people.set(who, await somebody(house, 'superadmin'));
  const asker = personOf('asker');
  await longHere(house, asker, personOf('invited'), personOf('inviter'), personOf('right'));
  await invite(asker, personOf('invited'));
  await invite(personOf('inviter'), asker);
  // Young in either way: by the age of the account, and by when they became a superadmin.
  await invite(await somebody(house, 'superadmin'), personOf('young'), 3, 'superadmin');
  const owner = await somebody(house, 'owner');
  people.set('owner', owner);
  company = owner.me.companyId ?? 0;
  place = await idOf(
    sql`insert into collection_account (rail, name, number, bank_code, fund, path_hash) values ('bank', 'Clients', '0100', '01', 'C', sha256('one')) returning id`,
  );
  return house;
}

const idOf = async (query: RawBuilder<unknown>, db: Db = house.database.db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`${query}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nothing was planted');
  return Number(row.id);
};
const money = (fund: 'C' | 'M') =>
  sql`insert into payment (purpose, how, fund, cents, status, match, company_id, account_id)
    values (1, 'bank', ${fund}, 50000, 'completed', 'unmatched', ${company}, ${place}) returning id`;
const refundOf = async (db: Db, fund: 'C' | 'M', asker: number, status = 'asked') => {
  const paid = await idOf(money(fund), db);
  return idOf(
    sql`insert into refund (payment_id, company_id, cents, reason, to_sealed, to_tail, asked_by, status)
      values (${paid}, ${company}, 100, 'Paid twice', ${seal({ to: '254712345678' })}, '…678', ${asker}, ${status}) returning id`,
    db,
  );
};
export const payoutOf = (db: Db, asker: number) =>
  idOf(
    sql`insert into settlement_payment (kind, company_id, fund, account_code, cut_off, net_cents, made_by)
      values ('withdrawal', ${company}, 'C', 2000, app.today(), 100000, ${asker}) returning id`,
    db,
  );
export const payoutAccount = (db: Db, changed_by: number | null) =>
  idOf(
    sql`insert into payout_account (company_id, rail, holder, sealed, tail, mark, changed_by) values (${company}, 'mpesa', 'Owner', 'x', '678', '\\x0a0b', ${changed_by}) returning id`,
    db,
  );

export type Case = {
  readonly purpose: Purpose;
  readonly plant: (db: Db, asker: number) => Promise<number>;
  readonly decide: (ctx: Ctx, id: number) => Promise<unknown>;
  /** Whether an answer offers it to the caller. */
  readonly offered?: (ctx: Ctx, id: number) => Promise<boolean | undefined>;
  readonly home?: WaitKey;
  /** Somebody whose role does not approve it. */
  readonly outsider: 'admin' | 'owner' | 'tenant';
};
export const cases = {
  payout: {
    purpose: payoutApproval,
    plant: payoutOf,
    decide: (ctx, id) => approve(ctx, { id, net_cents: 100_000 }),
    offered: async (ctx, id) => {
      const { blocked } = await payment(ctx, { id });
      return blocked !== (await barTo(ctx, payoutApproval, id))?.why;
    },
    home: 'payouts',
    outsider: 'admin',
  },
  returnedPayout: {
    purpose: returnedApproval,
    plant: async (db, asker) => {
      const [payout, account] = [await payoutOf(db, personOf('owner').id), await payoutAccount(db, null)];
      return idOf(
        sql`insert into settlement_transaction (settlement_id, part, attempt, rail, payout_account_id, tail, cents, key, status, back_said_by, back_said_at)
          values (${payout}, 1, 1, 'mpesa', ${account}, '678', 100000, 'test-approval', 'confirmed', ${asker}, app.now()) returning id`,
        db,
      );
    },
    decide: (ctx, id) => cameBack(ctx, { id, reason: 'Statement of today, line 4' }),
    outsider: 'admin',
  },
  walletCorrection: {
    purpose: walletCorrection,
    plant: (db, asker) =>
      idOf(
        sql`insert into wallet_adjustment (company_id, account_code, cents, reason, asked_by) values (${company}, 2000, 100, 'A fee that was taken twice', ${asker}) returning id`,
        db,
      ),
    decide: (ctx, id) => adjustDecide(ctx, { id, move: 'book' }),
    offered: async (ctx) => (await adjustmentsOf(ctx, company))[0]?.may_decide,
    home: 'adjustments',
    outsider: 'admin',
  },
  cashCorrection: {
    purpose: cashCorrection,
    plant: (db, asker) =>
      idOf(
        sql`insert into cash_move (kind, account_id, cents, reason, made_by) values ('correct', ${place}, 100, 'Nobody knows', ${asker}) returning id`,
        db,
      ),
    decide: (ctx, id) => approveMove(ctx, { id }),
    offered: async (ctx) => (await moves(ctx, { page: 1, page_size: 10 })).results[0]?.may_approve,
    home: 'corrections',
    outsider: 'admin',
  },
  platformAccount: {
    purpose: accountApproval,
    plant: (db, asker) =>
      idOf(
        sql`insert into collection_account (rail, name, number, bank_code, fund, path_hash, waiting, active, asked_number, asked_bank_code, asked_by, asked_at)
          values ('bank', 'Another bank', '0199', '01', 'C', sha256('another'), true, false, '0199', '01', ${asker}, '2026-11-01T10:00:00Z') returning id`,
        db,
      ),
    decide: (ctx, id) => decideAccount(ctx, { id, at: '2026-11-01T10:00:00.000Z', agree: true }),
    home: 'accounts',
    outsider: 'admin',
  },
  moneyMode: {
    purpose: modeApproval,
    plant: async (db, asker) => {
      await sql`insert into ledger_book (company_id, mode, asked_mode, asked_reason, asked_by, asked_at)
        values (${company}, 'record', 'trust', 'They ask for it', ${asker}, app.now())`.execute(db);
      return company;
    },
    decide: (ctx, company_id) => decideBook(ctx, { company_id, agree: true }),
    home: 'modes',
    outsider: 'admin',
  },
  clientRefund: {
    purpose: clientRefundApproval,
    plant: (db, asker) => refundOf(db, 'C', asker),
    decide: (ctx, id) => decideRefund(ctx, { id, approve: true, reason: '' }),
    home: 'refunds',
    outsider: 'owner',
  },
  refundResend: {
    purpose: resendApproval,
    plant: async (db, asker) => {
      const refund = await refundOf(db, 'C', personOf('owner').id, 'approved');
      return idOf(
        sql`insert into refund_transfer (refund_id, attempt, cents, key, status, settled_by, settled_at, account_id)
          values (${refund}, 1, 100, 'test-resend', 'failed', ${asker}, app.now(), ${place}) returning id`,
        db,
      );
    },
    decide: async (ctx) => sendRefund(ctx, { id: (await refunds(ctx, { page: 1, page_size: 10, tabs: undefined })).results[0]?.id ?? 0 }),
    offered: async (ctx) => (await refunds(ctx, { page: 1, page_size: 10, tabs: undefined })).results[0]?.acts.includes('send'),
    outsider: 'owner',
  },
  reassignment: {
    purpose: reassignmentApproval,
    plant: async (db, asker) => {
      const paid = await idOf(money('C'), db);
      // Of no booking there is: the credit alone is looked at.
      await sql`set local session_replication_role = replica`.execute(db);
      const credit = await idOf(
        sql`insert into payment_credit (payment_id, company_id, booking_id, fund, cents, undone_at) values (${paid}, ${company}, 1, 'C', 50000, app.now()) returning id`,
        db,
      );
      await sql`set local session_replication_role = origin`.execute(db);
      await post(db, {
        ...{ key: `credit:${credit}:undo`, kind: 'adjustment', source: ['payment', paid], companyId: company, by: asker },
        ...{ params: { what: 'Taken off', code: 'PAY' }, pairs: adjusted({ fund: 'C', code: 2000, company }, cents(100)) },
      });
      return paid;
    },
    // To another company than it came for.
    decide: async (ctx, id) => insistSecond(ctx, await lockPayment(ctx.db, id), [company + 1]),
    outsider: 'owner',
  },
  companyRefund: {
    purpose: companyRefundApproval,
    plant: (db, asker) => refundOf(db, 'M', asker),
    decide: (ctx, id) => decideRefund(ctx, { id, approve: true, reason: '' }),
    home: 'refundsHere',
    outsider: 'tenant',
  },
  cashWithoutCode: {
    purpose: cashApproval,
    plant: async (db, asker) => {
      const slip = await idOf(sql`insert into media_file (purpose, visibility, name) values ('document', 'private', 'slip.pdf') returning id`, db);
      // Of no booking there is: its home is not looked at.
      await sql`set local session_replication_role = replica`.execute(db);
      return idOf(
        sql`insert into payment (purpose, how, fund, cents, status, company_id, booking_id, recorded_by, evidence_file_id)
          values (1, 'cash', 'C', 50000, 'pending', ${company}, 1, ${asker}, ${slip}) returning id`,
        db,
      );
    },
    decide: (ctx, id) => confirmCash(house)(ctx, { id, reason: 'I saw the slip' }),
    outsider: 'tenant',
  },
  superadmin: {
    purpose: superadminApproval,
    plant: async (db, asker) =>
      idOf(
        sql`insert into superadmin_request (person_id, act, reason, asked_by) values (${(await somebody(house, 'superadmin')).id}, 'disable', 'Left', ${asker}) returning id`,
        db,
      ),
    decide: (ctx, id) => settleRequest(ctx, { id, agree: true }),
    outsider: 'admin',
  },
} as const satisfies Record<ApprovalName, Case>;
