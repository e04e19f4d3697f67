import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalName } from '#contract/approval/purposes.ts';
import type { WaitKey } from '#contract/home/waits.ts';
import { adjusted } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { approveMove } from '#server/bank-statement/corrections.ts';
import { confirmCash } from '#server/collection/record.ts';
import { cashApproval } from '#server/collection/record-home.ts';
import { lockPayment } from '#server/collection/rows.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { seal } from '#server/kernel/seal.ts';
import { waitingFor } from '#server/kernel/waits.ts';
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
import { ctxOf, longHere, type Somebody, somebody } from '#test/world.ts';
import { awaitsApproval, barTo, type Purpose } from './service.ts';

let house: House;
let company = 0;
let place = 0;
/** Who asks, and four who might approve: invited by who asks, who invited them, new, and long here without any tie. */
type Who = 'asker' | 'invited' | 'inviter' | 'young' | 'right';
const people = new Map<Who | 'owner', Somebody>();
const personOf = (who: Who | 'owner'): Somebody => {
  const one = people.get(who);
  if (!one) throw new Error(who);
  return one;
};
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

const invite = (inviter: Somebody, accepted: Somebody, days = 10, kind: 'admin' | 'superadmin' = 'admin') =>
  house.database.db
    .insertInto('invitation')
    .values({ kind, inviter_id: inviter.id, email: accepted.email, accepted_by: accepted.id, accepted_at: daysAgo(days), expires_at: daysAgo(0) })
    .returning('id')
    .executeTakeFirstOrThrow();

beforeAll(async () => {
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
});

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
const payoutOf = (db: Db, asker: number) =>
  idOf(
    sql`insert into settlement_payment (kind, company_id, fund, account_code, cut_off, net_cents, made_by)
      values ('withdrawal', ${company}, 'C', 2000, app.today(), 100000, ${asker}) returning id`,
    db,
  );
const payoutAccount = (db: Db, changed_by: number | null) =>
  idOf(
    sql`insert into payout_account (company_id, rail, holder, sealed, tail, mark, changed_by) values (${company}, 'mpesa', 'Owner', 'x', '678', '\\x0a0b', ${changed_by}) returning id`,
    db,
  );

type Case = {
  readonly purpose: Purpose;
  readonly plant: (db: Db, asker: number) => Promise<number>;
  readonly decide: (ctx: Ctx, id: number) => Promise<unknown>;
  /** Whether an answer offers it to the caller. */
  readonly offered?: (ctx: Ctx, id: number) => Promise<boolean | undefined>;
  readonly home?: WaitKey;
  /** Somebody whose role does not approve it. */
  readonly outsider: 'admin' | 'owner' | 'tenant';
};
const cases = {
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
      return idOf(
        sql`insert into payment (purpose, how, fund, cents, status, company_id, recorded_by, evidence_file_id)
          values (1, 'cash', 'C', 50000, 'pending', ${company}, ${asker}, ${slip}) returning id`,
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

/** Planted, looked at and gone again. */
async function inPassing(who: Somebody, work: (ctx: Ctx, db: Db) => Promise<void>): Promise<void> {
  const tx = await house.database.db.startTransaction().execute();
  try {
    await work({ ...ctxOf(house, who), db: tx }, tx);
  } finally {
    await tx.rollback().execute();
  }
}
/** What three places say of one row: the rule, the filter of lists and the home, and what an answer offers. */
async function says(ctx: Ctx, { purpose, home, offered }: Case, id: number) {
  const { rows } = await sql<{
    waits: boolean;
  }>`select ${awaitsApproval(ctx, purpose)} as waits from ${sql.table(purpose.table)} where ${sql.ref(purpose.id)} = ${id}`.execute(ctx.db);
  const may = (await barTo(ctx, purpose, id)) === null;
  return {
    rule: may,
    filter: rows[0]?.waits,
    home: home ? (await waitingFor(ctx, home)).count === 1 : may,
    offered: offered ? await offered(ctx, id) : may,
  };
}
const agreed = (may: boolean) => ({ rule: may, filter: may, home: may, offered: may });

/** Why each may not approve it; null where they may. */
const bars: Readonly<Record<Who, 'asker' | 'invited' | 'new' | null>> = {
  asker: 'asker',
  invited: 'invited',
  inviter: 'invited',
  young: 'new',
  right: null,
};
const own: readonly string[] = ['companyRefund', 'cashWithoutCode'] satisfies ApprovalName[];
const barIn = (name: string, who: Who) => (own.includes(name) && bars[who] !== 'asker' ? null : bars[who]);
const all = Object.entries(cases) as [ApprovalName, Case][];

describe.each(all)('%s', (name, one) => {
  test.each(Object.keys(bars) as Who[])('the rule, the list, the home, the answer and the service agree about %s', async (who) => {
    await inPassing(personOf(who), async (ctx, db) => {
      const id = await one.plant(db, personOf('asker').id);
      const expected = barIn(name, who);
      const bar = await barTo(ctx, one.purpose, id);
      expect(bar?.name ?? null).toBe(expected);
      expect(await says(ctx, one, id)).toEqual(agreed(expected === null));
      if (bar) await expect(one.decide(ctx, id)).rejects.toMatchObject({ failure: bar.failure, message: bar.why });
    });
  });

  test('nobody of another role approves it', async () => {
    const outsider = one.outsider === 'owner' ? personOf('owner') : await somebody(house, one.outsider);
    await longHere(house, outsider);
    await inPassing(outsider, async (ctx, db) => {
      const id = await one.plant(db, personOf('asker').id);
      expect((await barTo(ctx, one.purpose, id))?.name).toBe('role');
      const { rows } = await sql<{
        waits: boolean;
      }>`select ${awaitsApproval(ctx, one.purpose)} as waits from ${sql.table(one.purpose.table)} where ${sql.ref(one.purpose.id)} = ${id}`.execute(
        db,
      );
      expect(rows[0]?.waits).toBe(false);
    });
  });
});

test('an invitation that was accepted more than 30 days ago bars nobody', async () => {
  const [inviter, joined] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, inviter, joined);
  const { id } = await invite(inviter, joined, 29);
  const barNow = async () => {
    let bar: string | null = null;
    await inPassing(joined, async (ctx, db) => {
      bar = (await barTo(ctx, payoutApproval, await payoutOf(db, inviter.id)))?.name ?? null;
    });
    return bar;
  };
  expect(await barNow()).toBe('invited');
  await house.database.db
    .updateTable('invitation')
    .set({ accepted_at: daysAgo(31) })
    .where('id', '=', id)
    .execute();
  expect(await barNow()).toBeNull();
});

test('a payout is not approved by the person who changed its account within a day', async () => {
  const changer = personOf('right');
  await inPassing(changer, async (ctx, db) => {
    const id = await payoutOf(db, personOf('asker').id);
    const account = await payoutAccount(db, changer.id);
    await sql`update settlement_payment set payout_account_id = ${account} where id = ${id}`.execute(db);
    await sql`update payout_account set changed_at = app.now() - interval '23 hours' where id = ${account}`.execute(db);
    expect((await barTo(ctx, payoutApproval, id))?.why).toMatch(/changed this payout account/);
    expect(await says(ctx, cases.payout, id)).toEqual(agreed(false));
    await sql`update payout_account set changed_at = app.now() - interval '25 hours' where id = ${account}`.execute(db);
    expect(await says(ctx, cases.payout, id)).toEqual(agreed(true));
  });
});

test('cash without a code is not confirmed by an agent, though another took it', async () => {
  const agent = await somebody(house, 'agent');
  await inPassing(agent, async (ctx, db) => {
    const id = await cases.cashWithoutCode.plant(db, personOf('owner').id);
    expect((await barTo(ctx, cashApproval, id))?.name).toBe('also');
  });
});
