import type { CashDepositState } from '#contract/cash/kinds.ts';
import { cashDepositStateLabels } from '#contract/cash/labels.ts';
import { ToneBadge } from '#web/ui/status.tsx';

const tones = { declared: 'info', banked: 'good', withdrawn: 'neutral' } as const;
export const CashDepositBadge = ({ of }: { readonly of: CashDepositState }) => <ToneBadge tone={tones[of]}>{cashDepositStateLabels[of]()}</ToneBadge>;
