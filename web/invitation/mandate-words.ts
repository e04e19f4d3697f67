import type { CarriedMandate } from '#contract/invitation/calls.ts';
import { mandateScopeWords } from '#contract/invitation/labels.ts';
import { toPercent } from '#contract/money/cents.ts';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** In basis points; null without an agreed commission. */
export const invitedCommissionText = (points: number | null): string | null =>
  points === null ? null : m.invitation_gives_percent({ percent: toPercent(points) });

/** The mandate of an invitation, in one line. */
export const invitedMandateText = ({ scope, all_properties, properties, ends_on, commission_bp }: CarriedMandate): string =>
  [
    mandateScopeWords[scope](),
    all_properties ? m.invitation_mandate_all() : properties.join(', '),
    ends_on && `${m.invitation_gives_until()} ${formatDate(ends_on)}`,
    invitedCommissionText(commission_bp),
  ]
    .filter(Boolean)
    .join('. ');
