import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const approvalTexts: Partial<EventTexts> = {
  'approval.asked': ({ who, code, reason }) => ({
    heading: m.approval_event_asked_heading({ code }),
    message: m.approval_event_asked_message({ what: who, reason }),
    button: m.approval_event_button(),
  }),
  'approval.decided': ({ who, code, outcome, reason }) => ({
    heading: outcome === 'approved' ? m.approval_event_approved_heading({ code }) : m.approval_event_rejected_heading({ code }),
    message: reason ? m.approval_event_decided_reason({ what: who, reason }) : m.approval_event_decided_message({ what: who }),
    button: m.approval_event_button(),
  }),
  'approval.expired': ({ code, reason }) => ({
    heading: m.approval_event_expired_heading({ code }),
    message: m.approval_event_expired_message({ reason }),
    button: m.approval_event_button(),
  }),
};
