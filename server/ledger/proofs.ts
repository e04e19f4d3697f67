import { type RawBuilder, sql } from 'kysely';
import { accounts, type Code } from '#contract/ledger/accounts.ts';
import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { type Difference, knownProofs, type Proof } from '#server/kernel/proofs.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { codeOf } from './codes.ts';

const why = 'the books are proven for everybody';
const shown = 20;

const asked =
  (query: (since: number | null) => RawBuilder<Difference>): Proof['differences'] =>
  async (db, since) =>
    (await query(since).execute(db)).rows;

/** What an account stands at, on its own side, from its entries alone. */
const standing = (codes: readonly Code[], fund?: string) => sql`
  select a.fund, a.code, a.company_id, a.tenancy_id, a.ref,
    (case k.side when 'credit' then -1 else 1 end * (coalesce((select sum(e.cents) from journal_entry e where e.dr = a.id), 0) - coalesce((select sum(e.cents) from journal_entry e where e.cr = a.id), 0)))::bigint as cents
  from ledger_account a join account_kind k on k.code = a.code where a.code = any (${codes}::smallint[]) ${fund ? sql`and a.fund = ${fund}` : sql``} /* all: the books are proven for everybody */`;
/** The same from the totals that are kept. */
const kept = (codes: readonly Code[]) => sql`
  select a.fund, a.code, a.company_id, a.tenancy_id, a.ref, case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end as cents
  from ledger_total t join ledger_account a on a.id = t.account_id where a.code = any (${codes}::smallint[]) /* all: the books are proven for everybody */`;

/** Liabilities begin with the owner's payable; assets have lower codes. */
const liability = sql`(code >= ${codeOf('ownerPayable')})`;

/** Two kinds of account that always stand at the same, whoever they are of. */
const mirror = (name: string, left: Code, right: Code): Proof => ({
  name,
  differences: asked(
    () => sql<Difference>`with s as (${kept([left, right])})
      select concat_ws(' ', fund, company_id, tenancy_id, nullif(ref, '')) as what, coalesce(sum(cents) filter (where code = ${left}), 0)::bigint as expected,
        coalesce(sum(cents) filter (where code = ${right}), 0)::bigint as found
      from s group by fund, company_id, tenancy_id, ref having coalesce(sum(cents) filter (where code = ${left}), 0) <> coalesce(sum(cents) filter (where code = ${right}), 0) limit ${shown}`,
  ),
});

/** What holds in the books by themselves; rooms bring what holds between them and their records. */
export const ledgerProofs: readonly Proof[] = [
  mirror('billed_is_owed', accounts.tenantReceivable, accounts.unpaidBillings),
  mirror('deposits_billed_is_owed', accounts.depositReceivable, accounts.unpaidDepositBillings),
  {
    name: 'between_funds',
    differences: asked(
      () =>
        sql<Difference>`with s as (${standing([accounts.interfund])}) select 'all funds' as what, 0::bigint as expected, sum(cents)::bigint as found from s having sum(cents) <> 0`,
    ),
  },
  {
    // What lies in the deposits' bank, with what other funds owe it, is what tenants are owed.
    name: 'deposits_held',
    differences: asked(
      () => sql<Difference>`with s as (${standing([accounts.depositBank, accounts.interfund, accounts.depositsHeld, accounts.payoutsInTransit, accounts.moveInDeposits], 'D')})
        select 'D' as what, coalesce(sum(cents) filter (where ${liability}), 0)::bigint as expected, coalesce(sum(cents) filter (where not ${liability}), 0)::bigint as found
        from s having coalesce(sum(cents) filter (where ${liability}), 0) <> coalesce(sum(cents) filter (where not ${liability}), 0)`,
    ),
  },
  {
    name: 'memo_held',
    differences: asked(
      () => sql<Difference>`with s as (${kept([accounts.ownerReceivable, accounts.agentReceivable, accounts.cashWithOwner, accounts.ownerPayable, accounts.depositsHeld, accounts.tenantCredit, accounts.agentPayable])})
        select 'M' as what, coalesce(sum(cents) filter (where ${liability}), 0)::bigint as expected, coalesce(sum(cents) filter (where not ${liability}), 0)::bigint as found
        from s where fund = 'M' having coalesce(sum(cents) filter (where ${liability}), 0) <> coalesce(sum(cents) filter (where not ${liability}), 0)`,
    ),
  },
  {
    // Nor does money leave a paybill or bank of the clients' that never came there; what came in and what went out of a paybill are one.
    name: 'nothing_below_zero',
    differences: asked(
      () => sql<Difference>`select a.key as what, 0::bigint as expected, (case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end)::bigint as found
        from ledger_total t join ledger_account a on a.id = t.account_id where t.floored and case t.side when 'credit' then t.cr < t.dr else t.dr < t.cr end
        union all (with s as (${standing([accounts.mpesaPaybill, accounts.mpesaPayouts, accounts.clientBank], 'C')})
          select 'C ' || ref, 0::bigint, sum(cents)::bigint from s where ref like 'collection:%' group by ref having sum(cents) < 0) limit ${shown} /* all: the books are proven for everybody */`,
    ),
  },
  {
    name: 'totals_are_entries',
    differences: asked(
      (since) => sql<Difference>`
        with touched as materialized (select distinct s.account from journal_entry e cross join lateral (values (e.dr), (e.cr)) s (account) where ${since === null ? sql`true` : sql`e.journal_id > ${since}`}),
        real as (select t.account, coalesce((select sum(cents) from journal_entry e where e.dr = t.account), 0) as dr, coalesce((select sum(cents) from journal_entry e where e.cr = t.account), 0) as cr from touched t)
        select a.key as what, (real.dr - real.cr)::bigint as expected, (coalesce(k.dr, 0) - coalesce(k.cr, 0))::bigint as found
        from real join ledger_account a on a.id = real.account join account_kind n on n.code = a.code and n.kept left join ledger_total k on k.account_id = a.id
        where (real.dr, real.cr) is distinct from (coalesce(k.dr, 0), coalesce(k.cr, 0)) limit ${shown} /* all: the books are proven for everybody */`,
    ),
  },
];

/** A journal gets its number before it is committed: one may come after others with higher ones. So many are looked at twice. */
const late = 10_000;

export type Proven = {
  readonly id: number;
  readonly ok: boolean;
  readonly failed: readonly { proof: string; rows: number; example: Difference | null }[];
};
/** Everything that must hold, asked now: what was booked since the last time, or all of it. What fails stops settlements and tells superadmins. */
export async function prove(db: Db, scope: 'changed' | 'all', by: number | null = null, proofs: readonly Proof[] = knownProofs()): Promise<Proven> {
  const began = performance.now();
  const last = await everything(db, 'ledger_proof', why).select().select(['ok', 'upto']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const { upto } = await everything(db, 'journal', why)
    .select()
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('upto'))
    .executeTakeFirstOrThrow();
  // After one that failed everything is looked at, however long ago it went wrong.
  const since = scope === 'changed' && last?.ok ? last.upto - late : null;
  const failed: { proof: string; rows: number; example: Difference | null }[] = [];
  for (const { name, differences } of proofs) {
    const found = await differences(db, since);
    if (found.length > 0) failed.push({ proof: name, rows: found.length, example: found[0] ?? null });
  }
  const row = await add({ db }, 'ledger_proof')
    .values({
      scope,
      ok: failed.length === 0,
      failed: JSON.stringify(failed),
      checked: proofs.length,
      ms: Math.round(performance.now() - began),
      by_id: by,
      upto,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (failed.length > 0) await tellFailed(db, failed.map(({ proof }) => proof).join(', '));
  return { id: row.id, ok: failed.length === 0, failed };
}

async function tellFailed(db: Db, what: string): Promise<void> {
  await notify({ db }, 'ledger.proof_failed', { what }, audience().superadmins(), { key: `${clock.today()}:${what}` });
}

/** Why nothing may be paid out now: the books do not agree, or a bank says otherwise. Null: nothing stands against it. */
export async function settlementsStopped(db: Db): Promise<Sentence | null> {
  const last = await everything(db, 'ledger_proof', why).select().select(['ok', 'failed']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const live = knownProofs().filter(({ standing }) => standing !== undefined);
  // What is asked anew here may hold by now; anything else that did not hold stops it until everything is proven again.
  const mended = (failed: Proven['failed']) => failed.length > 0 && failed.every(({ proof }) => live.some(({ name }) => name === proof));
  if (last && !last.ok && !mended(last.failed as Proven['failed'])) return m.ledger_refusal_unproven();
  for (const { standing } of live) {
    const [one] = (await standing?.(db)) ?? [];
    const left = (one?.expected ?? 0) - (one?.found ?? 0);
    if (one)
      return m.ledger_refusal_statement({ what: one.what, expected: kesPlain(one.expected), found: kesPlain(one.found), left: kesPlain(left) });
  }
  return null;
}

/** What checks that hold say nothing of. */
export async function silentNow(db: Db): Promise<{ proof: string; what: string }[]> {
  const all: { proof: string; what: string }[] = [];
  for (const { name, silent } of knownProofs()) {
    const what = ((await silent?.(db)) ?? []).join(', ');
    if (what !== '') all.push({ proof: name, what });
  }
  return all;
}
