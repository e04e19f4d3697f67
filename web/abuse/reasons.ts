import type { AbuseReason } from '#contract/abuse/kinds.ts';
import { m } from '#words/messages.js';

/** Apart from the other names, since public pages load these. */
export const reasonNames: Readonly<Record<AbuseReason, () => string>> = {
  fake_listing: m.abuse_reason_fake_listing,
  wrong_photos: m.abuse_reason_wrong_photos,
  viewing_fee: m.abuse_reason_viewing_fee,
  already_let: m.abuse_reason_already_let,
  price_bait: m.abuse_reason_price_bait,
  discrimination: m.abuse_reason_discrimination,
  harassment: m.abuse_reason_harassment,
  double_deposit: m.abuse_reason_double_deposit,
  illegal_eviction: m.abuse_reason_illegal_eviction,
  spam: m.abuse_reason_spam,
  other: m.abuse_reason_other,
};
