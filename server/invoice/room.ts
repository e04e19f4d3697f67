import { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import { serve } from '#server/http/registry.ts';
import { refusing } from '#server/kernel/personal-data.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { meterAsked, meterSettled } from './acts.ts';
import { invoiceHandlers, invoiceJobs } from './clock.ts';
import { bookingApproved, bookingReleased, tenancyActivated, tenancyMade, tenantMerged } from './follows.ts';
import { bookingsSold, handedOver } from './handed-over.ts';
import { invoiceLookups } from './lookups.ts';
import { forgetInvoices, invoiceHoldings, owes, unpaid } from './personal-data.ts';
import { invoiceProofs } from './proofs.ts';
import { paperRoutes } from './runs/paper.ts';
import { invoiceScopes } from './scopes.ts';
import { invoiceActService, invoiceRunService, invoiceService } from './service.ts';
import { invoiceSources } from './sources.ts';
import { invoiceTexts } from './texts.ts';

export const invoiceRoom: ServerRoom = {
  lookups: invoiceLookups,
  sources: invoiceSources,
  scopes: invoiceScopes,
  readable: ['credit_note', 'invoice', 'invoice_line'],
  proofs: invoiceProofs,
  calls: { invoice: { ...invoiceCalls, ...invoiceActCalls, ...invoiceRunCalls } },
  routes: (house) => [
    ...serve(invoiceCalls, invoiceService(house)),
    ...serve(invoiceActCalls, invoiceActService(house)),
    ...serve(invoiceRunCalls, invoiceRunService),
  ],
  http: (app, house) => paperRoutes(app, house),
  jobs: invoiceJobs,
  handlers: invoiceHandlers,
  follows: {
    'booking.approved': bookingApproved,
    'booking.released': bookingReleased,
    'tenancy.made': tenancyMade,
    'tenancy.activated': tenancyActivated,
    'tenancy.handed_over': handedOver,
    'property.sold': bookingsSold,
    'tenant.merged': tenantMerged,
    'meter.asked': meterAsked,
    'meter.settled': meterSettled,
    'account.removing': refusing(unpaid),
  },
  texts: invoiceTexts,
  holdings: invoiceHoldings,
  forget: forgetInvoices,
  closing: [owes, unpaid],
  without: {
    search: 'Open: an invoice is found in its list, by its code.',
    pending: 'Open: overdue invoices are figures of the home, not tasks.',
    personPage: 'Open: the page of a tenant leads to the tenancy, which shows the invoices.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
  },
};
