import { sql } from 'kysely';
import { type CallbackChannel, cashBankingDays, type PaymentPurpose, paymentPurposes } from '#contract/collection/kinds.ts';
import type { InboundEvent } from '#contract/collection/shapes.ts';
import { C2bCallback } from '#contract/daraja/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import { getPaymentStatusLabel, paymentMethodLabels, paymentPurposeLabels } from '#contract/payment/words.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import {
  formerTenanciesSql,
  maskCallbackText,
  maskPhoneNumbers,
  ownPaymentsRule,
  parseCallbackBody,
  paymentNotFound,
  paymentReceivedAtSql,
  selectNamedPayments,
  toPaymentSummary,
} from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import {
  containsTextSql,
  countTabs,
  getOpenTabCount,
  hasDayRange,
  isAmongSql,
  isInCountySql,
  isInDayRangeSql,
  isOnPageSql,
  readPageByIds,
} from '#server/lists/list.ts';
import { queueEventReplay } from './inbound-events.ts';
import { readNarrations, readPaymentAllocations, readPaymentDetails } from './payment-detail.ts';

type Calls = typeof paymentCalls;
type Filters = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
type Scope = 'payment' | 'payment:managed';

/** Payments with names that match a text. Names are joined only for such a search. */
const saying = (ctx: Ctx, scope: Scope, text: string) =>
  from(ctx, scope)
    .leftJoin('tenant', 'tenant.id', 'payment.tenant_id')
    .leftJoin('unit', 'unit.id', 'payment.unit_id')
    .leftJoin('property', 'property.id', 'payment.property_id')
    .select('payment.id')
    .where((eb) =>
      eb.or([
        containsTextSql('payment.code', text),
        containsTextSql('payment.external', text),
        containsTextSql('payment.account_text', text),
        containsTextSql('payment.payer', text),
        containsTextSql('tenant.name', text),
        // The home in the format of the list, "unit, property".
        containsTextSql(sql<string>`concat_ws(', ', unit.name, property.name)`, text),
      ]),
    );

const column = (name: string) => sql.ref(`payment.${name}`);
/** Cash of clients that its holder has not paid in or declared as paid in, while the holder has a cash balance: cash that was offset against its own rent stays with it. */
const isUnbankedCashSql =
  () => sql<boolean>`(payment.how = 'cash' and payment.fund = 'C' and payment.status = 'completed' and payment.banked_line_id is null
  and payment.paid_on <= ${addDays(clock.today(), -cashBankingDays)}::date
  and not exists (select 1 from cash_deposit_payment part where part.payment_id = payment.id)
  and exists (select 1 from ledger_account a join ledger_total t on t.account_id = a.id
    where a.fund = 'C' and a.code = ${accountCodeSql('cashInHand')} and a.company_id = payment.holder_id and t.dr > t.cr))`;
export function filterPayments(ctx: Ctx, f: Filters, scope: Scope = 'payment:managed') {
  let q = from(ctx, scope);
  if (f.status) q = q.where('payment.status', '=', f.status);
  // Only a completed payment counts as unallocated (unmatched).
  if (f.match) q = q.where('payment.match', '=', f.match).where('payment.status', '=', 'completed');
  if (f.nobodys) q = q.where('payment.match', 'in', ['suggested', 'unmatched']).where('payment.status', '=', 'completed');
  if (f.unbanked) q = q.where(isUnbankedCashSql());
  if (f.statement_id)
    q = q.where(
      isAmongSql(
        'payment.id',
        from(ctx, 'statement_line')
          .select('statement_line.payment_id')
          .where('statement_line.statement_id', '=', f.statement_id)
          .where('statement_line.fate', '=', 'new'),
      ),
    );
  if (f.how) q = q.where('payment.how', '=', f.how);
  if (f.purpose) q = q.where('payment.purpose', '=', f.purpose as PaymentPurpose);
  if (f.paid_to) q = q.where('payment.purpose', f.paid_to === 'company' ? '=' : '<>', paymentPurposes.tenancy_payment);
  if (f.property_id) q = q.where('payment.property_id', '=', f.property_id);
  if (f.unit_id) q = q.where('payment.unit_id', '=', f.unit_id);
  if (f.tenancy_id)
    q = q.where(
      scope === 'payment'
        ? sql<boolean>`(payment.tenancy_id = ${f.tenancy_id} or ${f.tenancy_id} in ${formerTenanciesSql(column)})`
        : sql<boolean>`payment.tenancy_id = ${f.tenancy_id}`,
    );
  if (f.booking_id) q = q.where('payment.booking_id', '=', f.booking_id);
  if (f.tenant_id) q = q.where('payment.tenant_id', '=', f.tenant_id);
  if (f.company_id) q = q.where('payment.company_id', '=', f.company_id);
  if (f.region) q = q.where(isInCountySql('payment.property_id', f.region));
  if (hasDayRange(f)) q = q.where(isInDayRangeSql(paymentReceivedAtSql, f));
  if (f.q) q = q.where(isAmongSql('payment.id', saying(ctx, scope, f.q)));
  return q;
}
function ordered(sort: string) {
  const name = sort.replace(/^-/, '');
  const column = name === 'received_at' ? paymentReceivedAtSql : sql.ref(`payment.${name}`);
  return { of: 'payment', order: sql`${column} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, payment.id desc` } as const;
}

export async function listPayments(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const counts = await countTabs(tabs, () => filterPayments(ctx, { ...z_filter, status: undefined }), sql`payment.status`);
  const by = ordered(sort);
  const size = { page, page_size, count: getOpenTabCount(counts, z_filter.status) };
  const { rows, count } = await readPageByIds(filterPayments(ctx, z_filter), size, by, (these) =>
    selectNamedPayments(ctx, 'payment:managed').where(these).orderBy(by.order),
  );
  const said = await readNarrations(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    count,
    results: await withCompanyHeads(
      ctx,
      rows.map((row) => ({ ...toPaymentSummary(row), narration: said.get(row.id) ?? null })),
    ),
    ...counts,
  };
}

export async function listOwnPayments(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listMine']>,
): Promise<HandlerResult<Calls['listMine']>> {
  const by = ordered('-received_at');
  const { rows, count } = await readPageByIds(
    filterPayments(ctx, z_filter, 'payment').where(ownPaymentsRule(ctx.me, column)),
    { page, page_size },
    by,
    (these) => selectNamedPayments(ctx).where(these).orderBy(by.order),
  );
  return { count, results: rows.map((row) => toPaymentSummary(row)) };
}

export async function exportPayments(ctx: Ctx, { z_filter = {}, part }: HandlerInput<Calls['csv']>): Promise<HandlerResult<Calls['csv']>> {
  const by = ordered('-received_at');
  const rows = await selectNamedPayments(ctx, 'payment:managed')
    .where(isOnPageSql(filterPayments(ctx, z_filter), getExportPartSpan(part), by))
    .orderBy(by.order)
    .execute();
  return buildCsvExportPart(
    'payments',
    rows.map((row) => {
      const one = toPaymentSummary(row);
      return {
        code: one.code,
        received_on: formatNairobiTime(row.received_at ?? row.created_at),
        purpose: paymentPurposeLabels[one.purpose]?.() ?? null,
        how: paymentMethodLabels[one.how](),
        external: one.external,
        payer: one.payer,
        amount: toDecimalText(row.cents),
        put_to_invoices: toDecimalText(row.allocated_cents),
        kept_as_credit: toDecimalText(row.credited_cents),
        status: getPaymentStatusLabel(one.status, one.how),
        property: one.property?.name ?? null,
        unit: one.unit?.name ?? null,
        account: one.account_text,
      };
    }),
    part,
  );
}

export const makePaymentDetails =
  (evidence: Parameters<typeof readPaymentDetails>[2]) =>
  (ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> =>
    readPaymentDetails(ctx, id, evidence);

export async function listInvoicePayments(
  ctx: Ctx,
  { invoice_id }: HandlerInput<Calls['listOfInvoice']>,
): Promise<HandlerResult<Calls['listOfInvoice']>> {
  const seen = await from(ctx, 'invoice').select('invoice.property_id').where('invoice.id', '=', invoice_id).executeTakeFirst();
  if (!seen) throw paymentNotFound();
  const rows = await readPaymentAllocations(ctx, { invoiceId: invoice_id });
  const ids = [...new Set(rows.flatMap((row) => row.payment_id ?? []))];
  // Payers see what was allocated to their invoice, even from another home's payment, which they cannot open.
  const payments =
    ids.length === 0
      ? []
      : await unscopedTable(ctx.db, 'payment', 'allocations to an invoice that the caller sees')
          .select()
          .select(['id', 'code', 'how'])
          .where('id', 'in', ids)
          .execute();
  const own = ids.length === 0 ? [] : await from(ctx, 'payment').select('payment.id').where('payment.id', 'in', ids).execute();
  const opens = new Set(own.map(({ id }) => id));
  const byId = new Map(payments.map((row) => [row.id, row]));
  const waiting = await from(ctx, 'payment')
    .select(['payment.id', 'payment.code', 'payment.cents'])
    .where('payment.property_id', '=', seen.property_id)
    .where('payment.how', '=', 'cash')
    .where('payment.status', '=', 'pending')
    .where(sql<boolean>`${invoice_id} = any(payment.invoice_ids)`)
    .orderBy('payment.id')
    .execute();
  return {
    waiting,
    results: rows.flatMap(({ part, payment_id }): HandlerResult<Calls['listOfInvoice']>['results'] => {
      if (payment_id === null) return [{ ...part, payment: null }];
      const payment = byId.get(payment_id);
      return payment
        ? [{ ...part, payment: { ...payment, how: payment.how as keyof typeof paymentMethodLabels, opens: opens.has(payment_id) } }]
        : [];
    }),
  };
}

const arrivalRows = (ctx: Ctx) =>
  from(ctx, 'inbox')
    .leftJoin('collection_account as account', 'account.id', 'inbox.account_id')
    .leftJoin('payment', 'payment.id', 'inbox.payment_id')
    .selectAll('inbox')
    .select(['account.name as account_name', 'payment.code as payment_code']);
type ArrivalRow = Awaited<ReturnType<ReturnType<typeof arrivalRows>['execute']>>[number];
const typedIn = ({ channel, body }: Pick<ArrivalRow, 'channel' | 'body'>): string | null => {
  const said = channel === 'check' || channel === 'c2b' ? C2bCallback.safeParse(parseCallbackBody(body)).data?.account : null;
  return said ? maskPhoneNumbers(said) : null;
};
const toArrival = (row: ArrivalRow): InboundEvent => ({
  id: row.id,
  channel: row.channel as CallbackChannel,
  state: row.state,
  account: row.account_id === null ? null : { id: row.account_id, name: row.account_name ?? '' },
  seen_at: row.seen_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
  result: row.result,
  external: row.external,
  cents: row.cents,
  typed: typedIn(row),
  payment: row.payment_id === null ? null : { id: row.payment_id, code: row.payment_code ?? '' },
});

function arrived(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listInboundEvents']>['z_filter']>) {
  let q = from(ctx, 'inbox');
  if (f.state) q = q.where('inbox.state', '=', f.state);
  if (f.channel) q = q.where('inbox.channel', '=', f.channel);
  if (f.account_id) q = q.where('inbox.account_id', '=', f.account_id);
  if (f.q) q = q.where('inbox.external', '=', f.q.trim().toUpperCase());
  return hasDayRange(f) ? q.where(isInDayRangeSql('inbox.seen_at', f)) : q;
}
export async function listInboundEvents(
  ctx: Ctx,
  { page, page_size, tabs, z_filter = {} }: HandlerInput<Calls['listInboundEvents']>,
): Promise<HandlerResult<Calls['listInboundEvents']>> {
  const counts = await countTabs(tabs, () => arrived(ctx, { ...z_filter, state: undefined }), sql`inbox.state`);
  const by = { of: 'inbox', order: sql`inbox.seen_at desc, inbox.id desc` } as const;
  const size = { page, page_size, count: getOpenTabCount(counts, z_filter.state) };
  const { rows, count } = await readPageByIds(arrived(ctx, z_filter), size, by, (these) => arrivalRows(ctx).where(these).orderBy(by.order));
  return { count, results: rows.map(toArrival), ...counts };
}
export async function readInboundEventDetails(
  ctx: Ctx,
  { id }: HandlerInput<Calls['inboundEventDetails']>,
): Promise<HandlerResult<Calls['inboundEventDetails']>> {
  const row = await arrivalRows(ctx).where('inbox.id', '=', id).executeTakeFirst();
  if (!row) throw paymentNotFound();
  return { ...toArrival(row), body: maskCallbackText(row.body), from_address: row.from_address, times: row.times };
}
export async function replayInboundEvent(
  ctx: Ctx,
  { id }: HandlerInput<Calls['replayInboundEvent']>,
): Promise<HandlerResult<Calls['replayInboundEvent']>> {
  const row = await from(ctx, 'inbox').select('inbox.id').where('inbox.id', '=', id).executeTakeFirst();
  if (!row) throw paymentNotFound();
  await queueEventReplay(ctx.db, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, reason: 'an arrival is worked through again' });
  return { id, at: clock.now().toISOString() };
}
