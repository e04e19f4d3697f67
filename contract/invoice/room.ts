import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { invoiceMachine } from './machine.ts';
import { invoicePublic } from './public.ts';
import { invoiceScreens } from './screens.ts';

type About = { home: string; code: string };
type Asked = About & { sum: string };
/** `share`: what of the sum is the reader's own, of several who pay. */
type Dated = Asked & { day: string; share?: string };
const told = { group: 'invoice', channels: ['app', 'email', 'sms'] } as const;
/** It has a day by which something is to be done. */
const binding = { ...told, binds: true } as const;

export const invoiceRoom = room({
  screens: { ...invoicePublic, ...invoiceScreens },
  machines: [invoiceMachine],
  groups: { invoice: m.invoice_group },
  events: {
    /** `credit`: what the tenant had over and is taken off the `total` already. */
    'invoice.issued': { ...binding, params: payload<Dated & { total?: string; credit?: string }>() },
    'invoice.due_soon': { ...binding, params: payload<Dated>() },
    'invoice.due': { ...binding, type: 'warning', params: payload<Dated>() },
    'invoice.overdue': { ...binding, type: 'warning', params: payload<Dated & { days: string }>() },
    /** `late`: the code of the invoice that is overdue. `credit`: what the tenant had over and is taken for it; `left`: what is still to pay then. */
    'invoice.late_fee': { ...told, type: 'warning', params: payload<Asked & { late: string; credit?: string; left?: string }>() },
    'invoice.credit': { ...told, type: 'success', params: payload<Asked>() },
    /** To who leads the company whose rent it was, and its agent: what had been paid was given back, by whom and why. */
    'invoice.given_back': {
      ...{ group: 'invoice', channels: ['app', 'email'], type: 'warning' },
      params: payload<Asked & { who: string; reason: string }>(),
    },
    'invoice.void': { ...told, params: payload<About>() },
    /** To who manages the home: who pays says that it is not right. */
    'invoice.disputed': { group: 'invoice', channels: ['app', 'email'], type: 'warning', params: payload<About & { reason: string }>() },
    'invoice.dispute_over': { ...told, params: payload<About & { outcome: string }>() },
    /** To who pays and to who manages the home: the deposit is here, and kept until the tenancy ends. */
    'deposit.held': { ...told, type: 'success', params: payload<Asked>() },
    /** All of it is paid, by what the tenant had over: money that comes tells its own receipt. */
    receipt: { ...told, money: true, type: 'success', params: payload<Asked & { how: string }>() },
  },
  topics: {
    /** A run goes on, chunk by chunk. */
    'invoice.run': payload<{ runId: number }>(),
    /** These were issued together: who pays is told, and what they had over put to them. */
    'invoice.issued': payload<{ ids: readonly number[] }>(),
  },
});
