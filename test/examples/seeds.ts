import { sql } from 'kysely';
import type { ExampleRowSeeder } from '#test/example-kinds.ts';
import { seedOtherCompanyInvoices } from './seeds-invoice.ts';
import { seedOtherCompanyLeasing } from './seeds-leasing.ts';

/**
 * A row of another company in every owned table, besides the rows that modules add. Records of Makao itself (a policy, a vacancy, a featured slot)
 * contain no mark, because they are not private.
 */
export const seedOtherCompanyRows: ExampleRowSeeder = async (services, { mark, region, people, companies }) => {
  const [owner, tenant, agent] = [people.owner?.id ?? 0, people.tenant?.id ?? 0, people.agent?.id ?? 0];
  const [company = 0, agents = 0] = companies;
  const words = (what: string) => `${mark} ${what}`;
  const newest = (table: string) => sql`(select max(id) from ${sql.table(table)})`;
  const [listing, offer, search, product] = ['listing', 'promotion', 'saved_search', 'featured_product'].map(newest);
  const day = sql`date '2030-01-01'`;
  const later = sql`now() + interval '1 day'`;
  const rows = [
    sql`listing (property_id, listing_type, title, price_cents) select max(id), 0, ${words('offer')}, 100 from property where company_id = ${company}`,
    sql`listing_day (listing_id, day) values (${listing}, ${day})`,
    sql`listing_price (listing_id, price_cents, price_period) values (${listing}, 100, 3)`,
    sql`listing_view (listing_id) values (${listing})`,
    sql`lead (company_id, listing_id, person_id, name, phone, message) values (${company}, ${listing}, ${tenant}, ${words('asker')}, '+254700000000', ${words('question')})`,
    sql`promotion (company_id, name, discount_type, starts_at, ends_at) values (${company}, ${words('promotion')}, 1, now(), ${later})`,
    sql`promotion_listing (promotion_id, listing_id) values (${offer}, ${listing})`,
    // A product for sale is visible to everyone.
    sql`featured_product (name, placement, day_cents, active) values ('Planted', 'home', 100, false)`,
    sql`featured_booking (product_id, listing_id, company_id, starts_on, ends_on, price_cents) values (${product}, ${listing}, ${company}, ${day}, ${day}, 100)`,
    sql`featured_shown (listing_id) values (${listing})`,
    sql`favourite (person_id, listing_id, price_cents, note) values (${tenant}, ${listing}, 100, ${words('note')})`,
    sql`saved_search (person_id, name, query, stop_key) values (${tenant}, ${words('search')}, ${mark}, ${words('key')})`,
    sql`saved_search_notified (search_id, listing_id) values (${search}, ${listing})`,
    sql`abuse_report (target, listing_id, reporter_key, reason, body, reporter_id, region) values ('listing', ${listing}, ${mark}, 'spam', ${words('report')}, ${tenant}, '001')`,
    sql`invitation (kind, inviter_id, company_id, email, key_hash, expires_at, message) values ('staff', ${owner}, ${company}, ${`${mark}-invited@makao.test`}, ${mark}, ${later}, ${words('welcome')})`,
    sql`property_check (property_id, what, way, note, checked_at) select max(id), 'exists', 'site', ${words('evidence')}, now() from property where company_id = ${company}`,
    sql`superadmin_request (person_id, act, reason, asked_by) values (${owner}, 'disable', ${words('asked')}, ${tenant})`,
    sql`company_connection (company_id, person_id) values (${company}, ${agent})`,
    sql`mandate (owner_company_id, agent_company_id, grants) values (${company}, ${agents}, '{property.read}') on conflict do nothing`,
    sql`mandate_property (mandate_id, property_id) select max(m.id), max(p.id) from mandate m join property p on p.company_id = m.owner_company_id where m.owner_company_id = ${company}`,
    sql`team_member (team_id, person_id) select max(id), ${people.staff?.id ?? 0} from team where company_id = ${company}`,
    sql`media_file (purpose, visibility, name, uploaded_by, company_id) values ('document', 'private', ${words('file')}, ${owner}, ${company})`,
    sql`media_variant (file_id, label, key, type, bytes) values (${newest('media_file')}, 'original', ${mark}, 'application/pdf', 1)`,
    sql`media_doubt (key) values (${mark})`,
    sql`media_item (property_id, media_type, url, caption) select max(id), 0, '/art/home/9.svg', ${words('second')} from property where company_id = ${company}`,
    sql`media_similar (item_id, other_id, distance) select max(id), min(id), 1 from media_item where id >= 500000`,
    sql`upload_session (person_id, property_id, media_type, name, size, expires_at) select ${owner}, max(id), 0, ${words('upload')}, 10, ${later} from property where company_id = ${company}`,
    sql`upload_part (session_id, at, key, bytes) values (${newest('upload_session')}, 0, ${words('part')}, 10)`,
    sql`move_log (subject, subject_id, move, from_state, to_state, actor_type, actor_id, reason) values ('listing', ${listing}, 'pause', 'live', 'paused', 'owner', ${owner}, ${words('why')})`,
    sql`notification (person_id, event, event_group, event_key, heading, message) values (${owner}, 'lead.new', 'lead', ${mark}, ${words('heading')}, ${words('message')})`,
    sql`notification_broadcast (heading, message, audience, people, created_by) values (${words('heading')}, ${words('message')}, '{}', 1, ${owner})`,
    sql`notification_delivery (key, event, channel, state, person_id, address) values (${mark}, 'lead.new', 'email', 'sent', ${owner}, ${words('address')})`,
    sql`notification_preference (person_id, event_group, channel, wanted) values (${owner}, 'lead', 'sms', false)`,
    sql`notification_setting (person_id) values (${owner})`,
    sql`one_time_link (kind, person_id, code_hash, email, expires_at) values ('reset_password', ${owner}, ${mark}, ${`${mark}@makao.test`}, ${later})`,
    sql`phone_code (phone, challenge, code_hash, expires_at) values ('+254700000009', 'a', ${mark}, ${later}) on conflict do nothing`,
    sql`person_device (person_id, agent_hash, agent) values (${owner}, ${mark}, ${words('device')})`,
    sql`person_passkey (person_id, public_key, credential_id, device_type, name) values (${owner}, ${mark}, ${mark}, 'singleDevice', ${words('passkey')})`,
    sql`person_profile (person_id, kind) values (${owner}, 'owner') on conflict do nothing`,
    sql`person_second_factor (person_id, secret) values (${owner}, ${mark})`,
    sql`policy (slug, user_type, kind, title, body, effective_from) values ('planted', 4, 'terms', 'Planted', 'Planted', ${day})`,
    sql`policy_version (policy_id, version, title, title_sw, body, body_sw, effective_from) values (${newest('policy')}, 1, 'Planted', '', 'Planted', '', ${day})`,
    sql`policy_consent (person_id, policy_id, version) values (${owner}, ${newest('policy')}, 1)`,
    sql`review_helpful (review_id, person_id) values (${newest('review')}, ${tenant})`,
    sql`review_score (review_id, item_id, score) values (${newest('review')}, (select min(id) from rating_item), 4)`,
    sql`buyer_rate (kind, starts_on, points, created_by) values ('legal', ${day}, 100, ${owner})`,
    // The support contact is public.
    sql`support_contact (email, updated_by) values ('support@makao.test', ${owner}) on conflict do nothing`,
    sql`vacancy (slug, title) values ('planted', 'Planted')`,
    sql`vacancy_application (vacancy_id, name, phone, cv_file_id) values (${newest('vacancy')}, ${words('applicant')}, '+254700000000', ${newest('media_file')})`,
    sql`verification (identifier, value, expires_at) values (${mark}, ${mark}, ${later})`,
  ];
  for (const row of rows) await sql`insert into ${row}`.execute(services.database.db);
  await seedOtherCompanyLeasing(services, { mark, region, people, companies });
  await seedOtherCompanyInvoices(services, { mark, region, people, companies });
};
