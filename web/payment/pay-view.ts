import { kes, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** How a request to a phone stands, as the server says it. */
export type PayState = {
  readonly status: 'initiated' | 'pending' | 'unknown' | 'completed' | 'failed' | 'canceled' | 'timed_out' | 'reversed';
  /** Why it came to nothing, where M-Pesa said so. */
  readonly reason: string | null;
  readonly cents: number;
  /** As much of the number as its reader may see. */
  readonly phone: string;
  /** M-Pesa's own code, once the money is known to be there. */
  readonly receipt: string | null;
  readonly started_at: string;
};

export type PayView = {
  readonly tone: 'wait' | 'guard' | 'good' | 'bad';
  readonly title: string;
  readonly text: string;
  /** Paying again is safe: this one took nothing. */
  readonly again: boolean;
  /** Asked again after so long; null where nothing will change by waiting. */
  readonly next: number | null;
};

/** A prompt stands on a phone for about a minute; after that the answer comes from M-Pesa, not from a person. */
const promptMs = 90_000;
const often = 2_500;
const seldom = 10_000;

const failures: Readonly<Record<string, () => string>> = {
  no_balance: m.payments_pay_no_balance,
  wrong_pin: m.payments_pay_wrong_pin,
  unreachable: m.payments_pay_unreachable,
  busy: m.payments_pay_busy,
  limit: m.payments_pay_limit,
  timed_out: m.payments_pay_no_pin,
};

/** One clear sentence for every way a payment can stand. Never says paid before it is known, never failed while it is not. */
export function payView(state: PayState, now: number): PayView {
  const age = now - Date.parse(state.started_at);
  const sum = kes(state.cents);
  switch (state.status) {
    case 'initiated':
    case 'pending':
      return age < promptMs
        ? {
            tone: 'wait',
            title: m.payments_pay_wait_title(),
            text: m.payments_pay_wait_text({ sum, phone: phone(state.phone) }),
            again: false,
            next: often,
          }
        : { tone: 'guard', title: m.payments_pay_late_title(), text: m.payments_pay_late_text({ sum }), again: false, next: seldom };
    case 'unknown':
      return {
        tone: 'guard',
        title: m.payments_pay_unknown_title(),
        text: m.payments_pay_unknown_text({ sum }),
        again: false,
        next: age < promptMs ? often : seldom,
      };
    case 'completed':
      return {
        tone: 'good',
        title: m.payments_pay_done_title(),
        text: state.receipt ? m.payments_pay_done_receipt({ sum, receipt: state.receipt }) : m.payments_pay_done_text({ sum }),
        again: false,
        next: null,
      };
    case 'canceled':
      return { tone: 'bad', title: m.payments_pay_not_title(), text: m.payments_pay_stopped(), again: true, next: null };
    case 'timed_out':
      return { tone: 'bad', title: m.payments_pay_not_title(), text: m.payments_pay_timed_out(), again: true, next: null };
    case 'reversed':
      return { tone: 'guard', title: m.payments_pay_back_title(), text: m.payments_pay_back_text({ sum }), again: true, next: null };
    case 'failed':
      return {
        tone: 'bad',
        title: m.payments_pay_not_title(),
        text: (failures[state.reason ?? ''] ?? m.payments_pay_refused)(),
        again: true,
        next: null,
      };
  }
}

/** How much of the minute a prompt stands on the phone is over, for the bar. */
export const promptPart = (state: PayState, now: number): number => Math.min(1, Math.max(0, (now - Date.parse(state.started_at)) / 60_000));
