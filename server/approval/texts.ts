import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

const withReason = (said: string, reason: string) => (reason ? m.approval_event_with_reason({ said, reason }) : said);

export const approvalTexts: Partial<EventTexts> = {
  'approval.asked': ({ what, code, reason, by }) => ({
    heading: m.approval_event_asked_heading({ code }),
    message: m.approval_event_asked_message({ by, what, reason }),
    button: m.approval_event_button(),
  }),
  'approval.approved': ({ what, code, reason, by }) => ({
    heading: m.approval_event_approved_heading({ code }),
    message: withReason(m.approval_event_approved_message({ by, what }), reason),
    button: m.approval_event_button(),
  }),
  'approval.rejected': ({ what, code, reason, by }) => ({
    heading: m.approval_event_rejected_heading({ code }),
    message: withReason(m.approval_event_rejected_message({ by, what }), reason),
    button: m.approval_event_button(),
  }),
  'approval.closed': ({ what, code, reason }) => ({
    heading: m.approval_event_closed_heading({ code }),
    message: m.approval_event_closed_message({ what, reason }),
    button: m.approval_event_button(),
  }),
  'approval.expired': ({ code, reason }) => ({
    heading: m.approval_event_expired_heading({ code }),
    message: m.approval_event_expired_message({ reason }),
    button: m.approval_event_button(),
  }),
};
