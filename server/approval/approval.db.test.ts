import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalName } from '#contract/approval/purposes.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { cashApproval } from '#server/collection/record-home.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { countPendingTask } from '#server/kernel/pending-tasks.ts';
import { listRequestedActKinds } from '#server/kernel/requested-acts.ts';
import { registerModules } from '#server/modules.ts';
import { payoutApproval } from '#server/settlement/approvals.ts';
import { makeRequestCase } from '#test/approval-requests.ts';
import type { TestServices } from '#test/db.ts';
import {
  type ApprovalCase,
  type ApproverKind,
  addAcceptedInvitation,
  approvalCases,
  createApprovalFixture,
  createDraftPayout,
  createPayoutAccount,
  daysAgo,
  getApprovalPerson,
} from '#test/fixtures/approvals.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, reloadTestPerson, type TestPerson } from '#test/people.ts';
import { findApprovalBlocker, isAwaitingApprovalSql } from './blockers.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createApprovalFixture();
});

/** Sets up a row in a transaction, reads it, and rolls back. */
async function inPassing(who: TestPerson, work: (ctx: Ctx, db: Db) => Promise<void>): Promise<void> {
  const tx = await services.database.db.startTransaction().execute();
  try {
    await work({ ...createTestCtx(services, who), db: tx }, tx);
  } finally {
    await tx.rollback().execute();
  }
}
/** The result of three places for one row: the rule, the filter of lists and pending tasks, and the action offered by a response. */
async function says(ctx: Ctx, { purpose, home, offered }: ApprovalCase, id: number) {
  const { rows } = await sql<{
    waits: boolean;
  }>`select ${isAwaitingApprovalSql(ctx, purpose)} as waits from ${sql.table(purpose.table)} where ${sql.ref(purpose.id)} = ${id}`.execute(ctx.db);
  const may = (await findApprovalBlocker(ctx, purpose, id)) === null;
  return {
    rule: may,
    filter: rows[0]?.waits,
    home: home ? (await countPendingTask(ctx, home)).count === 1 : may,
    offered: offered ? await offered(ctx, id) : may,
  };
}
const agreed = (may: boolean) => ({ rule: may, filter: may, home: may, offered: may });

/** The expected reason why each person cannot approve; null if the person can. */
const bars: Readonly<Record<ApproverKind, 'asker' | 'invited' | 'new' | null>> = {
  asker: 'asker',
  invited: 'invited',
  inviter: 'invited',
  young: 'new',
  right: null,
};
const own: readonly string[] = ['companyRefund', 'cashWithoutCode'] satisfies ApprovalName[];
const barIn = (name: string, who: ApproverKind) => (own.includes(name) && bars[who] !== 'asker' ? null : bars[who]);
registerModules();
const requests = listRequestedActKinds().map((kind): [string, ApprovalCase] => [kind, makeRequestCase(() => services, kind)]);
const all: [string, ApprovalCase][] = [...Object.entries(approvalCases), ...requests];

describe.each(all)('approval: %s', (name, one) => {
  test.each(Object.keys(bars) as ApproverKind[])('rule, list, pending tasks, response and service agree on whether %s can approve', async (who) => {
    await inPassing(getApprovalPerson(who), async (ctx, db) => {
      const id = await one.seed(db, getApprovalPerson('asker').id);
      const expected = barIn(name, who);
      const bar = await findApprovalBlocker(ctx, one.purpose, id);
      expect(bar?.name ?? null).toBe(expected);
      expect(await says(ctx, one, id)).toEqual(agreed(expected === null));
      if (bar) await expect(one.decide(ctx, id)).rejects.toMatchObject({ failure: bar.failure, message: bar.why });
    });
  });

  test('people with another role are rejected', async () => {
    const outsider = one.outsider === 'owner' ? getApprovalPerson('owner') : await createPerson(services, one.outsider);
    await makeAccountsEstablished(services, outsider);
    await inPassing(outsider, async (ctx, db) => {
      const id = await one.seed(db, getApprovalPerson('asker').id);
      expect((await findApprovalBlocker(ctx, one.purpose, id))?.name).toBe('role');
      const { rows } = await sql<{
        waits: boolean;
      }>`select ${isAwaitingApprovalSql(ctx, one.purpose)} as waits from ${sql.table(one.purpose.table)} where ${sql.ref(one.purpose.id)} = ${id}`.execute(
        db,
      );
      expect(rows[0]?.waits).toBe(false);
    });
  });
});

test('approval: 30 days after accepting an invitation, a person may approve requests of the inviter', async () => {
  const [inviter, joined] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, inviter, joined);
  const { id } = await addAcceptedInvitation(inviter, joined, 29);
  const barNow = async () => {
    let bar: string | null = null;
    await inPassing(joined, async (ctx, db) => {
      bar = (await findApprovalBlocker(ctx, payoutApproval, await createDraftPayout(db, inviter.id)))?.name ?? null;
    });
    return bar;
  };
  expect(await barNow()).toBe('invited');
  await services.database.db
    .updateTable('invitation')
    .set({ accepted_at: daysAgo(31) })
    .where('id', '=', id)
    .execute();
  expect(await barNow()).toBeNull();
});

test('approval: a new role makes a person with an old account new, whatever way the role was given', async () => {
  const person = await createPerson(services, 'default');
  await makeAccountsEstablished(services, person);
  await services.database.db.updateTable('person').set({ user_type: userTypes.superadmin }).where('id', '=', person.id).execute();
  await inPassing(await reloadTestPerson(services, person), async (ctx, db) => {
    const id = await createDraftPayout(db, getApprovalPerson('asker').id);
    expect(await findApprovalBlocker(ctx, payoutApproval, id)).toMatchObject({ name: 'new', why: expect.stringContaining('7 days') });
    await sql`update person set role_since = app.now() - interval '6 days 23 hours' where id = ${person.id}`.execute(db);
    expect((await findApprovalBlocker(ctx, payoutApproval, id))?.name).toBe('new');
    await sql`update person set role_since = app.now() - interval '7 days' where id = ${person.id}`.execute(db);
    expect(await findApprovalBlocker(ctx, payoutApproval, id)).toBeNull();
    // Another role starts the time again; a name does not.
    await sql`update person set name = 'Another name' where id = ${person.id}`.execute(db);
    expect(await findApprovalBlocker(ctx, payoutApproval, id)).toBeNull();
    await sql`insert into staff_role (name, audience, grants) values ('Finance', 'platform', '{payments.edit}')`.execute(db);
    await sql`update person set staff_role_id = (select max(id) from staff_role) where id = ${person.id}`.execute(db);
    expect((await findApprovalBlocker(ctx, payoutApproval, id))?.name).toBe('new');
  });
});

test('approval: a person who got a finance role at the request of another cannot approve their requests for 30 days', async () => {
  const [asker, person] = [getApprovalPerson('asker'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, person);
  await inPassing(person, async (ctx, db) => {
    const id = await createDraftPayout(db, asker.id);
    expect(await findApprovalBlocker(ctx, payoutApproval, id)).toBeNull();
    await sql`insert into approval_request (kind, subject_id, params, reason, asked_by, expires_at, status, decided_by, decided_at)
      values ('financeRole', ${person.id}, '{}', 'Joins finance', ${asker.id}, app.now(), 'approved', ${getApprovalPerson('right').id}, app.now() - interval '29 days')`.execute(
      db,
    );
    expect((await findApprovalBlocker(ctx, payoutApproval, id))?.name).toBe('invited');
    await sql`update approval_request set decided_at = app.now() - interval '31 days' where subject_id = ${person.id}`.execute(db);
    expect(await findApprovalBlocker(ctx, payoutApproval, id)).toBeNull();
  });
});

test('approval: a person cannot approve a payout within 24 hours of changing the payout account', async () => {
  const changer = getApprovalPerson('right');
  await inPassing(changer, async (ctx, db) => {
    const id = await createDraftPayout(db, getApprovalPerson('asker').id);
    const account = await createPayoutAccount(db, changer.id);
    await sql`update settlement_payment set payout_account_id = ${account} where id = ${id}`.execute(db);
    await sql`update payout_account set changed_at = app.now() - interval '23 hours' where id = ${account}`.execute(db);
    expect((await findApprovalBlocker(ctx, payoutApproval, id))?.why).toMatch(/changed this payout account/);
    expect(await says(ctx, approvalCases.payout, id)).toEqual(agreed(false));
    await sql`update payout_account set changed_at = app.now() - interval '25 hours' where id = ${account}`.execute(db);
    expect(await says(ctx, approvalCases.payout, id)).toEqual(agreed(true));
  });
});

test('approval: an agent cannot confirm cash without a code, even if another person collected the cash', async () => {
  const agent = await createPerson(services, 'agent');
  await inPassing(agent, async (ctx, db) => {
    const id = await approvalCases.cashWithoutCode.seed(db, getApprovalPerson('owner').id);
    expect((await findApprovalBlocker(ctx, cashApproval, id))?.name).toBe('also');
  });
});
