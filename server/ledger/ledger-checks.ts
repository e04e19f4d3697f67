import { type RawBuilder, sql } from 'kysely';
import { type LedgerAccountCode, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { type LedgerCheck, type LedgerCheckDifference, listRegisteredLedgerChecks } from '#server/kernel/proofs.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { accountCodeSql } from './codes.ts';

const why = 'ledger checks cover all companies';
const shown = 20;

const asked =
  (query: (since: number | null) => RawBuilder<LedgerCheckDifference>): LedgerCheck['differences'] =>
  async (db, since) =>
    (await query(since).execute(db)).rows;

/** The balance of an account on its normal side, computed from its entries alone. */
const standing = (codes: readonly LedgerAccountCode[], fund?: string) => sql`
  select a.fund, a.code, a.company_id, a.tenancy_id, a.ref,
    (case k.side when 'credit' then -1 else 1 end * (coalesce((select sum(e.cents) from journal_entry e where e.dr = a.id), 0) - coalesce((select sum(e.cents) from journal_entry e where e.cr = a.id), 0)))::bigint as cents
  from ledger_account a join account_kind k on k.code = a.code where a.code = any (${codes}::smallint[]) ${fund ? sql`and a.fund = ${fund}` : sql``} /* unscoped: ledger checks cover all companies */`;
/** The balance of an account from the stored totals. */
const kept = (codes: readonly LedgerAccountCode[]) => sql`
  select a.fund, a.code, a.company_id, a.tenancy_id, a.ref, case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end as cents
  from ledger_total t join ledger_account a on a.id = t.account_id where a.code = any (${codes}::smallint[]) /* unscoped: ledger checks cover all companies */`;

/** Liabilities start at the owner's payable; assets have lower codes. */
const liability = sql`(code >= ${accountCodeSql('ownerPayable')})`;

/** Pairs of account kinds whose balances are always equal, whatever their subject. */
const mirror = (name: string, left: LedgerAccountCode, right: LedgerAccountCode): LedgerCheck => ({
  name,
  differences: asked(
    () => sql<LedgerCheckDifference>`with s as (${kept([left, right])})
      select concat_ws(' ', fund, company_id, tenancy_id, nullif(ref, '')) as what, coalesce(sum(cents) filter (where code = ${left}), 0)::bigint as expected,
        coalesce(sum(cents) filter (where code = ${right}), 0)::bigint as found
      from s group by fund, company_id, tenancy_id, ref having coalesce(sum(cents) filter (where code = ${left}), 0) <> coalesce(sum(cents) filter (where code = ${right}), 0) limit ${shown}`,
  ),
});

/** The ledger checks of this module. Other modules register checks between the ledger and their records. */
export const ledgerModuleChecks: readonly LedgerCheck[] = [
  mirror('billed_is_owed', ledgerAccounts.tenantReceivable, ledgerAccounts.unpaidBillings),
  mirror('deposits_billed_is_owed', ledgerAccounts.depositReceivable, ledgerAccounts.unpaidDepositBillings),
  {
    name: 'between_funds',
    differences: asked(
      () =>
        sql<LedgerCheckDifference>`with s as (${standing([ledgerAccounts.interfund])}) select 'all funds' as what, 0::bigint as expected, sum(cents)::bigint as found from s having sum(cents) <> 0`,
    ),
  },
  {
    // Ledger check: the balance of the deposit bank account plus interfund debts equals the deposits owed to tenants.
    name: 'deposits_held',
    differences: asked(
      () => sql<LedgerCheckDifference>`with s as (${standing([ledgerAccounts.depositBank, ledgerAccounts.interfund, ledgerAccounts.depositsHeld, ledgerAccounts.payoutsInTransit, ledgerAccounts.moveInDeposits], 'D')})
        select 'D' as what, coalesce(sum(cents) filter (where ${liability}), 0)::bigint as expected, coalesce(sum(cents) filter (where not ${liability}), 0)::bigint as found
        from s having coalesce(sum(cents) filter (where ${liability}), 0) <> coalesce(sum(cents) filter (where not ${liability}), 0)`,
    ),
  },
  {
    name: 'memo_held',
    differences: asked(
      () => sql<LedgerCheckDifference>`with s as (${kept([ledgerAccounts.ownerReceivable, ledgerAccounts.agentReceivable, ledgerAccounts.cashWithOwner, ledgerAccounts.ownerPayable, ledgerAccounts.depositsHeld, ledgerAccounts.tenantCredit, ledgerAccounts.agentPayable])})
        select 'M' as what, coalesce(sum(cents) filter (where ${liability}), 0)::bigint as expected, coalesce(sum(cents) filter (where not ${liability}), 0)::bigint as found
        from s where fund = 'M' having coalesce(sum(cents) filter (where ${liability}), 0) <> coalesce(sum(cents) filter (where not ${liability}), 0)`,
    ),
  },
  {
    // Ledger check: no more money leaves a paybill or client bank account than it received. Receipts and payouts of a paybill count as one account.
    name: 'nothing_below_zero',
    differences: asked(
      () => sql<LedgerCheckDifference>`select a.key as what, 0::bigint as expected, (case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end)::bigint as found
        from ledger_total t join ledger_account a on a.id = t.account_id where t.floored and case t.side when 'credit' then t.cr < t.dr else t.dr < t.cr end
        union all (with s as (${standing([ledgerAccounts.mpesaPaybill, ledgerAccounts.mpesaPayouts, ledgerAccounts.clientBank], 'C')})
          select 'C ' || ref, 0::bigint, sum(cents)::bigint from s where ref like 'collection:%' group by ref having sum(cents) < 0) limit ${shown} /* unscoped: ledger checks cover all companies */`,
    ),
  },
  {
    name: 'totals_are_entries',
    differences: asked(
      (since) => sql<LedgerCheckDifference>`
        with touched as materialized (select distinct s.account from journal_entry e cross join lateral (values (e.dr), (e.cr)) s (account) where ${since === null ? sql`true` : sql`e.journal_id > ${since}`}),
        real as (select t.account, coalesce((select sum(cents) from journal_entry e where e.dr = t.account), 0) as dr, coalesce((select sum(cents) from journal_entry e where e.cr = t.account), 0) as cr from touched t)
        select a.key as what, (real.dr - real.cr)::bigint as expected, (coalesce(k.dr, 0) - coalesce(k.cr, 0))::bigint as found
        from real join ledger_account a on a.id = real.account join account_kind n on n.code = a.code and n.kept left join ledger_total k on k.account_id = a.id
        where (real.dr, real.cr) is distinct from (coalesce(k.dr, 0), coalesce(k.cr, 0)) limit ${shown} /* unscoped: ledger checks cover all companies */`,
    ),
  },
];

/** A journal gets its number before it is committed, so it may appear after higher numbers. This many journals are checked twice. */
const late = 10_000;

export type LedgerCheckResult = {
  readonly id: number;
  readonly ok: boolean;
  readonly failed: readonly { proof: string; rows: number; example: LedgerCheckDifference | null }[];
};
/** Runs the ledger checks, on postings since the last run or on everything. A failure blocks payouts and notifies superadmins. */
export async function runLedgerChecks(
  db: Db,
  scope: 'changed' | 'all',
  by: number | null = null,
  proofs: readonly LedgerCheck[] = listRegisteredLedgerChecks(),
): Promise<LedgerCheckResult> {
  const began = performance.now();
  const last = await unscopedTable(db, 'ledger_proof', why).select().select(['ok', 'upto']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const { upto } = await unscopedTable(db, 'journal', why)
    .select()
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('upto'))
    .executeTakeFirstOrThrow();
  // After a failed run everything is checked, however old the cause.
  const since = scope === 'changed' && last?.ok ? last.upto - late : null;
  const failed: { proof: string; rows: number; example: LedgerCheckDifference | null }[] = [];
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
  if (failed.length > 0) await notifyFailedCheck(db, failed.map(({ proof }) => proof).join(', '));
  return { id: row.id, ok: failed.length === 0, failed };
}

async function notifyFailedCheck(db: Db, what: string): Promise<void> {
  await notifyAudience({ db }, 'ledger.proof_failed', { what }, createNotificationAudience().superadmins(), { key: `${clock.today()}:${what}` });
}

/** The reason why payouts are blocked: failed ledger checks, or a bank balance that differs (bank reconciliation). Null if they are not blocked. */
export async function readPayoutsBlockedReason(db: Db): Promise<Sentence | null> {
  const last = await unscopedTable(db, 'ledger_proof', why).select().select(['ok', 'failed']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const live = listRegisteredLedgerChecks().filter(({ standing }) => standing !== undefined);
  // Whether all failures are of checks that are repeated here and may pass now. Any other failure blocks payouts until a full run passes.
  const mended = (failed: LedgerCheckResult['failed']) => failed.length > 0 && failed.every(({ proof }) => live.some(({ name }) => name === proof));
  if (last && !last.ok && !mended(last.failed as LedgerCheckResult['failed'])) return m.ledger_refusal_unproven();
  for (const { standing } of live) {
    const [one] = (await standing?.(db)) ?? [];
    const left = (one?.expected ?? 0) - (one?.found ?? 0);
    if (one)
      return m.ledger_refusal_statement({
        what: one.what,
        expected: formatKesPlain(one.expected),
        found: formatKesPlain(one.found),
        left: formatKesPlain(left),
      });
  }
  return null;
}

/** The subjects that the passed checks do not cover. */
export async function listUncheckedSubjects(db: Db): Promise<{ proof: string; what: string }[]> {
  const all: { proof: string; what: string }[] = [];
  for (const { name, silent } of listRegisteredLedgerChecks()) {
    const what = ((await silent?.(db)) ?? []).join(', ');
    if (what !== '') all.push({ proof: name, what });
  }
  return all;
}
