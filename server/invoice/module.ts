import { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { rentCorrectionCalls } from '#contract/invoice/correction-calls.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { makeClosingGuard } from '#server/kernel/personal-data.ts';
import { onMeterQueryRaised, onMeterQuerySettled } from './acts.ts';
import { onPropertySold, onTenancyHandedOver } from './change-of-owner.ts';
import { onBookingApproved, onBookingReleased, onTenancyActivated, onTenancyCreated, onTenantMerged } from './event-handlers.ts';
import { invoiceJobHandlers, invoiceJobs } from './jobs.ts';
import { invoiceLookups } from './lookups.ts';
import { eraseInvoicePersonalData, invoiceDebtCheck, invoicePersonalData, uncollectedInvoicesCheck } from './personal-data.ts';
import { invoiceLedgerChecks } from './proofs.ts';
import { invoicePdfRoutes } from './runs/paper.ts';
import { invoiceScopes } from './scopes.ts';
import { invoiceActionService, invoiceRunService, invoiceService, rentCorrectionService } from './service.ts';
import { invoiceSources } from './sources.ts';
import { invoiceTexts } from './texts.ts';

export const invoiceModule: ServerModule = {
  lookups: invoiceLookups,
  sources: invoiceSources,
  scopes: invoiceScopes,
  readable: ['credit_note', 'invoice', 'invoice_line'],
  proofs: invoiceLedgerChecks,
  calls: { invoice: { ...invoiceCalls, ...invoiceActionCalls, ...rentCorrectionCalls, ...invoiceRunCalls } },
  routes: (services) => [
    ...serveCalls(invoiceCalls, invoiceService(services)),
    ...serveCalls(invoiceActionCalls, invoiceActionService(services)),
    ...serveCalls(rentCorrectionCalls, rentCorrectionService),
    ...serveCalls(invoiceRunCalls, invoiceRunService),
  ],
  http: (app, services) => invoicePdfRoutes(app, services),
  jobs: invoiceJobs,
  handlers: invoiceJobHandlers,
  eventHandlers: {
    'booking.approved': onBookingApproved,
    'booking.released': onBookingReleased,
    'tenancy.made': onTenancyCreated,
    'tenancy.activated': onTenancyActivated,
    'tenancy.handed_over': onTenancyHandedOver,
    'property.sold': onPropertySold,
    'tenant.merged': onTenantMerged,
    'meter.asked': onMeterQueryRaised,
    'meter.settled': onMeterQuerySettled,
    'account.removing': makeClosingGuard(uncollectedInvoicesCheck),
  },
  texts: invoiceTexts,
  personalData: invoicePersonalData,
  erasePersonalData: eraseInvoicePersonalData,
  closingChecks: [invoiceDebtCheck, uncollectedInvoicesCheck],
  withoutFeatures: {
    search: 'Open: an invoice is found by its code in the list of invoices.',
    pending: 'Open: the home page shows overdue invoices as figures, not as pending tasks.',
    personPage: 'Open: the page of a tenant links to the tenancy, which shows the invoices.',
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
  },
};
