import { m } from '#words/messages.js';
import { getInvoiceLineKindLabel } from './line-names.ts';

type Params = Readonly<Record<string, string | number | null>>;
const text = (params: Params, name: string): string => String(params[name] ?? '');
/** A line without a name is named by its kind, in the reader's language. */
const whatOf = (params: Params): string => getInvoiceLineKindLabel(text(params, 'what'));
/** The parameters of most texts: purpose, unit, payment method and reference. */
const said = (params: Params) => ({ what: whatOf(params), home: text(params, 'home'), how: text(params, 'how'), code: text(params, 'code') });
/** For rent the unit is stored and the text is in the reader's language; otherwise the name of the purchase. */
const earnedOn = (params: Params) => {
  const home = text(params, 'home');
  return { who: text(params, 'who'), what: home === '' ? whatOf(params) : m.ledger_of_rent({ home }), code: text(params, 'code') };
};
const who = (params: Params) => ({ who: text(params, 'who'), code: text(params, 'code') });

/**
 * The kinds of journals, each with its text: `what` (Rent, March 2027), `home` (B4, Jacaranda Heights), `how` (M-Pesa SBK4…), `code` (of the
 * source), `who` (a company or person). Parameters are facts of that day.
 */
const journalKinds = {
  invoice_issued: (p: Params) => m.ledger_said_invoice_issued(said(p)),
  invoice_void: (p: Params) => m.ledger_said_invoice_void(said(p)),
  invoice_credited: (p: Params) => m.ledger_said_invoice_credited(said(p)),
  invoice_written_off: (p: Params) => m.ledger_said_invoice_written_off(said(p)),
  money_received: (p: Params) =>
    text(p, 'who') === ''
      ? m.ledger_said_money_came(said(p))
      : m.ledger_said_money_received({ who: text(p, 'who'), how: text(p, 'how'), code: text(p, 'code') }),
  money_allocated: (p: Params) => m.ledger_said_money_allocated(said(p)),
  money_unallocated: (p: Params) => m.ledger_said_money_unallocated(said(p)),
  money_over: (p: Params) => m.ledger_said_money_over(said(p)),
  credit_used: (p: Params) => m.ledger_said_credit_used(said(p)),
  money_reversed: (p: Params) => m.ledger_said_money_reversed({ how: text(p, 'how'), code: text(p, 'code') }),
  money_refunded: (p: Params) => m.ledger_said_money_refunded(who(p)),
  tenancy_active: (p: Params) => m.ledger_said_tenancy_active({ home: text(p, 'home'), code: text(p, 'code') }),
  tenancy_handed_over: (p: Params) =>
    m.ledger_said_tenancy_handed_over({ home: text(p, 'home'), code: text(p, 'code'), from: text(p, 'from'), to: text(p, 'to') }),
  commission: (p: Params) => m.ledger_said_commission(earnedOn(p)),
  commission_back: (p: Params) => m.ledger_said_commission_back(earnedOn(p)),
  payout_approved: (p: Params) => m.ledger_said_payout_approved(who(p)),
  payout_confirmed: (p: Params) => m.ledger_said_payout_confirmed({ who: text(p, 'who'), how: text(p, 'how'), code: text(p, 'code') }),
  payout_failed: (p: Params) => m.ledger_said_payout_failed({ who: text(p, 'who'), how: text(p, 'how'), code: text(p, 'code') }),
  payout_found: (p: Params) => m.ledger_said_payout_found({ who: text(p, 'who'), how: text(p, 'how'), code: text(p, 'code') }),
  payout_charge: (p: Params) => m.ledger_said_payout_charge(who(p)),
  deposit_used: (p: Params) => m.ledger_said_deposit_used(said(p)),
  deposit_returned: (p: Params) => m.ledger_said_deposit_returned(said(p)),
  funds_cleared: (p: Params) => m.ledger_said_funds_cleared({ what: whatOf(p), code: text(p, 'code') }),
  tax_remitted: (p: Params) => m.ledger_said_tax_remitted({ how: text(p, 'how'), code: text(p, 'code') }),
  swept: (p: Params) => m.ledger_said_swept({ how: text(p, 'how'), code: text(p, 'code') }),
  cash_banked: (p: Params) => m.ledger_said_cash_banked({ who: text(p, 'who'), how: text(p, 'how'), code: text(p, 'code') }),
  top_up: (p: Params) => m.ledger_said_top_up(who(p)),
  bought: (p: Params) => m.ledger_said_bought({ who: text(p, 'who'), what: whatOf(p), code: text(p, 'code') }),
  earned: (p: Params) => m.ledger_said_earned({ who: text(p, 'who'), what: whatOf(p), code: text(p, 'code') }),
  bought_back: (p: Params) => m.ledger_said_bought_back({ who: text(p, 'who'), what: whatOf(p), code: text(p, 'code') }),
  set_off: (p: Params) => m.ledger_said_set_off({ who: text(p, 'who') }),
  adjustment: (p: Params) => m.ledger_said_adjustment({ what: whatOf(p), code: text(p, 'code') }),
} as const satisfies Readonly<Record<string, (params: Params) => string>>;
export type JournalKind = keyof typeof journalKinds;
export const journalKindKeys = Object.keys(journalKinds) as [JournalKind, ...JournalKind[]];

export const formatJournalSentence = (kind: string, params: unknown): string => journalKinds[kind as JournalKind]?.(params as Params) ?? kind;
