import { sql } from 'kysely';
import type { ExampleRowSeeder } from '#test/example-kinds.ts';

/** Rows of another company in every table of leasing, from the enquiry to the inspection. Its properties and units exist before. */
export const seedOtherCompanyLeasing: ExampleRowSeeder = async (services, { mark, people, companies }) => {
  const [owner, tenant] = [people.owner?.id ?? 0, people.tenant?.id ?? 0];
  const [company = 0] = companies;
  const { db } = services.database;
  const words = (what: string) => `${mark} ${what}`;
  const newest = (table: string) => sql`(select max(id) from ${sql.table(table)})`;
  const property = sql`(select max(id) from property where company_id = ${company})`;
  // A vacant unit of any module's seeds with its property, because the rows must fit each other.
  const { rows: free } = await sql<{ id: number; property_id: number }>`select u.id, u.property_id from unit u join property p on p.id = u.property_id
    where p.company_id = ${company} and not exists (select 1 from stay s where s.unit_id = u.id and s.released_at is null) order by u.id desc limit 1`.execute(
    db,
  );
  const { id: unit, property_id: home } = free[0] ?? { id: 0, property_id: 0 };
  const [listing, lead, booking, tenancy, party, application] = ['listing', 'lead', 'booking', 'tenancy', 'agreement_party', 'application'].map(
    newest,
  );
  const later = sql`now() + interval '1 day'`;
  const phone = '+254700000077';
  const rows = [
    sql`listing (property_id, listing_type, title, price_cents) values (${property}, 0, ${words('home')}, 100)`,
    sql`lead (company_id, listing_id, person_id, name, phone, message) values (${company}, ${listing}, ${tenant}, ${words('asker')}, ${phone}, ${words('question')})`,
    sql`tenant (company_id, person_id, name, phone) values (${company}, ${tenant}, ${words('tenant')}, ${phone})`,
    sql`tenant_note (company_id, tenant_id, author_id, body) values (${company}, ${newest('tenant')}, ${owner}, ${words('private')})`,
    sql`application (person_id, version, wrapped_key, sealed, usable_until, erase_at) values (${tenant}, 1, '\\x00', '\\x00', ${later}, ${later})`,
    sql`application_file (application_id, kind, name, mime, bytes, stored) values (${application}, 'identity', ${words('paper')}, 'application/pdf', 1, ${mark})`,
    sql`booking (company_id, property_id, unit_id, listing_id, lead_id, tenant_id, person_id, application_id, starts_on, term_months, bill, message, decide_by)
        values (${company}, ${home}, ${unit}, ${listing}, ${lead}, ${newest('tenant')}, ${tenant}, ${application}, '2030-02-01', 12, '{}', ${words('wish')}, ${later})`,
    sql`application_grant (application_id, booking_id, company_id, until) values (${application}, ${booking}, ${company}, ${later})`,
    sql`application_look (application_id, booking_id, company_id, person_id, what) values (${application}, ${booking}, ${company}, ${owner}, ${words('look')})`,
    sql`application_report (booking_id, application_id, person_id, body, until) values (${booking}, ${application}, ${tenant}, ${words('problem')}, ${later})`,
    sql`application_mark (application_id, booking_id, company_id, person_id, mark) values (${application}, ${booking}, ${company}, ${tenant}, '\\x00')`,
    sql`screening_check (booking_id, what, note) values (${booking}, 'income', ${words('payslip')})`,
    sql`tenancy (company_id, property_id, unit_id, booking_id, listing_type, starts_on, ends_on) values (${company}, ${home}, ${unit}, ${booking}, 0, '2030-02-01', '2031-01-31')`,
    sql`tenancy_person (tenancy_id, tenant_id, role, share_bp) values (${tenancy}, ${newest('tenant')}, 'lead', 10000)`,
    sql`tenancy_term (tenancy_id, during, rent_cents, why) values (${tenancy}, '[2030-02-01,2031-02-01)', 100, 'start')`,
    sql`tenancy_charge (tenancy_id, label, cents, during) values (${tenancy}, ${words('water')}, 100, '[2030-02-01,)')`,
    sql`tenancy_file (company_id, tenancy_id, kind, name) values (${company}, ${tenancy}, 'other', ${words('file')})`,
    sql`stay (company_id, property_id, unit_id, booking_id, tenancy_id, during) values (${company}, ${home}, ${unit}, ${booking}, ${tenancy}, '[2030-02-01,)')`,
    sql`agreement_template (company_id, name, kind, body) values (${company}, ${words('template')}, 'lease', '{}')`,
    sql`agreement (company_id, property_id, tenancy_id, kind, terms, message) values (${company}, ${home}, ${tenancy}, 'lease', '{}', ${words('lease')})`,
    sql`agreement_party (agreement_id, role, name, phone) values (${newest('agreement')}, 'tenant', ${words('signer')}, ${phone})`,
    sql`agreement_signature (party_id, kind, drawn, pdf_sha256, proved_by) values (${party}, 'typed', ${words('signature')}, '', 'sms')`,
    sql`agreement_event (agreement_id, what) values (${newest('agreement')}, ${words('event')})`,
    sql`tour_host (person_id, company_id) values (${owner}, ${company})`,
    sql`tour_day (host_id, company_id, day, note) values (${owner}, ${company}, '2030-01-01', ${words('day')})`,
    sql`viewing (company_id, property_id, listing_id, host_id, during, meeting) values (${company}, ${property}, ${listing}, ${owner}, '[2030-01-01 10:00+03,2030-01-01 10:30+03)', ${words('gate')})`,
    sql`tour (company_id, property_id, listing_id, viewing_id, host_id, lead_id, person_id, name, phone, starts_at, ends_at, lapse_at)
        values (${company}, ${property}, ${listing}, ${newest('viewing')}, ${owner}, ${lead}, ${tenant}, ${words('visitor')}, ${phone}, '2030-01-01 10:00+03', '2030-01-01 10:30+03', ${later})`,
    // The enquiry creates its conversation.
    sql`thread_message (thread_id, seq, client_key, member_id, body) values (${newest('thread')}, 2, gen_random_uuid(), ${newest('thread_member')}, ${words('said')})`,
    sql`bid (company_id, property_id, listing_id, person_id, expires_at, reason) values (${company}, ${property}, ${listing}, ${tenant}, ${later}, ${words('bid')})`,
    sql`bid_turn (bid_id, n, by_bidder, cents) values (${newest('bid')}, 1, true, 100)`,
    sql`sale_file (company_id, property_id, listing_id, bid_id, buyer_id, price_cents, reason) values (${company}, ${property}, ${listing}, ${newest('bid')}, ${tenant}, 100, ${words('sale')})`,
    sql`sale_step (sale_id, step, n, note) values (${newest('sale_file')}, 'reservation', 1, ${words('step')})`,
    sql`inspection_template (company_id, name, kinds, areas) values (${company}, ${words('form')}, '{routine}', '[]')`,
    sql`inspection (company_id, property_id, unit_id, tenancy_id, kind, areas, scheduled_at, reason) values (${company}, ${home}, ${unit}, ${tenancy}, 'routine', '[]', ${later}, ${words('inspection')})`,
    sql`inspection_answer (inspection_id, item, note) values (${newest('inspection')}, 'door', ${words('answer')})`,
    sql`inspection_photo (id, inspection_id, item, sha256) values (gen_random_uuid(), ${newest('inspection')}, 'door', ${'a'.repeat(64)})`,
    sql`inspection_op (id, inspection_id, device, seq, op, outcome) values (gen_random_uuid(), ${newest('inspection')}, ${words('phone')}, 1, '{}', 'done')`,
  ];
  for (const row of rows) await sql`insert into ${row}`.execute(db);
};
