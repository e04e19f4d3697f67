import { translateAuditReason } from '#contract/audit/reasons.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const propertyTexts: Partial<EventTexts> = {
  'property.to_verify': (p) => ({
    heading: m.mail_property_to_verify_heading({ property: p.property }),
    message: m.mail_property_to_verify_message({ property: p.property }),
  }),
  'verification.passed': (p) => ({
    heading: m.mail_property_verified_heading({ property: p.property }),
    message: m.mail_property_verified_message({ property: p.property }),
  }),
  'verification.failed': (p) => ({
    heading: m.mail_property_rejected_heading({ property: p.property }),
    message: m.mail_property_rejected_message({ property: p.property, reason: translateAuditReason(p.reason) }),
  }),
  'property.expired': (p) => ({
    heading: m.mail_property_expired_heading({ property: p.property }),
    message: m.mail_property_expired_message({ property: p.property }),
  }),
  'property.stalled': (p) => ({
    heading: m.mail_property_stalled_heading({ property: p.property }),
    message: m.mail_property_stalled_message({ property: p.property, reason: translateAuditReason(p.reason) }),
  }),
  'property.released': (p) => ({
    heading: m.mail_property_released_heading({ property: p.property }),
    message: m.mail_property_released_message({ property: p.property, reason: translateAuditReason(p.reason) }),
  }),
  'property.transferred': (p) => ({
    heading: m.mail_property_transferred_heading({ property: p.property }),
    message: m.mail_property_transferred_message({ property: p.property, from: p.from, to: p.to }),
  }),
};
