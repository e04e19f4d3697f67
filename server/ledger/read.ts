import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { LedgerFund } from '#contract/ledger/accounts.ts';
import type { ledgerCalls } from '#contract/ledger/calls.ts';
import { formatJournalSentence } from '#contract/ledger/kinds.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { containsTextSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { journalAmountSql } from './movements.ts';
import { readSourcePages } from './source.ts';

type Calls = typeof ledgerCalls;
type Filter = NonNullable<HandlerInput<Calls['listJournals']>['z_filter']>;

function matching(ctx: Ctx, f: Filter) {
  let found = from(ctx, 'journal');
  if (f.kind) found = found.where('journal.kind', '=', f.kind);
  if (f.company_id) found = found.where('journal.company_id', '=', f.company_id);
  if (f.source) found = found.where('journal.source', '=', f.source);
  if (f.source_id) found = found.where('journal.source_id', '=', f.source_id);
  if (f.day_from) found = found.where('journal.day', '>=', f.day_from);
  if (f.day_to) found = found.where('journal.day', '<=', f.day_to);
  if (f.search) {
    const text = f.search;
    found = found.where((eb) =>
      eb.or([
        containsTextSql('journal.code', text),
        containsTextSql('journal.event_key', text),
        sql<boolean>`journal.params::text ilike ${`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`}`,
      ]),
    );
  }
  return found;
}

const head = (q: ReturnType<typeof matching>) =>
  q
    .leftJoin('company', 'company.id', 'journal.company_id')
    .select(['journal.id', 'journal.code', 'journal.kind', 'journal.params', 'journal.day', 'journal.value_day', 'journal.company_id'])
    .select([
      'company.name as company',
      journalAmountSql(sql`journal.id`).as('cents'),
      sql<boolean>`exists (select 1 from journal r where r.reverses = journal.id)`.as('reversed'),
    ]);
type SummaryRow = Awaited<ReturnType<ReturnType<typeof head>['execute']>>[number];
const toHead = ({ company, company_id, params, ...row }: SummaryRow) => ({
  ...row,
  sentence: formatJournalSentence(row.kind, params),
  company: company_id === null ? null : { id: company_id, name: company ?? '' },
});

export async function listJournals(
  ctx: Ctx,
  { page, page_size, sort, z_filter = {} }: HandlerInput<Calls['listJournals']>,
): Promise<HandlerResult<Calls['listJournals']>> {
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    head(q)
      .orderBy(orderByColumn(sort.replace(/(\w+)$/, 'journal.$1')))
      .orderBy('journal.id', 'desc'),
  );
  return { count, results: rows.map(toHead) };
}

export async function exportJournalsCsv(
  ctx: Ctx,
  { z_filter = {}, part }: HandlerInput<Calls['journalsCsv']>,
): Promise<HandlerResult<Calls['journalsCsv']>> {
  const rows = await matching(ctx, z_filter)
    .innerJoin('journal_entry as e', 'e.journal_id', 'journal.id')
    .innerJoin('ledger_account as d', 'd.id', 'e.dr')
    .innerJoin('ledger_account as c', 'c.id', 'e.cr')
    .leftJoin('company', 'company.id', 'journal.company_id')
    .select([
      'journal.code',
      'journal.day',
      'journal.value_day',
      'journal.kind',
      'journal.params',
      'company.name as company',
      'e.fund',
      'd.code as debit',
      'c.code as credit',
      'e.cents',
      journalAmountSql(sql`journal.id`).as('moved'),
    ])
    .orderBy('journal.day', 'desc')
    .orderBy('journal.id', 'desc')
    .orderBy('e.line')
    .limit(getExportPartSpan(part).limit)
    .offset(getExportPartSpan(part).offset)
    .execute();
  const taken = buildCsvExportPart(
    'journals.csv',
    rows.map((row) => ({
      code: row.code,
      booked_on: row.day,
      value_day: row.value_day,
      says: formatJournalSentence(row.kind, row.params),
      company: row.company,
      fund: ledgerFundLabels[row.fund as LedgerFund](),
      debit: `${row.debit} ${getLedgerAccountLabel(row.debit)}`,
      credit: `${row.credit} ${getLedgerAccountLabel(row.credit)}`,
      amount: toDecimalText(row.cents),
      journal_amount: toDecimalText(row.moved),
    })),
    part,
  );
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'ledger', id: null, reason: `exported ${taken.count} rows` });
  return taken;
}

export async function readJournalDetails(
  ctx: Ctx,
  { id, code }: HandlerInput<Calls['journalDetails']>,
): Promise<HandlerResult<Calls['journalDetails']>> {
  let found = matching(ctx, {}).where('journal.id', '=', id);
  if (code) found = found.where('journal.code', '=', code);
  const row = await head(found)
    .leftJoin('person', 'person.id', 'journal.by_id')
    .leftJoin('journal as was', 'was.id', 'journal.reverses')
    .leftJoin('journal as back', 'back.reverses', 'journal.id')
    .select(['journal.at', 'journal.event_key', 'journal.source', 'journal.source_id', 'person.name as by'])
    .select(['was.id as was_id', 'was.code as was_code', 'back.id as back_id', 'back.code as back_code'])
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  const { at, event_key, source, source_id, by, was_id, was_code, back_id, back_code, ...rest } = row;
  const linked = (linkedId: number | null, linkedCode: string | null) => (linkedId === null ? null : { id: linkedId, code: linkedCode ?? '' });
  return {
    ...toHead(rest),
    at: at.toISOString(),
    by,
    event_key,
    source: { table: source, id: source_id, page: (await readSourcePages(ctx.db, [{ source, source_id }]))({ source, source_id }) },
    entries: await entriesOf(ctx, id),
    reverses: linked(was_id, was_code),
    reversed_by: linked(back_id, back_code),
  };
}

const side = (name: 'd' | 'c') =>
  [
    `${name}.code as ${name}_code`,
    `${name}.ref as ${name}_ref`,
    `${name}.company_id as ${name}_company_id`,
    `${name}.tenancy_id as ${name}_tenancy_id`,
  ] as const;

async function entriesOf(ctx: Ctx, id: number): Promise<HandlerResult<Calls['journalDetails']>['entries']> {
  const rows = await from(ctx, 'journal_entry')
    .innerJoin('ledger_account as d', 'd.id', 'journal_entry.dr')
    .innerJoin('ledger_account as c', 'c.id', 'journal_entry.cr')
    .leftJoin('company as dc', 'dc.id', 'd.company_id')
    .leftJoin('company as cc', 'cc.id', 'c.company_id')
    .leftJoin('tenancy as dt', 'dt.id', 'd.tenancy_id')
    .leftJoin('tenancy as ct', 'ct.id', 'c.tenancy_id')
    .select([
      'journal_entry.fund',
      'journal_entry.cents',
      'dc.name as d_company',
      'cc.name as c_company',
      'dt.code as d_tenancy',
      'ct.code as c_tenancy',
    ])
    .select([...side('d'), ...side('c')])
    .where('journal_id', '=', id)
    .orderBy('line')
    .execute();
  return rows.map((row) => {
    const fund = row.fund as LedgerFund;
    const one = (code: number, ref: string, company: [number | null, string | null], tenancy: [number | null, string | null]) => ({
      code,
      fund,
      ref,
      company: company[0] === null ? null : { id: company[0], name: company[1] ?? '' },
      tenancy: tenancy[0] === null ? null : { id: tenancy[0], code: tenancy[1] ?? '' },
    });
    return {
      fund,
      cents: row.cents,
      debit: one(row.d_code, row.d_ref, [row.d_company_id, row.d_company], [row.d_tenancy_id, row.d_tenancy]),
      credit: one(row.c_code, row.c_ref, [row.c_company_id, row.c_company], [row.c_tenancy_id, row.c_tenancy]),
    };
  });
}

export async function listLedgerPeriods(
  ctx: Ctx,
  { page, page_size }: HandlerInput<Calls['listPeriods']>,
): Promise<HandlerResult<Calls['listPeriods']>> {
  const { rows } = await sql<{
    month: string;
    journals: number;
    moved: number;
    closed_at: Date | null;
    closed_by: string | null;
    all: number;
    next: boolean;
  }>`
    with used as (select month, count(*)::int as journals from journal group by month),
    span as (select generate_series(least((select min(month) from used), date_trunc('month', app.today())::date), date_trunc('month', app.today())::date, interval '1 month')::date as month),
    seen as (select span.month, coalesce(used.journals, 0) as journals from span left join used using (month))
    select to_char(s.month, 'YYYY-MM') as month, s.journals, p.closed_at, person.name as closed_by, (count(*) over ())::int as all,
      coalesce((select sum(e.cents) from journal_entry e where e.month = s.month), 0)::bigint as moved,
      p.month is null and s.month = (select min(o.month) from seen o where not exists (select 1 from ledger_period q where q.month >= o.month)) and s.month < date_trunc('month', app.today()) as next
    from seen s left join ledger_period p on p.month = s.month left join person on person.id = p.closed_by
    order by s.month desc limit ${page_size} offset ${(page - 1) * page_size} /* unscoped: the call requires a permission of the platform */`.execute(
    ctx.db,
  );
  return {
    count: rows[0]?.all ?? 0,
    results: rows.map((row) => ({
      month: row.month,
      journals: row.journals,
      moved_cents: row.moved,
      closed_at: row.closed_at?.toISOString() ?? null,
      closed_by: row.closed_by,
      may_close: row.next,
    })),
  };
}
