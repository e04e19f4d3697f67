import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { bidFinancingLabels } from '#contract/bid/labels.ts';
import type { BidTurn } from '#contract/bid/shapes.ts';
import { type FinancingKind, financingKinds } from '#contract/bid/terms.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { prorateCents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import type { bindFields } from '#web/forms/bind.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Num = number | string;
export type BidTermsDraft = { amount: Num; deposit: Num; months: Num; start: string; financing: string; conditions: string };
/** The initial values of a first bid on a letting. */
export type BidStartValues = { readonly free_from: string; readonly min_term_months: number };
export const toBidTermsDraft = (turn: BidTurn | null, price: number, begins?: BidStartValues): BidTermsDraft => ({
  amount: toShillings(turn?.cents ?? price),
  deposit: turn?.deposit_cents ? toShillings(turn.deposit_cents) : '',
  months: turn?.term_months ?? (begins ? Math.max(12, begins.min_term_months) : ''),
  start: turn?.starts_on ?? begins?.free_from ?? '',
  financing: turn?.financing ?? '',
  conditions: turn?.conditions ?? '',
});
export const toBidTermsInput = (d: BidTermsDraft) => ({
  cents: typedAmountToCents(Number(d.amount) || 0),
  deposit_cents: d.deposit === '' ? null : typedAmountToCents(Number(d.deposit) || 0),
  term_months: Number(d.months) || null,
  starts_on: d.start || null,
  financing: (d.financing || null) as FinancingKind | null,
  conditions: d.conditions,
});
/** Maps a field of the call to a field of the form. */
export const bidTermFieldNames = { cents: 'amount', deposit_cents: 'deposit', term_months: 'months', starts_on: 'start' };
export const validateBidTerms =
  (listingType: number) =>
  (d: BidTermsDraft): Record<string, string> => ({
    ...(Number(d.amount) > 0 ? {} : { amount: m.bid_need_amount() }),
    ...(listingType === listingTypes.buy || d.start ? {} : { start: m.bid_need_start() }),
    ...(listingType === listingTypes.buy || Number(d.months) > 0 ? {} : { months: m.bid_need_term() }),
  });
/** The bid in whole percent of the price if it is so low that it may be a typing error; otherwise null. */
export const findSuspiciousBidPercent = (d: BidTermsDraft, price: number): number | null => {
  const percent = prorateCents(typedAmountToCents(Number(d.amount) || 0), 100, price);
  return Number(d.amount) > 0 && percent < 50 ? percent : null;
};

type Form = Pick<ReturnType<typeof bindFields<BidTermsDraft>>, 'field' | 'text'>;

/** The terms of a turn. A sale has no months, a letting no payment method. */
export function BidTermsFields({ form, listingType, freeFrom }: { form: Form; listingType: number; freeFrom?: string }) {
  const buys = listingType === listingTypes.buy;
  return (
    <>
      <MoneyInput {...form.field('amount')} label={buys ? m.bid_form_amount() : m.bid_form_amount_rent()} upTo="price" />
      <MoneyInput {...form.field('deposit')} label={`${m.bid_form_deposit()} ${m.shell_optional()}`} upTo="price" />
      {!buys && <NumberInput {...form.field('months')} label={m.bid_form_term()} min={1} max={1200} allowDecimal={false} />}
      {!buys && (
        <TextInput
          {...form.text('start')}
          type="date"
          label={m.bid_form_start()}
          {...(freeFrom ? { min: freeFrom, description: m.booking_free_from({ day: formatDate(freeFrom) }) } : {})}
        />
      )}
      {buys && (
        <NativeSelect
          {...form.text('financing')}
          label={m.bid_form_financing()}
          data={[{ value: '', label: m.bid_financing_none() }, ...financingKinds.map((f) => ({ value: f, label: bidFinancingLabels[f]() }))]}
        />
      )}
      <Textarea {...form.text('conditions')} label={`${m.bid_form_conditions()} ${m.shell_optional()}`} autosize minRows={2} maxLength={1000} />
    </>
  );
}
