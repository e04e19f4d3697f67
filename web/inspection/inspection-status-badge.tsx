import type { InspectionSummary } from '#contract/inspection/calls.ts';
import { StatusBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** The status of an inspection, or the outcome of a completed verification. */
export const InspectionStatusBadge = ({ one: { status, outcome } }: { one: Pick<InspectionSummary, 'status' | 'outcome'> }) =>
  outcome ? (
    <ToneBadge tone={outcome === 'verified' ? 'good' : 'bad'}>
      {outcome === 'verified' ? m.inspection_outcome_verified() : m.inspection_outcome_rejected()}
    </ToneBadge>
  ) : (
    <StatusBadge set="inspection" value={status} />
  );
