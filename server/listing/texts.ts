import { translateAuditReason } from '#contract/audit/reasons.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const listingTexts = withSmsTexts(
  {
    'listing.still': (p) => ({
      heading: m.listing_mail_still_heading(),
      message: m.listing_mail_still_message({ title: p.title }),
      button: m.listing_mail_still_button(),
    }),
    'listing.stale': (p) => ({
      heading: m.listing_mail_stale_heading({ title: p.title }),
      message: m.listing_mail_stale_message({ title: p.title }),
    }),
    'listing.live': (p) => ({ heading: m.listing_mail_live_heading({ title: p.title }), message: m.listing_mail_live_message({ title: p.title }) }),
    'listing.paused': (p) => ({
      heading: m.listing_mail_paused_heading({ title: p.title }),
      message: m.listing_mail_paused_message({ title: p.title, reason: translateAuditReason(p.reason) }),
    }),
  },
  {
    'listing.still': ({ title }) => m.listing_sms_still({ title }),
    'listing.live': ({ title }) => m.listing_sms_live({ title }),
  },
);
