import { type RawBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { type LedgerAccountCode, type LedgerFund, ledgerAccountKinds, listAccountCodesShownAs } from '#contract/ledger/accounts.ts';
import type { AccountEntry, balanceCalls, TrialBalanceRow, TrialBalanceTotal } from '#contract/ledger/balance-calls.ts';
import { formatJournalSentence } from '#contract/ledger/kinds.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { sumCents, toDecimalText } from '#contract/money/cents.ts';
import { type Day, monthStart } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { type PageSpan, readPageWithCount } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { accountCodeSql } from './codes.ts';

type Calls = typeof balanceCalls;
type Period = { readonly from: Day; readonly to: Day };
type Chosen = Period & Pick<HandlerInput<Calls['accountEntries']>, 'fund' | 'account' | 'company_id' | 'ref'>;

/** The last closed month before a day: its totals are the balances that the entries since are added to. */
async function readClosedMonthBefore(ctx: Ctx, day: Day): Promise<Day | null> {
  const row = await from(ctx, 'ledger_period')
    .select('month')
    .where('month', '<', monthStart(day))
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.month ?? null;
}

type Sums = { readonly o_dr: number; readonly o_cr: number; readonly dr: number; readonly cr: number };
const sums = sql`coalesce(sum(s.dr) filter (where not s.inside), 0)::bigint as o_dr, coalesce(sum(s.cr) filter (where not s.inside), 0)::bigint as o_cr,
  coalesce(sum(s.dr) filter (where s.inside), 0)::bigint as dr, coalesce(sum(s.cr) filter (where s.inside), 0)::bigint as cr`;

const signOf = (code: number): 1 | -1 => (ledgerAccountKinds[code as LedgerAccountCode].side === 'credit' ? -1 : 1);
function toRow({ fund, code, o_dr, o_cr, dr, cr }: Sums & { fund: LedgerFund; code: number }): TrialBalanceRow {
  const stands = o_dr - o_cr + dr - cr;
  const sign = signOf(code);
  return {
    fund,
    code,
    opening_cents: sign * (o_dr - o_cr),
    debit_cents: dr,
    credit_cents: cr,
    closing_cents: sign * stands,
    balance_debit_cents: Math.max(0, stands),
    balance_credit_cents: Math.max(0, -stands),
  };
}
const total = (fund: LedgerFund, rows: readonly TrialBalanceRow[]): TrialBalanceTotal => ({
  fund,
  debit_cents: sumCents(rows.map((row) => row.debit_cents)),
  credit_cents: sumCents(rows.map((row) => row.credit_cents)),
  balance_debit_cents: sumCents(rows.map((row) => row.balance_debit_cents)),
  balance_credit_cents: sumCents(rows.map((row) => row.balance_credit_cents)),
});

/**
 * The balances at the end of a day by fund and kind of account, with the movements since `from`: the totals of the last closed month before, and the
 * journals since.
 */
export async function readTrialBalance(ctx: Ctx, { from: first, to }: Period): Promise<HandlerResult<Calls['trialBalance']>> {
  const closed = await readClosedMonthBefore(ctx, first);
  const { rows } = await sql<Sums & { fund: LedgerFund; code: LedgerAccountCode }>`
    with moved as (
      select t.account_id as account, t.dr, t.cr, false as inside from ledger_period_total t where t.month = ${closed}::date and ${visibleTo('ledger_period_total', ctx.me, 't')}
      union all select v.account, sum(v.dr), sum(v.cr), j.day >= ${first}::date from journal j join journal_entry e on e.journal_id = j.id
        cross join lateral (values (e.dr, e.cents, 0::bigint), (e.cr, 0::bigint, e.cents)) v (account, dr, cr)
        where j.month > ${closed ?? '0001-01-01'}::date and j.month <= ${monthStart(to)}::date and j.day <= ${to}::date and ${visibleTo('journal', ctx.me, 'j')} group by 1, 4),
    s as (select account, sum(dr) as dr, sum(cr) as cr, inside from moved group by account, inside)
    select fund, code, ${sums} from (select s.*, a.fund, case a.code when ${accountCodeSql('mpesaPayouts')} then ${accountCodeSql('mpesaPaybill')} else a.code end as code
      from s join ledger_account a on a.id = s.account) s group by fund, code order by fund, code`.execute(ctx.db);
  const shown = rows.map(toRow);
  const last = await from(ctx, 'ledger_period').select('month').where('month', '>=', monthStart(to)).limit(1).executeTakeFirst();
  const funds = [...new Set(shown.map(({ fund }) => fund))];
  return {
    from: first,
    to,
    closed: last !== undefined,
    rows: shown,
    totals: funds.map((fund) =>
      total(
        fund,
        shown.filter((row) => row.fund === fund),
      ),
    ),
  };
}

const amountsOf = (row: TrialBalanceTotal) => ({
  debit: toDecimalText(row.debit_cents),
  credit: toDecimalText(row.credit_cents),
  debit_balance: toDecimalText(row.balance_debit_cents),
  credit_balance: toDecimalText(row.balance_credit_cents),
});
export const logExport = (ctx: Ctx, count: number, { from: first, to }: Period) =>
  audit(ctx.db, ctx, { kind: 'undefined', document: 'ledger', id: null, code: `${first}/${to}`, reason: `exported ${count} rows` });

export async function exportTrialBalanceCsv(ctx: Ctx, period: Period): Promise<HandlerResult<Calls['trialBalanceCsv']>> {
  const { rows, totals } = await readTrialBalance(ctx, period);
  const taken = buildCsvExportPart(
    `balances-${period.to}.csv`,
    totals.flatMap((sum) => [
      ...rows
        .filter(({ fund }) => fund === sum.fund)
        .map((row) => ({
          fund: ledgerFundLabels[row.fund](),
          account_number: row.code,
          ledger_account: getLedgerAccountLabel(row.code),
          opening: toDecimalText(row.opening_cents),
          ...amountsOf(row),
        })),
      { fund: ledgerFundLabels[sum.fund](), account_number: '', ledger_account: m.ledger_trial_total(), opening: '', ...amountsOf(sum) },
    ]),
  );
  await logExport(ctx, taken.count, period);
  return taken;
}

/** The chosen accounts: of one kind in one fund, perhaps of one company or with one reference. */
const chosen = (ctx: Ctx, { fund, account, company_id, ref }: Chosen): RawBuilder<unknown> => sql`
  select a.id, a.company_id, a.tenancy_id, a.ref from ledger_account a where a.fund = ${fund} and a.code = any (${listAccountCodesShownAs(account as LedgerAccountCode)}::smallint[]) and ${visibleTo('ledger_account', ctx.me, 'a')}
    ${company_id ? sql`and a.company_id = ${company_id}` : sql``} ${ref === undefined ? sql`` : sql`and a.ref = ${ref}`}`;
/** The two sides of entries of the chosen accounts in a span of months. An entry between two of them appears twice. */
const sides = (ctx: Ctx, months: RawBuilder<boolean>) => sql`
  select c.id as account, c.company_id, c.tenancy_id, c.ref, e.journal_id, e.line, e.cents as dr, 0::bigint as cr, e.cr as contra from chosen c join journal_entry e on e.dr = c.id where ${months} and ${visibleTo('ledger_account', ctx.me, 'c')}
  union all select c.id, c.company_id, c.tenancy_id, c.ref, e.journal_id, e.line, 0, e.cents, e.dr from chosen c join journal_entry e on e.cr = c.id where ${months} and ${visibleTo('ledger_account', ctx.me, 'c')}`;

async function readAccountSums(ctx: Ctx, of: Chosen): Promise<Sums> {
  const closed = await readClosedMonthBefore(ctx, of.from);
  const { rows } = await sql<Sums>`
    with chosen as materialized (${chosen(ctx, of)}),
    s as (select t.dr, t.cr, false as inside from ledger_period_total t join chosen on chosen.id = t.account_id where t.month = ${closed}::date and ${visibleTo('ledger_period_total', ctx.me, 't')}
      union all select v.dr, v.cr, j.day >= ${of.from}::date from (${sides(ctx, sql`e.month > ${closed ?? '0001-01-01'}::date and e.month <= ${monthStart(of.to)}::date`)}) v
        join journal j on j.id = v.journal_id where j.day <= ${of.to}::date)
    select ${sums} from s`.execute(ctx.db);
  return rows[0] ?? { o_dr: 0, o_cr: 0, dr: 0, cr: 0 };
}

type EntryRow = Omit<AccountEntry, 'sentence' | 'company' | 'tenancy' | 'balance_cents'> & {
  readonly kind: string;
  readonly params: unknown;
  readonly company_id: number | null;
  readonly company: string | null;
  readonly tenancy_id: number | null;
  readonly tenancy: string | null;
  /** Debits less credits from the first day up to this entry. */
  readonly run: number;
  readonly count: number;
};
async function readEntryRows(ctx: Ctx, of: Chosen, { limit, offset }: PageSpan): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with chosen as materialized (${chosen(ctx, of)}),
    shown as (select v.*, j.id, j.code, j.kind, j.params, j.day, j.value_day, count(*) over ()::int as count,
        (sum(v.dr - v.cr) over (order by j.day, j.id, v.line, v.account rows unbounded preceding))::bigint as run
      from (${sides(ctx, sql`e.month between ${monthStart(of.from)}::date and ${monthStart(of.to)}::date`)}) v join journal j on j.id = v.journal_id
      where j.day between ${of.from}::date and ${of.to}::date and ${visibleTo('journal', ctx.me, 'j')} order by j.day, j.id, v.line, v.account limit ${limit} offset ${offset})
    select s.id, s.code, s.kind, s.params, s.day, s.value_day, s.line, s.ref, s.dr as debit_cents, s.cr as credit_cents, s.run, s.count, s.company_id, s.tenancy_id,
      company.name as company, tenancy.code as tenancy, o.code as contra
    from shown s join ledger_account o on o.id = s.contra left join company on company.id = s.company_id left join tenancy on tenancy.id = s.tenancy_id
    order by s.day, s.id, s.line, s.account`.execute(ctx.db);
  return rows;
}

/** A select field lists no more than this. */
const mostSubjects = 500;
/** The companies and references of the accounts of a kind, which the list can be limited to. */
async function readSubjects(ctx: Ctx, { fund, account }: Pick<Chosen, 'fund' | 'account'>) {
  const ofKind = () =>
    from(ctx, 'ledger_account')
      .where('ledger_account.fund', '=', fund)
      .where('ledger_account.code', 'in', listAccountCodesShownAs(account as LedgerAccountCode));
  const companies = await ofKind()
    .innerJoin('company', 'company.id', 'ledger_account.company_id')
    .select(['company.id', 'company.name'])
    .distinct()
    .orderBy('company.name')
    .orderBy('company.id')
    .limit(mostSubjects)
    .execute();
  const refs = await ofKind()
    .select('ledger_account.ref')
    .where('ledger_account.ref', '<>', '')
    .distinct()
    .orderBy('ref')
    .limit(mostSubjects)
    .execute();
  return { companies, refs: refs.map(({ ref }) => ref) };
}

export async function listAccountEntries(
  ctx: Ctx,
  { page, page_size, ...of }: HandlerInput<Calls['accountEntries']>,
): Promise<HandlerResult<Calls['accountEntries']>> {
  const { o_dr, o_cr, dr, cr } = await readAccountSums(ctx, of);
  const sign = signOf(of.account);
  const { rows, count } = await readPageWithCount({ page, page_size }, (span) => readEntryRows(ctx, of, span));
  return {
    count,
    ...(await readSubjects(ctx, of)),
    opening_cents: sign * (o_dr - o_cr),
    debit_cents: dr,
    credit_cents: cr,
    closing_cents: sign * (o_dr - o_cr + dr - cr),
    results: rows.map(({ kind, params, company_id, company, tenancy_id, tenancy, run, count: _, ...row }) => ({
      ...row,
      sentence: formatJournalSentence(kind, params),
      company: company_id === null ? null : { id: company_id, name: company ?? '' },
      tenancy: tenancy_id === null ? null : { id: tenancy_id, code: tenancy ?? '' },
      balance_cents: sign * (o_dr - o_cr + run),
    })),
  };
}

/** The general ledger of an account: every entry of the period with the balance after it. */
export async function exportAccountCsv(ctx: Ctx, { part, ...of }: HandlerInput<Calls['accountCsv']>): Promise<HandlerResult<Calls['accountCsv']>> {
  const { o_dr, o_cr } = await readAccountSums(ctx, of);
  const rows = await readEntryRows(ctx, of, getExportPartSpan(part));
  const taken = buildCsvExportPart(
    `account-${of.account}-${of.from}-${of.to}.csv`,
    rows.map((row) => ({
      booked_on: row.day,
      value_day: row.value_day,
      code: row.code,
      says: formatJournalSentence(row.kind, row.params),
      fund: ledgerFundLabels[of.fund](),
      account_number: of.account,
      ledger_account: getLedgerAccountLabel(of.account),
      subject: [row.company, row.tenancy, row.ref].filter(Boolean).join(', '),
      contra: `${row.contra} ${getLedgerAccountLabel(row.contra)}`,
      debit: toDecimalText(row.debit_cents),
      credit: toDecimalText(row.credit_cents),
      balance: toDecimalText(signOf(of.account) * (o_dr - o_cr + row.run)),
    })),
    part,
  );
  await logExport(ctx, taken.count, of);
  return taken;
}
