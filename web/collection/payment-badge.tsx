import type { PaymentSummary } from '#contract/payment/shapes.ts';
import { getPaymentStatusLabel } from '#contract/payment/words.ts';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { paymentMatchNames } from './words.ts';

const tones: Readonly<Record<PaymentSummary['status'], StatusTone>> = {
  initiated: 'wait',
  pending: 'wait',
  completed: 'good',
  failed: 'bad',
  canceled: 'done',
  unknown: 'warn',
  timed_out: 'done',
  reversed: 'bad',
};

/** The status of a payment; for managers, "unallocated" is shown instead where it applies. */
export const PaymentStatusBadge = ({
  of: { status, match, purpose, how },
  own = false,
}: {
  of: Pick<PaymentSummary, 'status' | 'match' | 'purpose' | 'how'>;
  own?: boolean;
}) =>
  !own && status === 'completed' && match !== 'matched' && purpose === 1 ? (
    <ToneBadge tone={match === 'returned' ? 'done' : 'warn'}>{paymentMatchNames[match]()}</ToneBadge>
  ) : (
    <ToneBadge tone={tones[status]}>{getPaymentStatusLabel(status, how)}</ToneBadge>
  );
