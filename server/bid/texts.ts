import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const bidTexts: Partial<EventTexts> = {
  'offer.new': (p) => ({ heading: m.bid_mail_new_heading({ name: p.name }), message: m.bid_mail_new({ ...p, day: formatLongDate(p.date) }) }),
  'offer.countered': (p) => ({
    heading: m.bid_mail_countered_heading({ amount: p.amount, day: formatLongDate(p.date) }),
    message: m.bid_mail_countered({ ...p, day: formatLongDate(p.date) }),
  }),
  'offer.accepted': (p) => ({ heading: m.bid_mail_accepted_heading(p), message: m.bid_mail_accepted(p) }),
  'offer.declined': (p) => ({ heading: m.bid_mail_declined_heading(p), message: m.bid_mail_declined(p) }),
  'offer.withdrawn': (p) => ({ heading: m.bid_mail_withdrawn_heading({ name: p.name }), message: m.bid_mail_withdrawn(p) }),
  'offer.agent_gone': (p) => ({ heading: m.bid_mail_agent_gone_heading({ company: p.company }), message: m.bid_mail_agent_gone(p) }),
  'offer.expired': (p) => ({ heading: m.bid_mail_expired_heading(p), message: m.bid_mail_expired(p) }),
};
