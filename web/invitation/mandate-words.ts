import type { InvitationMandate } from '#contract/invitation/calls.ts';
import { invitationMandateScopeLabels } from '#contract/invitation/labels.ts';
import { toPercent } from '#contract/money/cents.ts';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** In basis points; null without an agreed commission. */
export const formatInvitedCommission = (points: number | null): string | null =>
  points === null ? null : m.invitation_gives_percent({ percent: toPercent(points) });

/** The mandate of an invitation, in one line. */
export const formatInvitedMandate = ({ scope, all_properties, properties, ends_on, commission_bp }: InvitationMandate): string =>
  [
    invitationMandateScopeLabels[scope](),
    all_properties ? m.invitation_mandate_all() : properties.join(', '),
    ends_on && `${m.invitation_gives_until()} ${formatDate(ends_on)}`,
    formatInvitedCommission(commission_bp),
  ]
    .filter(Boolean)
    .join('. ');
