import { m } from '#words/messages.js';

/** What people call the work that is promised by a change or brought about by time; test/rooms.test.ts looks for a name of every one. */
export const jobNames: Readonly<Record<string, () => string>> = {
  'audit.chain': m.jobs_name_audit_chain,
  'audit.verify': m.jobs_name_audit_verify,
  'careers.close': m.jobs_name_careers_close,
  'featured.turn': m.jobs_name_featured_turn,
  'finding.searches': m.jobs_name_finding_searches,
  'identity.anonymise': m.jobs_name_identity_anonymise,
  'identity.password_forgotten': m.jobs_name_identity_password_forgotten,
  'identity.sweep_links': m.jobs_name_identity_sweep_links,
  'invitation.close': m.jobs_name_invitation_close,
  'jobs.sweep': m.jobs_name_jobs_sweep,
  'listing.closed': m.jobs_name_listing_closed,
  'listing.published': m.jobs_name_listing_published,
  'listing.repriced': m.jobs_name_listing_repriced,
  'listing.stale': m.jobs_name_listing_stale,
  'listing.views': m.jobs_name_listing_views,
  'media.avif': m.jobs_name_media_avif,
  'media.sweep': m.jobs_name_media_sweep,
  'media.uploads': m.jobs_name_media_uploads,
  'notification.deliver': m.jobs_name_notification_deliver,
  'notification.digest': m.jobs_name_notification_digest,
  'notification.send': m.jobs_name_notification_send,
  'notification.send_due': m.jobs_name_notification_send_due,
  'notification.sweep': m.jobs_name_notification_sweep,
  'people.certificates': m.jobs_name_people_certificates,
  'policy.changed': m.jobs_name_policy_changed,
  'promotion.turn': m.jobs_name_promotion_turn,
  'property.expire': m.jobs_name_property_expire,
  'property.terms': m.jobs_name_property_terms,
  'review.rate_anew': m.jobs_name_review_rate_anew,
  'search.cards': m.jobs_name_search_cards,
  'staff.end': m.jobs_name_staff_end,
  'team.deleted': m.jobs_name_team_deleted,
  'throttle.sweep': m.jobs_name_throttle_sweep,
  'unit.moved': m.jobs_name_unit_moved,
  'vocabulary.changed': m.jobs_name_vocabulary_changed,
  'write_once.sweep': m.jobs_name_write_once_sweep,
};

/** One of an older version may have no name any more: its own says enough. */
export const jobName = (queue: string): string => jobNames[queue]?.() ?? queue;
