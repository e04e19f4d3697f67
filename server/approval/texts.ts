import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

const decided = (what: string, reason: string) =>
  reason ? m.approval_event_decided_reason({ what, reason }) : m.approval_event_decided_message({ what });

export const approvalTexts: Partial<EventTexts> = {
  'approval.asked': ({ what, code, reason }) => ({
    heading: m.approval_event_asked_heading({ code }),
    message: m.approval_event_asked_message({ what, reason }),
    button: m.approval_event_button(),
  }),
  'approval.approved': ({ what, code, reason }) => ({
    heading: m.approval_event_approved_heading({ code }),
    message: decided(what, reason),
    button: m.approval_event_button(),
  }),
  'approval.rejected': ({ what, code, reason }) => ({
    heading: m.approval_event_rejected_heading({ code }),
    message: decided(what, reason),
    button: m.approval_event_button(),
  }),
  'approval.expired': ({ code, reason }) => ({
    heading: m.approval_event_expired_heading({ code }),
    message: m.approval_event_expired_message({ reason }),
    button: m.approval_event_button(),
  }),
};
