import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalName } from '#contract/approval/purposes.ts';
import { cashApproval } from '#server/collection/record-home.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { waitingFor } from '#server/kernel/waits.ts';
import { payoutApproval } from '#server/settlement/approvals.ts';
import type { House } from '#test/db.ts';
import { ctxOf, longHere, type Somebody, somebody } from '#test/world.ts';
import { type Case, cases, daysAgo, invite, openApprovals, payoutAccount, payoutOf, personOf, type Who } from '#test/worlds/approvals.ts';
import { awaitsApproval, barTo } from './service.ts';

let house: House;
beforeAll(async () => {
  house = await openApprovals();
});

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
