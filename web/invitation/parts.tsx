import type { InvitationSummary } from '#contract/invitation/calls.ts';
import { invitationMachine } from '#contract/invitation/machine.ts';
import { ApprovalStateBadge } from '#web/approval/parts.tsx';
import { phone } from '#web/ui/format.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const formatInvitedContact = (r: InvitationSummary): string =>
  r.email ?? (r.phone && phone(r.phone)) ?? (r.short_code ? m.invitation_by_code({ code: r.short_code }) : (r.accepted_by ?? r.code));

export const InvitationStatusBadge = ({ of }: { of: Pick<InvitationSummary, 'status' | 'awaits_approval'> }) =>
  of.awaits_approval && of.status === 'pending' ? (
    <ApprovalStateBadge of="asked" />
  ) : (
    <StatusBadge set="invitation" value={invitationMachine.states[of.status] as number} />
  );
