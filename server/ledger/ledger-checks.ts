import { type RawBuilder, sql } from 'kysely';
import { type LedgerAccountCode, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { getLedgerCheckLabel, getLedgerCheckStop } from '#contract/ledger/check-names.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
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

/** The part of tenants' deposits that is still in the client account: the check counts it as covered. */
async function noteDepositsOwed(db: Db): Promise<Sentence[]> {
  const { rows } = await sql<{ there: number; owed: number }>`with s as (${standing([ledgerAccounts.depositBank, ledgerAccounts.interfund], 'D')})
    select coalesce(sum(cents) filter (where code = ${accountCodeSql('depositBank')}), 0)::bigint as there,
      coalesce(sum(cents) filter (where code = ${accountCodeSql('interfund')}), 0)::bigint as owed from s`.execute(db);
  const { there = 0, owed = 0 } = rows[0] ?? {};
  const [has, total, missing] = [there, there + owed, owed].map((cents) => formatKesPlain(cents));
  return owed > 0 ? [m.ledger_note_deposits_owed({ there: has ?? '', total: total ?? '', owed: missing ?? '' })] : [];
}

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
    notes: noteDepositsOwed,
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
    // Ledger check: no more money leaves a paybill or bank account than it received. Receipts and payouts of a paybill count as one account. The bank
    // accounts of deposits and of the platform have a ledger account without reference (decision 374).
    name: 'nothing_below_zero',
    differences: asked(
      () => sql<LedgerCheckDifference>`select a.key as what, 0::bigint as expected, null::bigint as account_id, (case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end)::bigint as found
        from ledger_total t join ledger_account a on a.id = t.account_id where t.floored and case t.side when 'credit' then t.cr < t.dr else t.dr < t.cr end
        union all (with s as (${standing([ledgerAccounts.mpesaPaybill, ledgerAccounts.mpesaPayouts, ledgerAccounts.clientBank], 'C')})
          select coalesce(${getLookup('nameOfCollectionAccount')(sql`split_part(ref, ':', 2)::bigint`)}, ref), 0::bigint, split_part(ref, ':', 2)::bigint, sum(cents)::bigint from s where ref like 'collection:%' group by ref having sum(cents) < 0)
        union all (with s as (${standing([ledgerAccounts.depositBank, ledgerAccounts.platformBank])})
          select coalesce(${getLookup('nameOfCollectionAccount')(sql`b.id`)}, b.fund || ':' || b.code), 0::bigint, b.id, b.cents
          from (select s.fund, s.code, ${getLookup('ownBankOfFund')(sql`s.fund`)} as id, sum(s.cents)::bigint as cents from s where fund in ('D', 'P') group by s.fund, s.code having sum(s.cents) < 0) b) limit ${shown} /* unscoped: ledger checks cover all companies */`,
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
  readonly failed: readonly FailedCheck[];
};
/** `accounts`: the accounts that alone are wrong; empty if the failure concerns more. */
type FailedCheck = { readonly proof: string; readonly rows: number; readonly example: LedgerCheckDifference | null; readonly accounts?: number[] };
const accountsOf = (found: readonly LedgerCheckDifference[]): number[] => {
  const ids = [...new Set(found.flatMap(({ account_id: id }) => (id ? [Number(id)] : [])))];
  return found.every(({ account_id: id }) => id) ? ids : [];
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
  const failed: FailedCheck[] = [];
  for (const { name, differences } of proofs) {
    const found = await differences(db, since);
    if (found.length > 0) failed.push({ proof: name, rows: found.length, example: found[0] ?? null, accounts: accountsOf(found) });
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

/** The refusal of an act that needs passed checks; it names those that failed. */
export const makeFailedChecksRefusal = ({ failed }: Pick<LedgerCheckResult, 'failed'>): Refusal =>
  new Refusal('conflict', m.ledger_refusal_checks({ checks: failed.map(({ proof }) => getLedgerCheckLabel(proof)).join(', ') }));

async function notifyFailedCheck(db: Db, what: string): Promise<void> {
  await notifyAudience({ db }, 'ledger.proof_failed', { what }, createNotificationAudience().superadmins(), { key: `${clock.today()}:${what}` });
}

/** The payouts that are stopped and why: from one account of Makao, or all (null). */
type PayoutStop = { readonly accountId: number | null; readonly why: Sentence };
/**
 * Failed ledger checks, or bank balances that differ (bank reconciliation). A check with `standing` is repeated here and may pass now; any other
 * failure stops payouts until a run passes. Stops of all payouts come first.
 */
async function readPayoutStops(db: Db): Promise<PayoutStop[]> {
  const last = await unscopedTable(db, 'ledger_proof', why).select().select(['ok', 'failed']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const live = listRegisteredLedgerChecks().filter(({ standing }) => standing !== undefined);
  const failed = last?.ok === false ? (last.failed as FailedCheck[]) : [];
  const stops: PayoutStop[] = last?.ok === false && failed.length === 0 ? [{ accountId: null, why: m.ledger_refusal_unproven() }] : [];
  for (const { proof, example, accounts = [] } of failed.filter((one) => live.every(({ name }) => name !== one.proof))) {
    if (getLedgerCheckStop(proof) === 'all' || accounts.length === 0) stops.push({ accountId: null, why: m.ledger_refusal_unproven() });
    else
      for (const accountId of accounts)
        stops.push({ accountId, why: m.ledger_refusal_account({ check: getLedgerCheckLabel(proof), account: example?.what ?? '' }) });
  }
  for (const { name, standing } of live)
    for (const one of (await standing?.(db)) ?? [])
      stops.push({ accountId: getLedgerCheckStop(name) === 'account' ? (one.account_id ?? null) : null, why: sayDifference(one) });
  return stops.toSorted((a, b) => Number(a.accountId !== null) - Number(b.accountId !== null));
}
const sayDifference = ({ what, expected, found }: LedgerCheckDifference): Sentence =>
  m.ledger_refusal_statement({
    what,
    expected: formatKesPlain(expected),
    found: formatKesPlain(found),
    left: formatKesPlain(expected - found),
  });

/** The first reason why some payouts are stopped, for pages of the platform; null if none are. */
export const readPayoutsBlockedReason = async (db: Db): Promise<Sentence | null> => (await readPayoutStops(db))[0]?.why ?? null;
/** The reason why payouts from all accounts are stopped. */
export const readAllPayoutsBlockedReason = async (db: Db): Promise<Sentence | null> =>
  (await readPayoutStops(db)).find(({ accountId }) => accountId === null)?.why ?? null;
/** The reason why payouts from an account are stopped; null for an account that no statement covers. It is asked only if an account is stopped. */
export async function readAccountPayoutsBlockedReason(db: Db, account: () => Promise<number | null>): Promise<Sentence | null> {
  const stops = await readPayoutStops(db);
  if (stops.length === 0 || stops[0]?.accountId === null) return stops[0]?.why ?? null;
  const from = await account();
  return stops.find(({ accountId }) => accountId === from)?.why ?? null;
}

/** The notes on passed checks. */
export async function listLedgerCheckNotes(db: Db): Promise<{ proof: string; text: string }[]> {
  const all: { proof: string; text: string }[] = [];
  for (const { name, notes } of listRegisteredLedgerChecks()) for (const text of (await notes?.(db)) ?? []) all.push({ proof: name, text });
  return all;
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
