import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { abuseCalls } from '#contract/abuse/calls.ts';
import type { Permission } from '#contract/access/documents.ts';
import { accountingCalls } from '#contract/accounting/calls.ts';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { approvalCalls } from '#contract/approval/calls.ts';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { bidCalls } from '#contract/bid/calls.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { careersCalls } from '#contract/careers/calls.ts';
import { featuredCalls } from '#contract/featured/calls.ts';
import { homeCalls, type PendingTaskCount } from '#contract/home/calls.ts';
import { findPendingTask, listPendingTaskKeys, type PendingTaskKey, pendingTaskKeys } from '#contract/home/pending-tasks.ts';
import { inspectionCalls } from '#contract/inspection/calls.ts';
import { jobsCalls } from '#contract/jobs/calls.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { ledgerCalls } from '#contract/ledger/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { familyCalls } from '#contract/people/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { refundCalls } from '#contract/refund/calls.ts';
import { reviewCalls } from '#contract/review/calls.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { threadCalls } from '#contract/thread/calls.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { calculateVacancyLoss } from '#contract/unit/vacancy.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { makeApp } from '#server/app.ts';
import { createApprovalRequest } from '#test/approval-requests.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPendingMoney } from '#test/fixtures/pending-money.ts';

/** The call of each list. */
const lists: Record<PendingTaskKey, CallShape> = {
  approvals: approvalCalls.listRequests,
  leads: leadCalls.list,
  tours: tourCalls.list,
  replies: leadCalls.list,
  messages: threadCalls.listMine,
  bids: bidCalls.list,
  counters: bidCalls.listMine,
  sign: agreementCalls.list,
  signs: agreementCalls.list,
  send: agreementCalls.list,
  bookings: bookingCalls.list,
  applied: bookingCalls.listOwn,
  troubles: bookingCalls.list,
  reports: abuseCalls.list,
  verify: propertyCalls.list,
  verdicts: inspectionCalls.list,
  inspected: inspectionCalls.listMine,
  inspections: inspectionCalls.list,
  disputed: inspectionCalls.list,
  owners: familyCalls.owner.list,
  ownersHere: familyCalls.user.list,
  agents: familyCalls.agent.list,
  dealers: familyCalls.dealer.list,
  reviews: reviewCalls.list,
  featured: featuredCalls.list,
  books: ledgerCalls.listChecks,
  payouts: settlementCalls.listPayouts,
  payoutErrors: settlementCalls.listErrors,
  suspense: paymentCalls.list,
  unmatched: paymentCalls.list,
  unbanked: paymentCalls.list,
  doubts: statementCalls.listExceptions,
  refunds: refundCalls.listRefunds,
  refundsHere: refundCalls.listRefunds,
  accounts: treasuryCalls.listAccounts,
  corrections: treasuryCalls.listCashMoves,
  adjustments: walletCalls.list,
  modes: ledgerCalls.listMoneyModes,
  worksheets: accountingCalls.listWorksheets,
  applications: careersCalls.applications,
  jobs: jobsCalls.dead,
  objections: tenancyCalls.list,
  starting: tenancyCalls.list,
  ending: tenancyCalls.list,
  confirm: listingCalls.list,
  rejected: propertyCalls.list,
  drafts: propertyCalls.list,
  vacant: unitCalls.list,
};
const demo = 'Karibu-2026!';
const roles = ['superadmin', 'admin', 'subadmin', 'owner', 'agent', 'dealer', 'staff', 'tenant'] as const;

let services: TestServices;
let app: FastifyInstance;
const tokens = new Map<string, string>();
const get = async (role: string, url: string) => {
  const token = tokens.get(role) ?? (await signInOverHttp(app, `${role}@makao.test`, demo)).token;
  tokens.set(role, token);
  return sendRequest(app, url, { token });
};
const waitsFor = async (role: string): Promise<PendingTaskCount[]> => (await get(role, homeCalls.listPendingTasks.path)).json.results;
const listed = (role: string, key: PendingTaskKey, more = '') => {
  const filter = Object.entries(findPendingTask(key).filter).map(([name, value]) => `&z_filter[${name}]=${value}`);
  return get(role, `${lists[key].path}?page=1&page_size=100${filter.join('')}${more}`);
};

beforeAll(async () => {
  services = await createTestServices('demo');
  const { db } = services.database;
  // Adds one record of each kind of task, so that the demo data need not hold it.
  await sql`insert into dead_job (queue, job_id, scheduled, problem, attempts, promised_at)
    values ('listing.clock', gen_random_uuid(), true, 'no', 3, app.now())`.execute(db);
  await sql`update listing set last_confirmed_at = app.now() - interval '80 days' where id in (select id from listing where status = 'live')`.execute(
    db,
  );
  await sql`update person set verified_status = 'pending' where id in (select distinct on (user_type) id from person
    where user_type in (4, 5, 7) and email not in ('owner@makao.test', 'agent@makao.test', 'dealer@makao.test') order by user_type, id)`.execute(db);
  await sql`update property set status = 'rejected' where id in (select min(id) from property group by company_id)`.execute(db);
  await sql`update property set status = 'pending_verification' where id in (select max(id) from property group by company_id, region)`.execute(db);
  await sql`update lead set first_answer_at = null, status = 'new' where id in (select max(id) from lead group by company_id)`.execute(db);
  await sql`update thread set guest_seq = team_read + 1, last_seq = team_read + 1 where lead_id in (select min(id) from lead where first_answer_at is not null group by company_id)`.execute(
    db,
  );
  await sql`update thread set last_seq = last_seq + 1 where id in (select thread_id from thread_member where guest and person_id is not null)`.execute(
    db,
  );
  await sql`with homes as (select l.id, l.property_id, p.company_id, row_number() over (order by l.id) as n from listing l join property p on p.id = l.property_id
      where p.company_id = (select company_id from person where email = 'owner@makao.test')),
    made as (insert into bid (company_id, property_id, listing_id, person_id, status, turns, expires_at)
      select company_id, property_id, id, (select id from person where email = 'tenant@makao.test'), case n when 1 then 'open' else 'countered' end, 1,
        app.now() + interval '1 day' from homes where n <= 2 on conflict do nothing returning id)
    insert into bid_turn (bid_id, n, by_bidder, cents) select id, 1, true, 100 from made`.execute(db);
  await sql`with one as (select id, person_id from booking where status <> 'deleted' order by id limit 1),
    made as (insert into application (person_id, version, wrapped_key, sealed, usable_until, erase_at)
      select person_id, 900, '\\x00', '\\x00', app.now() + interval '1 day', app.now() + interval '1 day' from one returning id)
    insert into application_report (booking_id, application_id, person_id, body, until)
    select one.id, made.id, one.person_id, 'They ask for money', app.now() + interval '1 day' from one, made`.execute(db);
  await sql`update abuse_report set status = 'pending', assigned_to = null`.execute(db);
  await sql`update tenancy set leaving_on = app.today() + 40, leaving = jsonb_build_object('on', app.today() + 40, 'kind', 'notice', 'reason', '',
      'by', null, 'at', app.now(), 'file', 'notice.pdf', 'objection', jsonb_build_object('state', 'open', 'reason', 'no', 'by', null, 'at', app.now()))
    where id in (select min(id) from tenancy where status = 'active' group by company_id)`.execute(db);
  await sql`update review set status = 'pending' where id in (select max(id) from review)`.execute(db);
  await sql`update featured_booking set status = 'requested' where id in (select max(id) from featured_booking)`.execute(db);
  await sql`with cv as (insert into media_file (purpose, visibility, name) values ('document', 'private', 'cv.pdf') returning id),
    kept as (insert into media_variant (file_id, label, key, type, bytes) select id, 'original', 'waits-cv', 'application/pdf', 1 from cv)
    insert into vacancy_application (vacancy_id, name, phone, cv_file_id) select (select min(id) from vacancy), 'Asha', '+254700000000', id from cv`.execute(
    db,
  );
  await createPendingMoney(services);
  await createApprovalRequest(db, null);
  app = await makeApp(services, null);
});
afterAll(() => app.close());

describe('pending tasks: company page', () => {
  test('counts the records of that company only, and a filter by another company finds nothing', async () => {
    const { rows } = await sql<{ company: number }>`select company_id as company from person where email = 'owner@makao.test'`.execute(
      services.database.db,
    );
    const company = Number(rows[0]?.company);
    const counted = async (role: string, call: CallShape, filter: string) =>
      (await get(role, `${call.path}?page=1&page_size=10&z_filter[${filter}]=${company}`)).json.count as number;
    const truth = async (table: string) =>
      Number((await sql<{ n: number }>`select count(*) as n from ${sql.raw(table)}`.execute(services.database.db)).rows[0]?.n);
    const of = `property p where p.company_id = ${company} and p.deleted_at is null`;
    expect(await counted('admin', propertyCalls.list, 'company_id')).toBe(await truth(`${of} and p.archived_at is null`));
    expect(await counted('admin', unitCalls.list, 'company_id')).toBe(
      await truth(`unit u where u.deleted_at is null and u.property_id in (select p.id from ${of})`),
    );
    expect(await counted('admin', listingCalls.list, 'company_id')).toBe(
      await truth(`listing l where l.deleted_at is null and l.property_id in (select p.id from ${of})`),
    );
    expect(await counted('admin', leadCalls.list, 'company_id')).toBe(await truth(`lead where company_id = ${company}`));
    expect(await counted('admin', familyCalls.user.list, 'company_id')).toBe(
      await truth(`person where closed_at is null and company_id = ${company}`),
    );
    expect(await counted('dealer', leadCalls.list, 'company_id')).toBe(0);
  });

  test('date filters use Nairobi days and include the first and the last day', async () => {
    const leads = async (filter: string) => (await get('admin', `${leadCalls.list.path}?page=1&page_size=100${filter}`)).json;
    const all = await leads('');
    const day = (at: string) => new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(0, 10);
    const one = day(all.results[0].created_at);
    const same = all.results.filter((lead: { created_at: string }) => day(lead.created_at) === one).length;
    expect((await leads(`&z_filter[came_from]=${one}&z_filter[came_to]=${one}`)).count).toBe(same);
    expect((await leads('&z_filter[came_to]=2020-01-01')).count).toBe(0);
  });
});

describe('pending tasks', () => {
  test.each(roles)('the count of %s equals the length of the linked list', async (role) => {
    for (const { key, count } of await waitsFor(role)) {
      const list = await listed(role, key);
      expect(list.status, key).toBe(200);
      expect({ key, count: list.json.count }).toEqual({ key, count });
      expect(count).toBeGreaterThan(0);
    }
  });

  test('the test data has at least one record for every kind of task', async () => {
    const seen = new Set<string>();
    for (const role of roles) for (const { key } of await waitsFor(role)) seen.add(key);
    expect(pendingTaskKeys.filter((key) => !seen.has(key))).toEqual([]);
  });

  test.each(roles)('%s: tasks with a deadline are listed first, and status counts last', async (role) => {
    const found = await waitsFor(role);
    const dues = found.flatMap(({ due }) => due ?? []);
    expect(found.slice(0, dues.length).map(({ due }) => due)).toEqual([...dues].sort());
    const quiet = found.filter(({ due }) => due === null).map(({ key }) => findPendingTask(key).quiet === true);
    expect(quiet).toEqual([...quiet].sort());
  });

  test('landlords and agents see the number of agreements that need their own signature, and the deadline', async () => {
    const { rows } = await sql<{ n: number; due: Date }>`select count(distinct a.id)::int as n, min(p.expires_at) as due
      from agreement a join agreement_party p on p.agreement_id = a.id join person me on me.id = p.person_id
      where me.email = 'owner@makao.test' and p.status in ('sent', 'viewed') and a.status in ('pending_signature', 'partially_signed')`.execute(
      services.database.db,
    );
    const signs = (await waitsFor('owner')).find((one) => one.key === 'signs');
    expect(signs).toMatchObject({ count: rows[0]?.n, due: rows[0]?.due.toISOString() });
  });

  test('an abuse complaint assigned to a handler is pending only for that handler', async () => {
    const before = (await waitsFor('superadmin')).find((one) => one.key === 'reports')?.count ?? 0;
    const [first] = (await listed('admin', 'reports')).json.results;
    const me = (await get('admin', homeCalls.activity.path)).json.account.code;
    await sql`update abuse_report set status = 'assigned', assigned_to = (select id from person where code = ${me}) where id = ${first.id}`.execute(
      services.database.db,
    );
    expect((await waitsFor('superadmin')).find((one) => one.key === 'reports')?.count ?? 0).toBe(before - 1);
    expect((await waitsFor('admin')).find((one) => one.key === 'reports')?.count).toBe(before);
    expect((await listed('superadmin', 'reports')).json.results.map((one: { id: number }) => one.id)).not.toContain(first.id);
  });

  test('a request for approval is not pending for the requester', async () => {
    const asked = ['payouts', 'refunds', 'corrections', 'adjustments', 'modes', 'accounts'] as const;
    const counts = async () => {
      const found = await waitsFor('superadmin');
      return asked.map((key) => found.find((one) => one.key === key)?.count ?? 0);
    };
    const before = await counts();
    const { rows } = await sql<{ id: number }>`select id from person where email = 'superadmin@makao.test'`.execute(services.database.db);
    const mine = Number(rows[0]?.id);
    await sql`update settlement_payment set made_by = ${mine} where id = (select max(id) from settlement_payment where status = 'draft')`.execute(
      services.database.db,
    );
    await sql`update refund set asked_by = ${mine} where id = (select max(id) from refund where status = 'asked')`.execute(services.database.db);
    await sql`update cash_move set made_by = ${mine} where id = (select max(id) from cash_move where status = 'asked')`.execute(services.database.db);
    await sql`update wallet_adjustment set asked_by = ${mine} where company_id = (select company_id from wallet_adjustment where status = 'asked' order by id desc limit 1)`.execute(
      services.database.db,
    );
    await sql`update ledger_book set asked_by = ${mine} where asked_mode is not null`.execute(services.database.db);
    await sql`update collection_account set asked_by = ${mine} where asked_at is not null`.execute(services.database.db);
    const after = await counts();
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4).map((count) => count - 1));
    expect(after.slice(4)).toEqual([0, 0]);
    for (const key of asked) expect((await listed('superadmin', key)).json.count, key).toBe(after[asked.indexOf(key)]);
  });

  test('the cost of vacancy is the sum of the lost rent of the vacant units', async () => {
    const [vacant] = (await waitsFor('owner')).filter((one) => one.key === 'vacant');
    const { results } = (await listed('owner', 'vacant')).json;
    expect(results.length).toBe(vacant?.count);
    const sum = results.reduce(
      (all: number, u: { rent_cents: number | null; days_in_status: number }) => all + calculateVacancyLoss(u.rent_cents, u.days_in_status),
      0,
    );
    expect(vacant?.cents).toBe(sum);
    expect(sum).toBeGreaterThan(0);
  });

  test('a task is listed only for people with the permission to do it', () => {
    const staff = (...grants: Permission[]) => ({ role: 'staff', grants: new Set(grants) }) as const;
    for (const layout of ['owner', 'agent', 'dealer'] as DashboardLayout[]) expect(listPendingTaskKeys(layout, staff())).toEqual([]);
    expect(listPendingTaskKeys('owner', staff('contacts.read'))).toEqual([]);
    expect(listPendingTaskKeys('owner', staff('contacts.read', 'contacts.edit'))).toEqual(['leads', 'replies']);
  });
});
