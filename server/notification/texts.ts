import type { CredentialChange } from '#contract/identity/links.ts';
import type { EventName } from '#contract/notification/events.ts';
import { m } from '#words/messages.js';

const credentialChanges: Record<CredentialChange, () => string> = {
  second_step_on: m.mail_credentials_second_step_on,
  second_step_off: m.mail_credentials_second_step_off,
  passkey_added: m.mail_credentials_passkey_added,
  passkey_removed: m.mail_credentials_passkey_removed,
  google_linked: m.mail_credentials_google_linked,
};

export type Params = Readonly<Record<string, string | number>>;
/** `link` is the address of the button in a mail; the SMS carries it at its end. */
export type Text = { readonly heading: string; readonly message: string; readonly button?: string };
type Write = (p: Record<string, string>) => Text;

/** What an event says, in the language in force. A new event without words does not compile. */
export const texts: Readonly<Record<EventName, Write>> = {
  'account.verify_email': (p) => ({
    heading: m.mail_verify_heading(),
    message: m.mail_verify_message({ name: p.name ?? '' }),
    button: m.mail_verify_button(),
  }),
  'account.reset_password': (p) => ({
    heading: m.mail_reset_heading(),
    message: m.mail_reset_message({ name: p.name ?? '' }),
    button: m.mail_reset_button(),
  }),
  'account.passwordless_link': (p) => ({
    heading: m.mail_passwordless_heading(),
    message: m.mail_passwordless_message({ name: p.name ?? '' }),
    button: m.mail_passwordless_button(),
  }),
  'jobs.dead': (p) => ({
    heading: m.mail_jobs_dead_heading({ queue: p.queue ?? '' }),
    message: m.mail_jobs_dead_message({ problem: p.problem ?? '' }),
    button: m.mail_jobs_dead_button(),
  }),
  'account.app_link': () => ({ heading: m.mail_app_link_heading(), message: m.mail_app_link_message(), button: m.mail_app_link_button() }),
  'security.password_changed': () => ({ heading: m.mail_password_changed_heading(), message: m.mail_password_changed_message() }),
  'security.credentials_changed': (p) => ({
    heading: m.mail_credentials_heading(),
    message: m.mail_credentials_message({ what: credentialChanges[p.what as CredentialChange]?.() ?? '' }),
  }),
  'security.new_device': (p) => ({
    heading: m.mail_new_device_heading(),
    message: m.mail_new_device_message({ agent: p.agent ?? '', ip: p.ip ?? '' }),
  }),
  'security.role_changed': (p) => ({ heading: m.mail_role_changed_heading(), message: m.mail_role_changed_message({ role: p.role ?? '' }) }),
  'security.looked_at': (p) => ({
    heading: m.mail_looked_at_heading(),
    message: m.mail_looked_at_message({ name: p.name ?? '', reason: p.reason ?? '' }),
  }),
  'account.status_changed': (p) => ({
    heading: m.mail_status_heading(),
    message: m.mail_status_message({ status: p.status ?? '', reason: p.reason ?? '' }),
  }),
  'account.closing': (p) => ({ heading: m.mail_closing_heading(), message: m.mail_closing_message({ date: p.date ?? '' }) }),
  'invite.sent': (p) => ({
    heading: m.mail_invite_heading({ inviter: p.inviter ?? '' }),
    message: m.mail_invite_message({ inviter: p.inviter ?? '', what: p.what ?? '' }),
    button: m.mail_invite_button(),
  }),
  'invite.accepted': (p) => ({ heading: m.mail_invite_accepted_heading(), message: m.mail_invite_accepted_message({ name: p.name ?? '' }) }),
  'invite.revoked': (p) => ({ heading: m.mail_invite_revoked_heading(), message: m.mail_invite_revoked_message({ inviter: p.inviter ?? '' }) }),
  'policy.published': (p) => ({ heading: m.mail_policy_heading(), message: m.mail_policy_message({ title: p.title ?? '' }) }),
  'search.match': (p) => ({
    heading: m.mail_search_heading({ name: p.name ?? '' }),
    message: m.mail_search_message({ count: p.count ?? '', title: p.title ?? '', place: p.place ?? '', price: p.price ?? '', stop: p.stop ?? '' }),
    button: m.mail_search_button(),
  }),
  'favourite.price': (p) => ({
    heading: m.mail_favourite_price_heading(),
    message: m.mail_favourite_price_message({ title: p.title ?? '', from: p.from ?? '', to: p.to ?? '' }),
    button: m.mail_favourite_button(),
  }),
  'favourite.taken': (p) => ({
    heading: m.mail_favourite_taken_heading(),
    message: m.mail_favourite_taken_message({ title: p.title ?? '' }),
    button: m.mail_favourite_button(),
  }),
  'abuse.new': (p) => ({
    heading: m.mail_abuse_new_heading(),
    message: m.mail_abuse_new_message({ code: p.code ?? '' }),
    button: m.mail_abuse_button(),
  }),
  'abuse.outcome': (p) => ({
    heading: m.mail_abuse_outcome_heading(),
    message: (p.outcome === 'not_upheld' ? m.mail_abuse_outcome_no : m.mail_abuse_outcome_yes)({ code: p.code ?? '', subject: p.subject ?? '' }),
  }),
  'review.new': (p) => ({
    heading: m.mail_review_new_heading(),
    message: m.mail_review_new_message({ subject: p.subject ?? '', score: p.score ?? '' }),
  }),
  'review.safety': (p) => ({
    heading: m.mail_review_safety_heading(),
    message: m.mail_review_safety_message({ subject: p.subject ?? '', questions: p.questions ?? '' }),
    button: m.mail_review_button(),
  }),
  'review.reply': (p) => ({ heading: m.mail_review_reply_heading(), message: m.mail_review_reply_message({ subject: p.subject ?? '' }) }),
  'review.hidden': (p) => ({
    heading: m.mail_review_hidden_heading(),
    message: m.mail_review_hidden_message({ subject: p.subject ?? '', reason: p.reason ?? '' }),
    button: m.mail_review_button(),
  }),
  'listing.still': (p) => ({
    heading: m.listing_mail_still_heading(),
    message: m.listing_mail_still_message({ title: p.title ?? '' }),
    button: m.listing_mail_still_button(),
  }),
  'listing.stale': (p) => ({ heading: m.listing_mail_stale_heading(), message: m.listing_mail_stale_message({ title: p.title ?? '' }) }),
  'listing.paused': (p) => ({
    heading: m.listing_mail_paused_heading(),
    message: m.listing_mail_paused_message({ title: p.title ?? '', reason: p.reason ?? '' }),
  }),
  'featured.started': (p) => ({
    heading: m.mail_featured_started_heading(),
    message: m.mail_featured_started_message({ title: p.title ?? '', place: p.place ?? '', date: p.date ?? '' }),
    button: m.mail_featured_button(),
  }),
  'featured.ended': (p) => ({
    heading: m.mail_featured_ended_heading(),
    message: m.mail_featured_ended_message({ title: p.title ?? '', place: p.place ?? '', date: p.date ?? '' }),
    button: m.mail_featured_button(),
  }),
  'lead.new': (p) => ({
    heading: m.lead_mail_new_heading({ name: p.name ?? '' }),
    message: m.lead_mail_new_message({ name: p.name ?? '', phone: p.phone ?? '', title: p.title ?? '', message: p.message ?? '' }),
  }),
  'lead.assigned': (p) => ({
    heading: m.lead_mail_assigned_heading(),
    message: m.lead_mail_assigned_message({ name: p.name ?? '', phone: p.phone ?? '' }),
  }),
  'property.to_verify': (p) => ({
    heading: m.mail_property_to_verify_heading(),
    message: m.mail_property_to_verify_message({ property: p.property ?? '' }),
  }),
  'property.verified': (p) => ({
    heading: m.mail_property_verified_heading(),
    message: m.mail_property_verified_message({ property: p.property ?? '' }),
  }),
  'property.rejected': (p) => ({
    heading: m.mail_property_rejected_heading(),
    message: m.mail_property_rejected_message({ property: p.property ?? '', reason: p.reason ?? '' }),
  }),
  'property.expired': (p) => ({
    heading: m.mail_property_expired_heading(),
    message: m.mail_property_expired_message({ property: p.property ?? '' }),
  }),
  'property.stalled': (p) => ({
    heading: m.mail_property_stalled_heading(),
    message: m.mail_property_stalled_message({ property: p.property ?? '', reason: p.reason ?? '' }),
  }),
  'property.released': (p) => ({
    heading: m.mail_property_released_heading(),
    message: m.mail_property_released_message({ property: p.property ?? '', reason: p.reason ?? '' }),
  }),
  'property.transferred': (p) => ({
    heading: m.mail_property_transferred_heading(),
    message: m.mail_property_transferred_message({ property: p.property ?? '', from: p.from ?? '', to: p.to ?? '' }),
  }),
  'mandate.made': (p) => ({ heading: m.mail_mandate_made_heading(), message: m.mail_mandate_made_message({ owner: p.owner ?? '' }) }),
  'mandate.changed': (p) => ({ heading: m.mail_mandate_changed_heading(), message: m.mail_mandate_changed_message({ owner: p.owner ?? '' }) }),
  'mandate.ended': (p) => ({ heading: m.mail_mandate_ended_heading(), message: m.mail_mandate_ended_message({ owner: p.owner ?? '' }) }),
  'message.broadcast': (p) => ({ heading: p.heading ?? '', message: p.message ?? '' }),
  'message.digest': (p) => ({ heading: m.mail_digest_heading({ count: Number(p.count) }), message: m.mail_digest_message() }),
  'message.test': () => ({ heading: m.mail_test_heading(), message: m.mail_test_message() }),
};
