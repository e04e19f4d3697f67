import { sql } from 'kysely';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { getInvoiceClosureKind } from '#contract/invoice/closure.ts';
import { invoiceStatuses } from '#contract/invoice/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { getFundOfCollectionMode, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { childrenOf, systemRows } from '#server/kernel/scoped-row.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { readAccountBalance, readMoneyMode } from '#server/ledger/service.ts';
import { readPayers } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';
import { isPublicPageOpen } from './invoice-detail.ts';
import { readPayToDetails } from './pay-to.ts';
import {
  computeOverdueDays,
  invoiceNotFound,
  invoiceSummaryColumns,
  isInvoiceOpen,
  joinUnitAndProperty,
  readEtims,
  sumInvoiceTaxes,
  toInvoiceLine,
  toInvoiceSummary,
} from './rows.ts';
import { readInvoiceShares, readOwnInvoiceShares } from './shares.ts';

type Calls = typeof invoiceCalls;
const why = 'the link of an invoice grants access to that invoice only';

/** The invoice that a public link opens. A wrong, unknown or closed link is "not found". */
export async function findInvoiceByLink(ctx: Pick<Ctx, 'db'>, { id, token }: { readonly id: number; readonly token: string }) {
  const row = await systemRows(ctx.db, 'invoice', why).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !isSameSecret(row.token, token) || !isPublicPageOpen(row)) throw invoiceNotFound();
  return row;
}

/** A closed page is also "not found", so that an old link opens nothing. */
export async function readPublicInvoice(
  ctx: Ctx,
  { id, token }: HandlerInput<Calls['publicDetails']>,
): Promise<HandlerResult<Calls['publicDetails']>> {
  await findInvoiceByLink(ctx, { id, token });
  const row = await joinUnitAndProperty(from(asClock(ctx.db, why), 'invoice'))
    .innerJoin('company', 'company.id', 'invoice.company_id')
    .selectAll('invoice')
    .select([
      ...invoiceSummaryColumns,
      'company.name as company_name',
      'company.phone as company_phone',
      'company.kra_pin',
      'tenant.phone as tenant_phone',
    ])
    .where('invoice.id', '=', id)
    .executeTakeFirstOrThrow();
  const lines = await childrenOf(ctx.db, row, 'invoice_line', 'invoice_id').select().selectAll().orderBy('n').execute();
  const shares = isInvoiceOpen(row) ? await readInvoiceShares(ctx.db, id) : [];
  return {
    id: row.id,
    code: row.code,
    serial: requiredId(row.serial, 'the number of an issued invoice'),
    status: invoiceStatuses[row.status],
    settled: getInvoiceClosureKind(row),
    kind: row.kind,
    company: { name: row.company_name, phone: row.company_phone, kra_pin: row.kra_pin },
    // A payer without an account sees their share on this page only.
    name: shares.length > 0 ? shares.map(({ name, left }) => m.invoice_share_of({ name, share: formatKesPlain(left) })).join(', ') : row.tenant_name,
    unit: row.unit_name,
    property: row.property_name,
    issued_on: row.issued_on,
    due_on: row.due_on,
    overdue_days: computeOverdueDays(row),
    period_from: row.period_from,
    period_last: row.period_last,
    lines: lines.map(toInvoiceLine),
    taxes: sumInvoiceTaxes(lines, row.issued_on),
    total_cents: row.total_cents,
    // An amount that a credit note returned is credited, no longer paid.
    paid_cents: row.paid_cents - row.returned_cents,
    credited_cents: row.credited_cents + row.returned_cents,
    open_cents: row.open_cents ?? 0,
    paid_on: row.paid_on,
    disputed: row.disputed_at !== null,
    fund: row.fund,
    pay_to: isInvoiceOpen(row) ? await readPayToDetails(ctx.db, { ...row, code: row.tenancy_code ?? row.booking_code ?? row.code }) : null,
    phone_hint: row.tenant_phone === null ? null : `…${row.tenant_phone.slice(-3)}`,
    etims: readEtims(row),
    today: clock.today(),
  };
}

/** The balance due of a tenancy, for its payers and managers. */
export async function readBalanceDue(ctx: Ctx, { tenancy_id }: HandlerInput<Calls['balanceDue']>): Promise<HandlerResult<Calls['balanceDue']>> {
  const tenancy = await from(ctx, 'tenancy')
    .select(['id', 'code', 'company_id', 'agent_company_id', 'property_id', visibleTo('tenancy:managed', ctx.me, 'tenancy').as('managed')])
    .where('id', '=', tenancy_id)
    .executeTakeFirst();
  if (!tenancy) throw invoiceNotFound();
  const rows = await joinUnitAndProperty(
    from(ctx, 'invoice').where('invoice.tenancy_id', '=', tenancy_id).where('invoice.status', 'in', ['unpaid', 'active']),
  )
    .selectAll('invoice')
    .select([...invoiceSummaryColumns])
    .orderBy('invoice.due_on')
    .orderBy('invoice.id')
    .execute();
  const open = rows.map(toInvoiceSummary);
  const total = sumCents(open.map((one) => one.open_cents));
  const today = clock.today();
  const next = open.find((one) => one.due_on >= today);
  const me = (await readPayers(ctx.db, tenancy_id)).find((one) => one.person_id !== null && one.person_id === ctx.me.userId);
  const ids = open.map((one) => one.id);
  const shares = await readOwnInvoiceShares(ctx.db, ctx.me.userId, ids);
  const fund = getFundOfCollectionMode(await readMoneyMode(ctx.db, tenancy.company_id));
  const share = me ? await shareOf(ctx, tenancy_id, me.tenant_id) : null;
  return {
    open,
    total_cents: total,
    overdue_cents: sumCents(open.filter((one) => one.due_on < today).map((one) => one.open_cents)),
    next: next ? { on: next.due_on, cents: sumCents(open.filter((one) => one.due_on === next.due_on).map((one) => one.open_cents)) } : null,
    my_share_cents: share === null ? null : sumCents([...shares.values()]),
    share_bp: share,
    phone: me?.phone ?? null,
    pay_to: await readPayToDetails(ctx.db, { ...tenancy, fund }),
    credit_cents:
      me || tenancy.managed
        ? await readAccountBalance(ctx.db, fund, { code: ledgerAccounts.tenantCredit, company: tenancy.company_id, tenancy: tenancy_id })
        : 0,
  };
}
async function shareOf(ctx: Pick<Ctx, 'db'>, tenancyId: number, tenantId: number): Promise<number | null> {
  const { rows } = await sql<{ share_bp: number }>`/* unscoped: the caller's own share */
    select share_bp from tenancy_person where tenancy_id = ${tenancyId} and tenant_id = ${tenantId} and until is null and role in ('lead', 'co_tenant')`.execute(
    ctx.db,
  );
  return rows[0]?.share_bp ?? null;
}
