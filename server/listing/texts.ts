import { reasonText } from '#contract/audit/reasons.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const listingTexts: Partial<EventTexts> = {
  'listing.still': (p) => ({
    heading: m.listing_mail_still_heading(),
    message: m.listing_mail_still_message({ title: p.title }),
    button: m.listing_mail_still_button(),
  }),
  'listing.stale': (p) => ({ heading: m.listing_mail_stale_heading(), message: m.listing_mail_stale_message({ title: p.title }) }),
  'listing.live': (p) => ({ heading: m.listing_mail_live_heading(), message: m.listing_mail_live_message({ title: p.title }) }),
  'listing.paused': (p) => ({
    heading: m.listing_mail_paused_heading(),
    message: m.listing_mail_paused_message({ title: p.title, reason: reasonText(p.reason) }),
  }),
};
