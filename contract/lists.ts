/**
 * The features of every long list, by the address of its call: tabs by state with counts, filters by day, bulk actions; or the reason why a feature
 * is missing. `test/rules/lists.test.ts` fails for a list that is not here, and `test/lists.db.test.ts` requests each list.
 */
export type ListDeclaration = {
  /** The filter of the tabs, which selects a state. */
  readonly tabs: string | UnsupportedFilter;
  /** The filters from a day and to a day. */
  readonly days: readonly [string, string] | UnsupportedFilter;
  /** The addresses of the calls for each selected row, or of the one call for all selected rows. */
  readonly acts: readonly `/api/${string}`[] | UnsupportedFilter;
  /** A list with rows of many companies: each row names its company and county, and both are filters. */
  readonly held?: true;
};
export type UnsupportedFilter = { readonly none: string };

const none = (why: string): UnsupportedFilter => ({ none: why });
const nothing = (why: string): ListDeclaration => ({ tabs: none(why), days: none(why), acts: none(why) });
const days = ['day_from', 'day_to'] as const;
const account = '/api/v2/accounts';
const judged = `${account}/user/change_owner_agent_dealer_status/` as const;
const signsIn = `${account}/user/change_user_status/` as const;
const joined = ['joined_from', 'joined_to'] as const;
const approved: ListDeclaration = { tabs: 'verified_status', days: joined, acts: [judged, signsIn] };
const people: ListDeclaration = { tabs: 'is_active', days: joined, acts: [signsIn] };

const choices = nothing('The rows are names to choose from and require no action.');
const own = nothing('The list has few rows of one person or company, each with its own actions.');
const past = nothing('The list is the history of one record, newest first. It has no states and no actions.');
const vocabulary = nothing('The vocabulary has few terms in a fixed order, and each is edited individually.');
const told = nothing('The list is shown to anyone on a public page.');

export const declaredLists: Readonly<Record<string, ListDeclaration>> = {
  '/api/v2/commission/all_commissions/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('Each commission is calculated by a rule and has no actions.'),
  },
  '/api/v2/commission/all_rules/': nothing('There are few rules, and each is edited individually with a preview of its result.'),
  '/api/v2/accounting/worksheets/': { tabs: 'status', days, acts: none('Each worksheet is read before it is signed.') },
  '/api/v2/accounting/certificates/': { tabs: none('A certificate has no state.'), days, acts: none('A certificate does not change.') },
  '/api/v2/approval/requests/': { tabs: 'status', days, acts: none('Each request is read before it is approved.') },
  '/api/v2/wallet/all_wallets/': {
    held: true,
    tabs: 'status',
    days: none('A wallet shows the current balance and has no date.'),
    acts: none('Freezing a wallet requires an individual reason for its company.'),
  },
  '/api/v2/wallet/entries/': { tabs: none('A wallet entry has no state.'), days, acts: none('Ledger entries never change.') },
  '/api/v2/wallet/deposits/': nothing('The list shows the deposits held now. Each is settled in its tenancy.'),
  '/api/v2/wallet/payouts/': { tabs: 'status', days, acts: none('Each withdrawal is cancelled individually.') },
  '/api/v2/settlement/all_payments/': { held: true, tabs: 'status', days, acts: none('Each amount is checked before it is approved.') },
  '/api/v2/settlement/bank_files/': nothing('Each bank file is downloaded individually.'),
  '/api/v2/settlement/unit_statement/': nothing('The list shows the totals of one month by unit.'),
  '/api/v2/settlement/month_statement/': nothing('The list shows the totals of one month by unit.'),
  '/api/v2/settlement/payment_lines/': nothing('The list shows the ledger entries of one payout.'),
  '/api/v2/settlement/all_transactions/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('The provider sets the status of a transfer. Errors are resolved in the list of payout errors.'),
  },
  '/api/v2/settlement/all_errors/': { held: true, tabs: 'status', days, acts: none('Each payout error has its own resolution.') },
  '/api/v2/revenue/all_revenue/': { tabs: 'source', days, acts: none('Ledger entries never change.') },
  '/api/v2/property/all_properties/': {
    tabs: 'status',
    days,
    acts: none('Verification requires evidence of each property, and archiving shows the affected records first.'),
  },
  '/api/v2/property/owner_companies/': choices,
  '/api/v2/unit/fetch_units/': { held: true, tabs: 'status', days, acts: ['/api/v2/unit/change_units/'] },
  '/api/v2/listing/all_listings/': { held: true, tabs: 'status', days, acts: ['/api/v2/listing/change_listings/'] },
  '/api/v2/agents/offers/': { tabs: 'status', days, acts: ['/api/v2/agents/reassign/'] },
  '/api/v2/agents/reviews/': told,
  '/api/v2/lead/all_leads/': {
    held: true,
    tabs: 'status',
    days: ['came_from', 'came_to'],
    acts: ['/api/v2/lead/update_lead/', '/api/v2/lead/change_lead_status/'],
  },
  '/api/v2/agreement/all_agreements/': {
    tabs: 'status',
    days: none('Rows are sorted newest first, and a tab shows pending agreements.'),
    acts: none('Each agreement is opened and read before an action.'),
  },
  '/api/v2/agreement/all_templates/': own,
  '/api/v2/tenancy/all_tenancies/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('Each action shows its consequences before it is confirmed.'),
  },
  '/api/v2/payment/all_payments/': { held: true, tabs: 'status', days, acts: none('Each payment is allocated individually.') },
  '/api/v2/payment/my_payments/': own,
  '/api/v2/payment/arrivals/': { tabs: 'state', days, acts: none('Each event is checked before it is processed again.') },
  '/api/v2/payment/doubts/': nothing('There are few payment exceptions, open ones first, and each needs its own decision.'),
  '/api/v2/payment/cash_deposits/': { tabs: 'status', days, acts: none('Each deposit is compared with its slip and the bank.') },
  '/api/v2/payment/tax_remittances/': nothing('There are few tax payments, newest first, and none changes after it is approved.'),
  '/api/v2/payment/cash_moves/': nothing('There are few cash moves, newest first, and each needs its own decision.'),
  '/api/v2/payment/refunds/': { tabs: 'status', days, acts: none('A second approver decides on each refund.') },
  '/api/v2/payment/statements/': nothing('There are few statements, newest first, and each is checked before its import.'),
  '/api/v2/payment/statement_lines/': nothing('The list shows the lines of one file in their original order.'),
  '/api/v2/tenancy/my_tenancies/': own,
  '/api/v2/ledger/all_journals/': {
    tabs: none('A journal has no states, because it is posted at once.'),
    days,
    acts: none('Posted journals never change.'),
  },
  '/api/v2/ledger/account_entries/': nothing('The list shows the entries of one account in one period, and entries never change.'),
  '/api/v2/ledger/all_periods/': nothing('Each row is a month, and months are closed one by one in order.'),
  '/api/v2/ledger/all_proofs/': past,
  '/api/v2/ledger/all_books/': nothing('Companies are sorted by name, and each needs its own decision and reason.'),
  '/api/v2/invoice/all_invoices/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('Bulk work is an invoice run, a charge or a reminder. Other actions need the opened invoice.'),
  },
  '/api/v2/invoice/my_invoices/': own,
  '/api/v2/invoice/tenancy_invoices/': nothing('The list shows the invoices of one tenancy, newest first. Actions need the opened invoice.'),
  '/api/v2/invoice/missing_invoices/': nothing('The list previews the invoice run of a month, which issues all invoices at once.'),
  '/api/v2/invoice/preview_run/': nothing('The list previews an invoice run, which is confirmed as a whole.'),
  '/api/v2/invoice/all_runs/': past,
  '/api/v2/tenant/all_tenants/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('The status of a tenant follows from the tenancies, and each merge needs its own decision.'),
  },
  '/api/v2/tenant/notes/': past,
  '/api/v2/bids/all_bids/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('Each bid is compared with the others, and its action shows the consequences first.'),
  },
  '/api/v2/bids/my_bids/': own,
  '/api/v2/bids/all_sales/': { held: true, tabs: 'status', days, acts: none('Each sale has its own steps and documents.') },
  '/api/v2/thread/my_threads/': nothing('The list shows the reader’s own conversations, latest first. Each is opened to be read.'),
  '/api/v2/booking/all_bookings/': { held: true, tabs: 'status', days, acts: none('Each booking is reviewed and decided individually.') },
  '/api/v2/booking/my_bookings/': own,
  '/api/v2/tour/all_tours/': { held: true, tabs: 'status', days, acts: none('Each tour has its own visitor, who is notified individually.') },
  '/api/v2/tour/my_tours/': own,
  '/api/v2/inspection/all_inspections/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('Each inspection is carried out on site.'),
  },
  '/api/v2/inspection/my_inspections/': own,
  '/api/v2/meter/meters/': {
    tabs: 'status',
    days: none('The list shows the meters of one property, and the installation date is a column.'),
    acts: none('Each meter is replaced or archived individually with its final reading.'),
  },
  '/api/v2/meter/readings/': {
    tabs: 'state',
    days: none('The list shows one month, which its address contains.'),
    acts: none('Each reading is taken from its meter, and the month is locked as a whole.'),
  },
  '/api/v2/meter/history/': past,
  '/api/v2/meter/purchases/': {
    tabs: none('A supply entry has no states.'),
    days,
    acts: none('Each supply entry is recorded from its own bill.'),
  },
  '/api/v2/meter/my_readings/': own,
  '/api/v2/meter/queries/': {
    tabs: 'status',
    days: none('Open queries are listed first and answered within days.'),
    acts: none('Each query needs an individual answer to the tenant.'),
  },
  '/api/v2/lead/with_agents/': nothing('The list is read-only, because the agent handles these enquiries.'),
  [`${account}/user/fetch_users/`]: approved,
  [`${account}/dealer/fetch_dealers/`]: approved,
  [`${account}/owner/fetch_owners/`]: approved,
  [`${account}/agent/fetch_agents/`]: approved,
  [`${account}/admin/fetch_admins/`]: people,
  [`${account}/sub_admin/fetch_sub_admins/`]: people,
  [`${account}/tenant/fetch_tenants/`]: people,
  [`${account}/super_admin/fetch_super_admins/`]: { ...people, acts: none('Each action on a super admin needs two super admins.') },
  '/api/v2/access/staff/': { tabs: 'is_active', days, acts: ['/api/v2/access/change_staff_status/'] },
  '/api/v2/invitation/all/': { held: true, tabs: 'status', days, acts: ['/api/v2/invitation/resend/', '/api/v2/invitation/revoke/'] },
  '/api/v2/featured/all_bookings/': { held: true, tabs: 'status', days, acts: ['/api/v2/featured/change_booking_status/'] },
  '/api/v2/offers/all_offers/': { held: true, tabs: 'status', days, acts: ['/api/v2/offers/change_offer_status/'] },
  '/api/v2/abuse/reports/': { held: true, tabs: 'status', days, acts: ['/api/v2/abuse/assign/'] },
  '/api/v2/review/all/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('Each review is read before its decision, and its author receives an individual reason.'),
  },
  '/api/v2/careers/vacancies/': {
    tabs: 'status',
    days: none('There are few vacancies, sorted by closing date.'),
    acts: none('Each vacancy is opened individually.'),
  },
  '/api/v2/careers/applications/': { tabs: 'status', days, acts: ['/api/v2/careers/application_move/'] },
  '/api/v2/policy/all_policies/': { tabs: 'status', days, acts: none('People consent to each policy individually.') },
  '/api/v2/notification/broadcasts/': { tabs: 'status', days, acts: none('One broadcast already reaches thousands of people.') },
  '/api/v2/notification/deliveries/': { tabs: 'state', days, acts: none('The list is a log, and failed deliveries are retried automatically.') },
  '/api/v2/policy/consents/': nothing('A filter selects people with or without consent. Only the person can give consent.'),
  '/api/v2/policy/menu_policies/': told,
  '/api/v2/policy/policy_versions/': past,
  '/api/v2/policy/published_versions/': told,
  '/api/v2/access/roles/': nothing('There are few roles, each with its own permissions. A role with members cannot be deleted.'),
  '/api/v2/access/teams/': nothing('There are few teams, each with its own people and properties.'),
  '/api/v2/access/holders/': choices,
  '/api/v2/access/who_may/': choices,
  '/api/v2/access/mandates/': nothing('Each mandate of an agent company is edited individually.'),
  '/api/v2/access/mandate_agents/': choices,
  '/api/v2/access/team_people/': choices,
  '/api/v2/access/team_properties/': choices,
  '/api/v2/location/find/': choices,
  '/api/v2/taxonomy/amenities/all/': vocabulary,
  '/api/v2/taxonomy/property_types/all/': vocabulary,
  '/api/v2/taxonomy/property_categories/all/': vocabulary,
  '/api/v2/taxonomy/unit_types/all/': vocabulary,
  '/api/v2/rating/categories/': vocabulary,
  '/api/v2/common/fetch_all_currencies/': vocabulary,
  '/api/v2/common/fetch_currencies/': vocabulary,
  '/api/v2/featured/all_products/': nothing('There are few products, each with its own price and area.'),
  '/api/v2/unit/fetch_unit_timeline/': past,
  '/api/v2/unit/fetch_imports/': past,
  '/api/v2/intake/fetch_sheets/': past,
  '/api/v2/portfolio/fetch_sheets/': past,
  '/api/v2/listing/buyer_rate_history/': past,
  [`${account}/user/fetch_user_history/`]: past,
  [`${account}/user/fetch_user_notes/`]: past,
  [`${account}/own_sessions/`]: own,
  '/api/v2/finding/favourites/': own,
  '/api/v2/finding/saved_searches/': own,
  '/api/v2/abuse/my_reports/': own,
  '/api/v2/abuse/reports_about_us/': nothing('There are few complaints about one company, and each needs an individual answer.'),
  '/api/v2/review/mine/': own,
  '/api/v2/review/published/': told,
  '/api/v2/search/listings/': told,
  '/api/v2/search/agents/': told,
  '/api/v2/notification/fetch_all_notifications/': nothing('A filter selects read or unread notifications, and one action marks all as read.'),
  '/api/v2/notification/latest_notifications/': nothing('The list shows the latest notifications in the notification menu.'),
  '/api/dev/outbox': nothing('The list shows messages that are stored because no provider is configured.'),
  '/api/v2/jobs/queues/': nothing('Each row is a queue of the server and has no actions.'),
  '/api/v2/jobs/dead/': nothing('Each failed job is read before it is run again.'),
  '/api/v2/audit/logs/': {
    tabs: none('The log has no states, and counting it by kind would read every entry.'),
    days: ['from', 'to'],
    acts: none('Log entries never change.'),
  },
};
