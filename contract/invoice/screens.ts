import { companyRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';
import { m } from '#words/messages.js';

const needs = ['invoices', 'read'] as const;
const makes = ['invoices', 'create'] as const;
const tenancy = ['tenancy'] as const;
const lets = ['owner', 'agent'] as const;

/** Invoice screens: of all managed homes, of one tenancy, and of the tenant's own lease. */
export const invoiceScreens = screens({
  list: {
    title: m.invoices_title,
    at: 'tenancies/invoices',
    layouts: companyRoles,
    needs,
    view: 'invoice/list',
    menu: { group: 'tenancies', icon: 'FileInvoice', order: 30 },
  },
  detail: { title: m.invoices_one, at: 'tenancies/invoices/:invoice_id', layouts: companyRoles, needs, view: 'invoice/detail' },
  ofTenancy: { title: m.invoices_title, at: 'tenancies/:id/invoices', layouts: companyRoles, needs, view: 'invoice/of-tenancy' },
  create: {
    title: m.invoices_new,
    at: 'tenancies/:id/invoices/create_invoice',
    layouts: companyRoles,
    needs: makes,
    view: 'invoice/create',
  },
  correctRent: {
    title: m.invoices_rent_title,
    at: 'tenancies/:id/invoices/correct_rent',
    layouts: lets,
    needs: ['invoices', 'edit'],
    view: 'invoice/correct-rent',
    ours: true,
  },
  run: { title: m.invoices_run_title, at: 'tenancies/invoices/run', layouts: lets, needs: makes, view: 'invoice/run', ours: true },
  charge: { title: m.invoices_charge_title, at: 'tenancies/invoices/charge', layouts: lets, needs: makes, view: 'invoice/charge', ours: true },
  late: {
    title: m.invoices_late_title,
    at: 'tenancies/invoices/late_fees',
    layouts: lets,
    needs: ['invoices', 'edit'],
    view: 'invoice/late-fees',
    ours: true,
  },
  settings: {
    title: m.invoices_settings_title,
    at: 'tenancies/invoices/settings',
    layouts: lets,
    needs: ['invoices', 'edit'],
    view: 'invoice/settings',
    ours: true,
  },
  missing: { title: m.invoices_missing_title, at: 'tenancies/invoices/missing', layouts: companyRoles, needs, view: 'invoice/missing', ours: true },
  own: {
    title: m.invoices_own_title,
    at: 'invoices',
    layouts: tenancy,
    needs: 'signed-in',
    view: 'invoice/own-invoices',
    menu: { group: 'top', icon: 'FileInvoice', order: 4 },
  },
  ownOne: { title: m.invoices_one, at: 'invoices/:invoice_id/:invoice_code', layouts: tenancy, needs: 'signed-in', view: 'invoice/own-invoice' },
});
