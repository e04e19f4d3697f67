import type { PaymentHead } from '#contract/payment/shapes.ts';
import { type Tone, ToneBadge } from '#web/ui/status.tsx';
import { matchNames, statusNames } from './words.ts';

const tones: Readonly<Record<PaymentHead['status'], Tone>> = {
  initiated: 'wait',
  pending: 'wait',
  completed: 'good',
  failed: 'bad',
  canceled: 'done',
  unknown: 'warn',
  timed_out: 'done',
  reversed: 'bad',
};

/** Where a payment stands; what arrived and belongs to nobody yet says so instead. */
export const PaymentBadge = ({ of: { status, match, purpose } }: { of: Pick<PaymentHead, 'status' | 'match' | 'purpose'> }) =>
  status === 'completed' && match !== 'matched' && purpose === 1 ? (
    <ToneBadge tone="warn">{matchNames[match]()}</ToneBadge>
  ) : (
    <ToneBadge tone={tones[status]}>{statusNames[status]()}</ToneBadge>
  );
