import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { invoiceMachine } from './machine.ts';
import { invoicePublicScreens } from './public.ts';
import { invoiceScreens } from './screens.ts';

type About = { home: string; code: string };
type Asked = About & { sum: string };
/** `share`: the reader's own part of the amount where several people pay. */
type Dated = Asked & { day: string; share?: string };
const told = { group: 'invoice', channels: ['app', 'email', 'sms'] } as const;
/** This message is binding: it has a deadline by which the reader must act. */
const binding = { ...told, binds: true } as const;

export const invoiceModule = defineModule({
  screens: { ...invoicePublicScreens, ...invoiceScreens },
  machines: [invoiceMachine],
  groups: { invoice: m.invoice_group },
  events: {
    /** `credit`: tenant credit that is already deducted from the `total`. */
    'invoice.issued': { ...binding, params: definePayload<Dated & { total?: string; credit?: string }>() },
    'invoice.due_soon': { ...binding, params: definePayload<Dated>() },
    'invoice.due': { ...binding, type: 'warning', params: definePayload<Dated>() },
    'invoice.overdue': { ...binding, type: 'warning', params: definePayload<Dated & { days: string }>() },
    /** `late`: the code of the overdue invoice. `credit`: tenant credit used for the fee; `left`: the balance due after that. */
    'invoice.late_fee': { ...told, type: 'warning', params: definePayload<Asked & { late: string; credit?: string; left?: string }>() },
    'invoice.credit': { ...told, type: 'success', params: definePayload<Asked>() },
    /**
     * Sent to the leaders of the company that earns the rent, and to its agent: paid money was credited back to the tenant, with the person and the
     * reason.
     */
    'invoice.given_back': {
      group: 'invoice',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<Asked & { who: string; reason: string }>(),
    },
    'invoice.void': { ...told, params: definePayload<About>() },
    /** Sent to the managers of the home when a payer disputes the invoice. */
    'invoice.disputed': { group: 'invoice', channels: ['app', 'email'], type: 'warning', params: definePayload<About & { reason: string }>() },
    'invoice.dispute_over': { ...told, params: definePayload<About & { outcome: string }>() },
    /** Sent to payers and managers: the deposit is paid and held until the tenancy ends. */
    'deposit.held': { ...told, type: 'success', params: definePayload<Asked>() },
    /** The invoice was fully paid from tenant credit. A payment sends its own receipt. */
    receipt: { ...told, money: true, type: 'success', params: definePayload<Asked & { how: string }>() },
  },
  topics: {
    /** Processes the next chunks of an invoice run. */
    'invoice.run': definePayload<{ runId: number }>(),
    /** Voids the next invoices of a run. */
    'invoice.void_run': definePayload<{ runId: number }>(),
    /** These invoices were issued together: notifies payers and uses their tenant credit. */
    'invoice.issued': definePayload<{ ids: readonly number[] }>(),
  },
});
