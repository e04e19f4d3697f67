import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/collection/kinds.ts';
import type { InvoiceKind } from '#contract/invoice/kinds.ts';
import { invoiceKindLabels } from '#contract/invoice/labels.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { getFundOfCollectionMode } from '#contract/ledger/accounts.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import type { AccountStatement } from '#contract/payment/shapes.ts';
import { paymentMethodLabels } from '#contract/payment/words.ts';
import { clock } from '#contract/time/clock.ts';
import { paymentNotFound, readOpenInvoicesForPayment } from '#server/collection/service.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { readMoneyMode } from '#server/ledger/service.ts';
import { type PdfDocumentContent, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { readLetterSender } from '#server/people/service.ts';
import { readHomeName, readPayers } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof paymentCalls;
type Row = Omit<AccountStatement['rows'][number], 'how'> & { how: PaymentMethod | null };
const isAsked = ({ what }: Pick<Row, 'what'>): boolean => what === 'invoice' || what === 'note';

/** Only current payers of a tenancy and its managers may read its statement of account. */
async function assertOwnTenancy(ctx: Ctx, tenancyId: number): Promise<void> {
  const row = await from(ctx, 'tenancy')
    .select(visibleTo('tenancy:managed', ctx.me, 'tenancy').as('managed'))
    .where('tenancy.id', '=', tenancyId)
    .executeTakeFirst();
  const pays = row && (await readPayers(ctx.db, tenancyId)).some((one) => one.person_id !== null && one.person_id === ctx.me.userId);
  if (!row?.managed && !pays) throw paymentNotFound();
}

/**
 * The statement of account: invoices, credit notes, payments and refunds in order, with the balance after each. Entries of one day without a time
 * begin with the invoice. A payment counts with its part for this home: allocated to its invoices, or kept as tenant credit. Using credit is not a
 * payment. An expired invoice counts only with its paid amount.
 */
const rowsOf = async (db: Db, tenancyId: number): Promise<Row[]> => {
  const { rows } = await sql<Omit<Row, 'title'>>`/* unscoped: statement of a tenancy requested by its payer or manager */
    with happened as (
      select i.issued_on as day, case when app.day(i.created_at) = i.issued_on then i.created_at end as at, 1 as turn, 'invoice' as what, i.id, i.code, i.kind, i.period_from, null as how,
        case when i.status = 'expired' then i.paid_cents + i.credited_cents else i.total_cents end as cents
      from invoice i where i.tenancy_id = ${tenancyId}
      union all select app.day(n.created_at), n.created_at, 2, 'note', i.id, i.code, i.kind, i.period_from, null, -(n.unpaid_cents + n.paid_cents)
      from credit_note n join invoice i on i.id = n.invoice_id where i.tenancy_id = ${tenancyId}
      union all select coalesce(y.paid_on, app.day(y.created_at)), case when app.day(y.received_at) = y.paid_on and app.day(y.received_at - interval '1 second') = y.paid_on then y.received_at else 'infinity' end, 3, 'payment', y.id, y.code, coalesce(y.external, ''), null, y.how, -came.cents
      from payment y join (select payment_id, sum(cents)::bigint as cents from (
          select a.payment_id, a.cents from allocation a join invoice i on i.id = a.invoice_id
            where i.tenancy_id = ${tenancyId} and a.undone_at is null and a.source = 'receipt'
          union all select c.payment_id, c.cents from payment_credit c where c.tenancy_id = ${tenancyId} and c.undone_at is null and c.allocation_id is null) part
        group by payment_id) came on came.payment_id = y.id
      union all select app.day(r.paid_at), r.paid_at, 4, 'refund', y.id, y.code, coalesce(r.proof, ''), null, null, r.cents
      from refund r join payment_credit c on c.id = r.credit_id join payment y on y.id = r.payment_id
      where c.tenancy_id = ${tenancyId} and (c.undone_at is null or c.allocation_id is not null) and r.status = 'paid' and r.paid_at is not null)
    select day::text as on, what, id, code, kind, period_from::text, how, cents, sum(cents) over (order by day, at nulls first, turn, id, code)::bigint as balance_cents
    from happened where cents <> 0 order by day, at nulls first, turn, id, code`.execute(db);
  const ids = rows.filter((row) => isAsked(row) && (row.kind === 'ad_hoc' || row.kind === 'utility')).map(({ id }) => id);
  const titles = new Map((await readOpenInvoicesForPayment(db, { ids }, { open: false })).map(({ id, title }) => [id, title]));
  return rows.map((row) => ({ ...row, title: isAsked(row) ? (titles.get(row.id) ?? null) : null }));
};

/** The paid deposit: date, amount and holder. A deposit from before Makao is held by the manager of the home. */
async function depositOf(db: Db, tenancyId: number): Promise<AccountStatement['deposit']> {
  const { rows } = await sql<{
    agreed: number;
    before: number;
    paid: number;
    hands: string | null;
    on: string | null;
    company_id: number;
    company: string;
  }>`
    /* unscoped: statement of a tenancy requested by its payer or manager */ select t.deposit_cents as agreed, coalesce((t.opening ->> 'deposit_held_cents')::bigint, 0) as before,
      coalesce(d.cents, 0)::bigint as paid, d.hands, d.on::text, c.id as company_id, c.name as company
    from tenancy t join company c on c.id = t.company_id left join lateral (select sum(a.cents) as cents, max(a.paid_on) as on, max(w.name) as hands from allocation a
      left join payment y on y.id = a.payment_id left join company w on w.id = y.holder_id
      join invoice_line l on l.id = a.line_id join invoice i on i.id = a.invoice_id
      where i.tenancy_id = t.id and l.kind = 'deposit' and a.undone_at is null) d on true where t.id = ${tenancyId}`.execute(db);
  const [row] = rows;
  if (!row) throw paymentNotFound();
  // Cash is with its collector until it is paid in.
  const platform = row.before === 0 && row.hands === null && getFundOfCollectionMode(await readMoneyMode(db, row.company_id)) === 'C';
  return {
    agreed_cents: row.agreed,
    held_cents: row.before + row.paid,
    on: row.on,
    holder: platform ? 'platform' : 'company',
    company: row.hands ?? row.company,
  };
}

const read = async (db: Db, tenancyId: number): Promise<AccountStatement> => {
  const rows = await rowsOf(db, tenancyId);
  return { rows, balance_cents: rows.at(-1)?.balance_cents ?? 0, deposit: await depositOf(db, tenancyId) };
};
export async function readAccountStatement(
  ctx: Ctx,
  { tenancy_id }: HandlerInput<Calls['accountStatement']>,
): Promise<HandlerResult<Calls['accountStatement']>> {
  await assertOwnTenancy(ctx, tenancy_id);
  return read(ctx.db, tenancy_id);
}

const what = (language: string) => `own-account-${language}`;
export const makeAccountStatementPdfLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { tenancy_id }: HandlerInput<Calls['accountStatementPdfLink']>): Promise<HandlerResult<Calls['accountStatementPdfLink']>> => {
    await assertOwnTenancy(ctx, tenancy_id);
    const language = localeContext.current();
    return { address: `/files/account/${tenancy_id}/${language}?${makeSignedUrlQuery(services.secret, what(language), tenancy_id)}` };
  };

type Asked = { Params: { id: string; language: string }; Querystring: Record<string, unknown> };
export async function accountStatementRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/account/:id/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    if (!isSignedUrlValid(services.secret, what(language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    const { db } = asClock(services.database.db, 'a signed link opens a statement');
    return sendPdfDocument(reply, await localeContext.run(language, () => accountDrawn(db, id)));
  });
}

const named = (row: Row): string => {
  if (row.what === 'payment') return [row.how ? paymentMethodLabels[row.how]() : '', row.kind].filter(Boolean).join(' ');
  if (row.what === 'refund') return [m.payment_account_refund(), row.kind].filter(Boolean).join(' ');
  const asked = [row.title ?? invoiceKindLabels[row.kind as InvoiceKind]?.() ?? row.kind, row.code].join(' ');
  return row.what === 'note' ? `${m.payment_account_note()}: ${asked}` : asked;
};
type Parties = { readonly code: string; readonly company_id: number; readonly tenants: string | null };
/** The parties of a statement: the payers of the tenancy, and its landlord. */
async function partiesOf(db: Db, tenancyId: number): Promise<Parties> {
  const { rows } = await sql<Parties>`/* unscoped: a signed link opens a statement */
    select t.code, t.company_id, (select string_agg(n.name, ', ' order by p.id) from tenancy_person p join tenant n on n.id = p.tenant_id
      where p.tenancy_id = t.id and p.role in ('lead', 'co_tenant') and p.until is null) as tenants
    from tenancy t where t.id = ${tenancyId}`.execute(db);
  const [row] = rows;
  if (!row) throw paymentNotFound();
  return row;
}
async function accountDrawn(db: Db, tenancyId: number): Promise<{ code: string; bytes: Uint8Array }> {
  const of = await partiesOf(db, tenancyId);
  return { code: `statement-${of.code}`, bytes: await renderPdfDocument(await accountPaper(db, tenancyId, of)) };
}
async function accountPaper(db: Db, tenancyId: number, { code, company_id, tenants }: Parties): Promise<PdfDocumentContent> {
  const { rows, deposit, balance_cents } = await read(db, tenancyId);
  const home = await readHomeName(db, tenancyId, null);
  const sender = await readLetterSender(db, company_id);
  const right = (title: string) => ({ title, share: 0.17, right: true });
  return {
    title: m.payment_account_title(),
    letterhead: { ...sender, code },
    language: localeContext.current(),
    foot: `${home} · ${sender.from}`,
    author: sender.from,
    at: clock.now(),
    parts: [
      {
        facts: [
          { label: m.invoice_paper_for(), lines: [tenants ?? '', home].filter(Boolean) },
          { label: m.payment_account_deposit(), lines: [formatKesPlain(deposit.held_cents)] },
          ...(deposit.held_cents > 0
            ? [{ label: m.payment_account_holder(), lines: [deposit.holder === 'platform' ? 'Makao' : deposit.company] }]
            : []),
        ],
      },
      {
        table: {
          columns: [
            { title: m.payment_account_day(), share: 0.19 },
            { title: m.payment_account_what() },
            ...[m.payment_account_asked(), m.payment_account_paid(), m.payment_account_balance()].map(right),
          ],
          rows: rows.map((row) => [
            ...[formatLongDate(row.on), named(row), row.cents > 0 ? formatKesPlain(row.cents) : '', row.cents < 0 ? formatKesPlain(-row.cents) : ''],
            formatKesPlain(row.balance_cents),
          ]),
        },
      },
      { sums: [[m.payment_account_balance(), formatKesPlain(balance_cents)]] },
      { text: m.payment_account_as_of({ day: formatLongDate(clock.today()) }), style: 'small' },
    ],
  };
}
