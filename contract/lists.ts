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

const choices = nothing('names to choose from, no list people work on');
const own = nothing('one’s own few, each with its acts beside it');
const past = nothing('the past of one record, newest first: it has no states and nothing is done to it');
const vocabulary = nothing('a vocabulary of some dozens, in an order its keepers give; each word is changed by itself');
const told = nothing('read by anybody on a public page');

export const declaredLists: Readonly<Record<string, ListDeclaration>> = {
  '/api/v2/commission/all_commissions/': { held: true, tabs: 'status', days, acts: none('each is reckoned by a rule; nobody does anything to one') },
  '/api/v2/commission/all_rules/': nothing('a few dozen rules; each is changed by itself, with what it comes to'),
  '/api/v2/wallet/all_wallets/': {
    held: true,
    tabs: 'status',
    days: none('a wallet has no day: it is what a company has now'),
    acts: none('freezing one says why to its holder'),
  },
  '/api/v2/wallet/entries/': { tabs: none('what moved has no state'), days, acts: none('the books are never changed') },
  '/api/v2/wallet/deposits/': nothing('what is held for each tenancy now; it is settled in the tenancy'),
  '/api/v2/wallet/payouts/': { tabs: 'status', days, acts: none('each is taken back by itself') },
  '/api/v2/settlement/all_payments/': { held: true, tabs: 'status', days, acts: none('each number is looked at before it is approved') },
  '/api/v2/settlement/bank_files/': nothing('files that were made, each fetched again by itself'),
  '/api/v2/settlement/month_statement/': nothing('what a month came to, home by home'),
  '/api/v2/settlement/payment_lines/': nothing('what one payout is made of, entry by entry'),
  '/api/v2/settlement/all_transactions/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('what becomes of one is said by the rail, or at the desk of errors'),
  },
  '/api/v2/settlement/all_errors/': { held: true, tabs: 'status', days, acts: none('each has another way out') },
  '/api/v2/revenue/all_revenue/': { tabs: 'source', days, acts: none('the books are never changed') },
  '/api/v2/property/all_properties/': {
    tabs: 'status',
    days,
    acts: none('verifying wants evidence of each, and putting one away is asked with what it takes along'),
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
    days: none('newest first, and those that wait for somebody stand in their own tab'),
    acts: none('each is opened and read before anything is done with it'),
  },
  '/api/v2/agreement/all_templates/': own,
  '/api/v2/tenancy/all_tenancies/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('each says what follows from it before it is done'),
  },
  '/api/v2/payment/all_payments/': { held: true, tabs: 'status', days, acts: none('whose money it is is said of each by itself') },
  '/api/v2/payment/my_payments/': own,
  '/api/v2/payment/arrivals/': { tabs: 'state', days, acts: none('each is looked at before it is worked through again') },
  '/api/v2/payment/doubts/': nothing('a handful, those that are open first; a person decides about each'),
  '/api/v2/payment/cash_moves/': nothing('a few a week, newest first; each is decided by itself'),
  '/api/v2/payment/refunds/': { tabs: 'status', days, acts: none('a second person decides about each') },
  '/api/v2/payment/statements/': nothing('a few a month, newest first; each is read before it is taken over'),
  '/api/v2/payment/statement_lines/': nothing('the lines of one file, as they stand in it'),
  '/api/v2/tenancy/my_tenancies/': own,
  '/api/v2/ledger/all_journals/': { tabs: none('a journal has no states: it was booked'), days, acts: none('what was booked is never changed') },
  '/api/v2/ledger/all_periods/': nothing('a month a row; each is closed by itself, in its order'),
  '/api/v2/ledger/all_proofs/': past,
  '/api/v2/ledger/all_books/': nothing('companies in the order of their names; each is decided by itself, with its reason'),
  '/api/v2/invoice/all_invoices/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('what is done for many is a run, a charge or a reminder of its own; each invoice is opened to act on it'),
  },
  '/api/v2/invoice/my_invoices/': own,
  '/api/v2/invoice/tenancy_invoices/': nothing('what one tenancy was asked for, newest first; each is opened to act on it'),
  '/api/v2/invoice/missing_invoices/': nothing('what a run of the month would issue: it is done there, all at once'),
  '/api/v2/invoice/preview_run/': nothing('what a run would issue, to be looked through before it is confirmed as a whole'),
  '/api/v2/invoice/all_runs/': past,
  '/api/v2/tenant/all_tenants/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('what somebody is follows from what they rent, and whom to merge is judged one by one'),
  },
  '/api/v2/tenant/notes/': past,
  '/api/v2/bids/all_bids/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('each is weighed against the others, and what follows is said before it is done'),
  },
  '/api/v2/bids/my_bids/': own,
  '/api/v2/bids/all_sales/': { held: true, tabs: 'status', days, acts: none('each is a property changing hands: step by step, with its papers') },
  '/api/v2/thread/my_threads/': nothing('one’s own conversations, the latest first; each is opened to be read'),
  '/api/v2/booking/all_bookings/': { held: true, tabs: 'status', days, acts: none('each is somebody’s home: looked at and decided by itself') },
  '/api/v2/booking/my_bookings/': own,
  '/api/v2/tour/all_tours/': { held: true, tabs: 'status', days, acts: none('each visit has its own visitor, who is told in words meant for them') },
  '/api/v2/tour/my_tours/': own,
  '/api/v2/inspection/all_inspections/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('each is looked at by itself, on the spot'),
  },
  '/api/v2/inspection/my_inspections/': own,
  '/api/v2/meter/meters/': {
    tabs: 'status',
    days: none('a building has its meters; when they came is a column'),
    acts: none('each is replaced or put away by itself, with what it shows'),
  },
  '/api/v2/meter/readings/': {
    tabs: 'state',
    days: none('it is one month, which its address says'),
    acts: none('each value is read off its dial; the month is locked as a whole'),
  },
  '/api/v2/meter/history/': past,
  '/api/v2/meter/purchases/': {
    tabs: none('what was bought has no states'),
    days,
    acts: none('each is entered from its own bill'),
  },
  '/api/v2/meter/my_readings/': own,
  '/api/v2/meter/queries/': {
    tabs: 'status',
    days: none('open ones come first, and are answered within days'),
    acts: none('each is answered to whoever asked, in words meant for them'),
  },
  '/api/v2/lead/with_agents/': nothing('what an agent answers, to look at: the work is the agent’s'),
  [`${account}/user/fetch_users/`]: approved,
  [`${account}/dealer/fetch_dealers/`]: approved,
  [`${account}/owner/fetch_owners/`]: approved,
  [`${account}/agent/fetch_agents/`]: approved,
  [`${account}/admin/fetch_admins/`]: people,
  [`${account}/sub_admin/fetch_sub_admins/`]: people,
  [`${account}/tenant/fetch_tenants/`]: people,
  [`${account}/super_admin/fetch_super_admins/`]: { ...people, acts: none('what is done to a superadmin takes two of them, one by one') },
  '/api/v2/access/staff/': { tabs: 'is_active', days, acts: ['/api/v2/access/change_staff_status/'] },
  '/api/v2/invitation/all/': { held: true, tabs: 'status', days, acts: ['/api/v2/invitation/resend/', '/api/v2/invitation/revoke/'] },
  '/api/v2/featured/all_bookings/': { held: true, tabs: 'status', days, acts: ['/api/v2/featured/change_booking_status/'] },
  '/api/v2/offers/all_offers/': { held: true, tabs: 'status', days, acts: ['/api/v2/offers/change_offer_status/'] },
  '/api/v2/abuse/reports/': { held: true, tabs: 'status', days, acts: ['/api/v2/abuse/assign/'] },
  '/api/v2/review/all/': {
    held: true,
    tabs: 'status',
    days,
    acts: none('each is read before it is shown or taken away, and its author is told why in its own words'),
  },
  '/api/v2/careers/vacancies/': {
    tabs: 'status',
    days: none('a handful of jobs, in order of their last day'),
    acts: none('each job is opened by itself'),
  },
  '/api/v2/careers/applications/': { tabs: 'status', days, acts: ['/api/v2/careers/application_move/'] },
  '/api/v2/policy/all_policies/': { tabs: 'status', days, acts: none('people agree to each policy by itself') },
  '/api/v2/notification/broadcasts/': { tabs: 'status', days, acts: none('one of them already reaches thousands') },
  '/api/v2/notification/deliveries/': { tabs: 'state', days, acts: none('a log: what failed is tried again by itself') },
  '/api/v2/policy/consents/': nothing(
    'who agreed and who was never asked are two questions, and its filter says which; a consent is its person’s alone',
  ),
  '/api/v2/policy/menu_policies/': told,
  '/api/v2/policy/policy_versions/': past,
  '/api/v2/policy/published_versions/': told,
  '/api/v2/access/roles/': nothing('a few roles, each with a matrix of its own; who holds one is asked before it goes'),
  '/api/v2/access/teams/': nothing('a few teams, each with its people and properties'),
  '/api/v2/access/holders/': choices,
  '/api/v2/access/who_may/': choices,
  '/api/v2/access/mandates/': nothing('what agent companies may do, one agreement at a time'),
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
  '/api/v2/featured/all_products/': nothing('the few things on sale, each with its price and its area'),
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
  '/api/v2/abuse/reports_about_us/': nothing('the few reports about one company, each answered in its own words'),
  '/api/v2/review/mine/': own,
  '/api/v2/review/published/': told,
  '/api/v2/search/listings/': told,
  '/api/v2/search/agents/': told,
  '/api/v2/notification/fetch_all_notifications/': nothing('one’s own news, newest first; read and unread is its filter, and all are marked at once'),
  '/api/v2/notification/latest_notifications/': nothing('the newest few, for the bell'),
  '/api/dev/outbox': nothing('messages stored because no provider is configured'),
  '/api/v2/jobs/queues/': nothing('queues of the server, one line each'),
  '/api/v2/jobs/dead/': nothing('what failed for good: each is read before it is run again'),
  '/api/v2/audit/logs/': {
    tabs: none('the log has no states, and counting all of it by kind would read all of it'),
    days: ['from', 'to'],
    acts: none('nobody changes what the log says'),
  },
};
