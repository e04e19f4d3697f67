import { z } from 'zod';
import { channels, hows, inboxStates, matchStates, payees, purposes } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { Arrival, ArrivalFull } from '#contract/collection/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { county, days, exported, filters, id, list, moment, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { OwnAccount, PaymentFull, PaymentHead, PaymentListed, PaymentPart } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const purpose = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(purposes) as number[]).includes(n));
const paymentFilters = filters({
  q: searchText,
  status: stateSchema(paymentMachine),
  match: z.enum(matchStates),
  /** Came, and belongs to nobody yet: somebody may be suggested or not. */
  nobodys: z.enum(['true']),
  /** Came in by the lines of this statement. */
  statement_id: id,
  how: z.enum(hows),
  purpose,
  /** What a company pays the platform itself is no money of its tenants: a list of its own. */
  paid_to: z.enum(payees),
  property_id: id,
  unit_id: id,
  tenancy_id: id,
  booking_id: id,
  tenant_id: id,
  company_id: id,
  region: county,
  ...days,
});
const arrivalFilters = filters({ q: searchText, state: z.enum(inboxStates), channel: z.enum(channels), account_id: id, ...days });
const platform = { only: ['superadmin', 'admin', 'subadmin'], with: ['payments', 'read'] } as const;

/** Payments as people read them, and what arrived about them. */
export const paymentCalls = {
  all: call({
    method: 'GET',
    path: `${base}/all_payments/`,
    summary: 'Payments of what one manages, or of everybody for the platform, newest first; those without an owner by `match`',
    needs: ['payments', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['received_at', 'created_at', 'cents'], '-received_at'),
      z_filter: paymentFilters,
    }),
    result: list(PaymentListed),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_payments/`,
    summary: 'The same list as a table file, in parts of 5,000 rows',
    needs: ['payments', 'read'],
    query: z.object({ z_filter: paymentFilters, part }),
    result: exported,
    fails: [],
  }),
  mine: call({
    method: 'GET',
    path: `${base}/my_payments/`,
    summary: 'What one paid, or all that was paid for a home one rents or applied for',
    needs: 'signed-in',
    query: z.object({ page, page_size: pageSize, z_filter: filters({ tenancy_id: id, booking_id: id, status: stateSchema(paymentMachine) }) }),
    result: list(PaymentHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/payment_details/`,
    summary: 'One payment: where it stands, what it was put to, what happened and what was booked',
    needs: 'signed-in',
    query: byId,
    result: PaymentFull,
    fails: ['notFound'],
  }),
  receipt: call({
    method: 'GET',
    path: `${base}/receipt/`,
    summary: 'The address of its receipt as PDF, in the language of who asks, open for an hour',
    needs: 'signed-in',
    query: byId,
    result: z.object({ address: z.string() }),
    fails: ['notFound', 'wrongState'],
  }),
  ofInvoice: call({
    method: 'GET',
    path: `${base}/of_invoice/`,
    summary: 'What was paid of one invoice, part by part, and the cash for it that waits for its code',
    needs: 'signed-in',
    query: z.object({ invoice_id: id }),
    /** Without a payment: out of credit that a credit note gave. */
    result: z.object({
      waiting: z.array(z.object({ id: z.number(), code: z.string(), cents: z.number() })),
      results: z.array(
        PaymentPart.extend({
          /** `opens`: the caller may read all of it; of one that paid other homes too they read this part alone. */ payment: z
            .object({ id: z.number(), code: z.string(), how: z.enum(hows), opens: z.boolean() })
            .nullable(),
        }),
      ),
    }),
    fails: ['notFound'],
  }),
  ownAccount: call({
    method: 'GET',
    path: `${base}/my_account/`,
    summary: 'The statement of account of a tenancy, for who pays in it and who manages it: what was asked, what was paid, and the deposit',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: OwnAccount,
    fails: ['notFound'],
  }),
  ownAccountPaper: call({
    method: 'GET',
    path: `${base}/my_account_paper/`,
    summary: 'The address of the same as PDF, in the language of who asks, open for an hour',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
  arrivals: call({
    method: 'GET',
    path: `${base}/arrivals/`,
    summary: 'Everything that ever arrived about payments, as it came, newest first',
    needs: platform,
    query: z.object({ page, page_size: pageSize, tabs, z_filter: arrivalFilters }),
    result: list(Arrival),
    fails: [],
  }),
  arrival: call({
    method: 'GET',
    path: `${base}/arrival_details/`,
    summary: 'One arrival with its masked text',
    needs: platform,
    query: byId,
    result: ArrivalFull,
    fails: ['notFound'],
  }),
  replay: call({
    method: 'POST',
    path: `${base}/replay/`,
    summary: 'Have an arrival worked through once more: what was done stays done',
    needs: { only: ['superadmin', 'admin'], with: ['payments', 'edit'] },
    query: byId,
    result: z.object({ id: z.number(), at: moment }),
    fails: ['notFound'],
    document: 'payments',
  }),
} as const;
