import { z } from 'zod';
import { callbackChannels, inboundEventStates, payeeKinds, paymentMatchStates, paymentMethods, paymentPurposes } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { InboundEvent, InboundEventDetails } from '#contract/collection/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  csvPartNumber,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { AccountStatement, PaymentAllocation, PaymentDetails, PaymentListItem, PaymentSummary } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const purpose = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(paymentPurposes) as number[]).includes(n));
const paymentFilters = buildFilterSchema({
  q: searchText,
  status: stateSchema(paymentMachine),
  match: z.enum(paymentMatchStates),
  /** Unallocated, with or without a suggested tenant. */
  nobodys: z.enum(['true']),
  /** Cash that a company holds for clients and that is due to be paid into the bank. */
  unbanked: z.enum(['true']),
  /** Payments received by the lines of this statement. */
  statement_id: id,
  how: z.enum(paymentMethods),
  purpose,
  /** Payments of a company to the platform are not its tenants' payments, and have their own list. */
  paid_to: z.enum(payeeKinds),
  property_id: id,
  unit_id: id,
  tenancy_id: id,
  booking_id: id,
  tenant_id: id,
  company_id: id,
  region: countyCodeShape,
  ...dayRange,
});
const arrivalFilters = buildFilterSchema({
  q: searchText,
  state: z.enum(inboundEventStates),
  channel: z.enum(callbackChannels),
  account_id: id,
  ...dayRange,
});
const platform = { only: ['superadmin', 'admin', 'subadmin'], with: ['payments', 'read'] } as const;

/** Payments as people read them, and the inbound events behind them. */
export const paymentCalls = {
  list: call({
    method: 'GET',
    path: `${base}/all_payments/`,
    summary: 'List payments the caller manages, or all for the platform, newest first; filter unallocated ones by `match`',
    needs: ['payments', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['received_at', 'created_at', 'cents'], '-received_at'),
      z_filter: paymentFilters,
    }),
    result: buildListSchema(PaymentListItem),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_payments/`,
    summary: 'Export the filtered payments as CSV, in parts of 5,000 rows',
    needs: ['payments', 'read'],
    query: z.object({ z_filter: paymentFilters, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  listMine: call({
    method: 'GET',
    path: `${base}/my_payments/`,
    summary: 'List the caller’s payments, or all payments for a home the caller rents or applied for',
    needs: 'signed-in',
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ tenancy_id: id, booking_id: id, status: stateSchema(paymentMachine) }),
    }),
    result: buildListSchema(PaymentSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/payment_details/`,
    summary: 'Get a payment with its status, allocations, history and journals',
    needs: 'signed-in',
    query: byId,
    result: PaymentDetails,
    fails: ['notFound'],
  }),
  receiptLink: call({
    method: 'GET',
    path: `${base}/receipt/`,
    summary: 'Get a link to the receipt as PDF in the reader’s language, valid for one hour',
    needs: 'signed-in',
    query: byId,
    result: z.object({ address: z.string() }),
    fails: ['notFound', 'wrongState'],
  }),
  listOfInvoice: call({
    method: 'GET',
    path: `${base}/of_invoice/`,
    summary: 'List the payments of an invoice, with cash that awaits its code',
    needs: 'signed-in',
    query: z.object({ invoice_id: id }),
    /** Without a payment, the allocation is from tenant credit that a credit note created. */
    result: z.object({
      waiting: z.array(z.object({ id: z.number(), code: z.string(), cents: z.number() })),
      results: z.array(
        PaymentAllocation.extend({
          /** `opens`: the caller may open the payment. Of one that also paid other homes they see this part only. */ payment: z
            .object({ id: z.number(), code: z.string(), how: z.enum(paymentMethods), opens: z.boolean() })
            .nullable(),
        }),
      ),
    }),
    fails: ['notFound'],
  }),
  accountStatement: call({
    method: 'GET',
    path: `${base}/my_account/`,
    summary: 'Get the statement of account of a tenancy for its payers and manager: billed, paid and deposit',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: AccountStatement,
    fails: ['notFound'],
  }),
  accountStatementPdfLink: call({
    method: 'GET',
    path: `${base}/my_account_paper/`,
    summary: 'Get a link to the statement of account as PDF in the reader’s language, valid for one hour',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
  listInboundEvents: call({
    method: 'GET',
    path: `${base}/arrivals/`,
    summary: 'List all inbound payment events as received (webhooks, Pull rows, statements), newest first',
    needs: platform,
    query: z.object({ page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag, z_filter: arrivalFilters }),
    result: buildListSchema(InboundEvent),
    fails: [],
  }),
  inboundEventDetails: call({
    method: 'GET',
    path: `${base}/arrival_details/`,
    summary: 'Get an inbound event with its text masked',
    needs: platform,
    query: byId,
    result: InboundEventDetails,
    fails: ['notFound'],
  }),
  replayInboundEvent: call({
    method: 'POST',
    path: `${base}/replay/`,
    summary: 'Process an inbound event again; completed steps are not repeated',
    needs: { only: ['superadmin', 'admin'], with: ['payments', 'edit'] },
    query: byId,
    result: z.object({ id: z.number(), at: moment }),
    fails: ['notFound'],
    document: 'payments',
  }),
} as const;
