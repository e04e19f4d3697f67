import { beforeAll, expect, test } from 'vitest';
import { leadMachine } from '#contract/lead/machine.ts';
import { leadStages } from '#contract/lead/steps.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import { findOrCreateLead, leadService, markLeadAnswered } from './service.ts';
import { findMovesToStage } from './steps.ts';

let services: TestServices;
let service: ReturnType<typeof leadService>;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  service = leadService(services);
});

const all = { page: 1, page_size: 10, sort: 'name' } as const;
async function enquiry(more: object = {}): Promise<OwnerWithUnit & { id: number; phone: string }> {
  const at = await createOwnerWithUnit(services);
  const listing_id = await addListing(services, at, { contact_id: at.owner.id });
  const phone = `0733 0000 ${String(++n).padStart(2, '0')}`;
  const said = { listing_id, name: 'Wanjiru', phone, email: 'w@example.co.ke', message: 'Is it free?', website: '', may_call: false, ...more };
  await runAsPerson(services, null, (ctx) => service.enquire({ ...ctx, from: { ...ctx.from, ip: `10.1.0.${n}` } }, said));
  const { results } = await service.list(createTestCtx(services, at.owner), all);
  return { ...at, id: results[0]?.id ?? 0, phone };
}
const step = (at: OwnerWithUnit & { id: number }, what: LeadStep) =>
  runAsPerson(services, at.owner, (ctx) => publishEvent(ctx, 'lead.step', { leadId: at.id, what, about: {} }));
const seen = (at: OwnerWithUnit & { id: number }) => service.details(createTestCtx(services, at.owner), { id: at.id });

test('visitor privacy: the phone number is hidden in list, board, details, search and email until a tour is confirmed', async () => {
  const at = await enquiry();
  const ctx = createTestCtx(services, at.owner);
  const answers = async () =>
    JSON.stringify([await service.list(ctx, all), await service.board(ctx, {}), await seen(at), await listSentNotifications(services, 'lead.new')]);
  expect(await answers()).not.toMatch(/73300|w@example/);
  expect(await seen(at)).toMatchObject({ phone: null, email: null, reachable: false });
  const byNumber = () => service.list(ctx, { ...all, z_filter: { q: at.phone.replaceAll(' ', '') } });
  expect((await byNumber()).count).toBe(0);
  await step(at, 'tour.requested');
  expect(await seen(at)).toMatchObject({ phone: null, status: 'touring', first_answer_at: null });
  await step(at, 'tour.confirmed');
  expect(await seen(at)).toMatchObject({ phone: expect.stringMatching(/^\+254733/), email: 'w@example.co.ke', reachable: true });
  expect(await seen(at)).toMatchObject({ first_answer_at: expect.any(String) });
  expect((await byNumber()).count).toBe(1);
});

test('visitor privacy: the number of a visitor who allows calls is shown at once and sent to the contact', async () => {
  const at = await enquiry({ may_call: true });
  expect(await seen(at)).toMatchObject({ reachable: true, email: 'w@example.co.ke' });
  const letters = (await listSentNotifications(services, 'lead.new')).filter(({ to }) => to.personId === at.owner.id);
  expect(letters).toMatchObject([{ params: { phone: expect.stringMatching(/^\+254733/) } }]);
});

test('enquiry stages: later events move an enquiry forward but never back, and a lost enquiry stays lost', async () => {
  const at = await enquiry();
  await step(at, 'booking.made');
  expect(await seen(at)).toMatchObject({ status: 'applied', history: [{ move: 'apply' }, { move: 'contact' }] });
  await step(at, 'tour.requested');
  expect(await seen(at)).toMatchObject({ status: 'applied' });
  await step(at, 'tenancy.activated');
  expect(await seen(at)).toMatchObject({ status: 'won' });
  const lost = await enquiry();
  await runAsPerson(services, lost.owner, (ctx) => service.move(ctx, { id: lost.id, move: 'lose', reason: 'Too dear' }));
  await step(lost, 'tour.requested');
  expect(await seen(lost)).toMatchObject({ status: 'lost' });
});

test('enquiry stages: every later stage can be reached from every open stage, and no earlier stage can be reached', () => {
  const open = leadStages.slice(0, -1);
  for (const [i, from] of open.entries())
    for (const [j, to] of leadStages.entries()) {
      const path = findMovesToStage(from, to);
      expect(path.length > 0, `${from} ${to}`).toBe(j > i);
      const last = path.at(-1);
      if (last) expect(leadMachine.moves[last].to).toBe(to);
    }
});

test('enquiry response time: the first written reply sets the time of the first answer, and later replies do not change that time', async () => {
  const at = await enquiry();
  await runAsPerson(services, at.owner, (ctx) => markLeadAnswered(ctx, at.id));
  const first = await seen(at);
  expect(first).toMatchObject({ status: 'contacted', first_answer_at: expect.any(String) });
  await runAsPerson(services, at.owner, (ctx) => markLeadAnswered(ctx, at.id));
  expect((await seen(at)).first_answer_at).toBe(first.first_answer_at);
});

test("enquiry: a visitor's repeated contact about a listing uses the same enquiry; another visitor's contact creates a new enquiry", async () => {
  const at = await createOwnerWithUnit(services);
  const listing = await addListing(services, at);
  const tenant = await createPerson(services, 'tenant');
  const visitor = { personId: tenant.id, name: 'Otieno', phone: '+254744000001', email: null, message: '' };
  const lead = (who = visitor) => runAsPerson(services, tenant, (ctx) => findOrCreateLead(ctx, listing, who));
  const first = await lead();
  expect(await lead()).toBe(first);
  const guest = await lead({ ...visitor, personId: null as never, phone: '+254744000002' });
  expect(guest).not.toBe(first);
  const rows = await services.database.db.selectFrom('lead').select(['id', 'person_id']).where('listing_id', '=', listing).orderBy('id').execute();
  expect(rows).toEqual([
    { id: first, person_id: tenant.id },
    { id: guest, person_id: null },
  ]);
});

test("enquiry: starts a conversation with the visitor's question", async () => {
  const at = await enquiry();
  const { db } = services.database;
  const thread = await db.selectFrom('thread').selectAll().where('lead_id', '=', at.id).executeTakeFirstOrThrow();
  expect(thread).toMatchObject({ company_id: at.owner.me.companyId, last_seq: 1, guest_seq: 1, team_read: 0 });
  const said = await db.selectFrom('thread_message').select(['seq', 'body']).where('thread_id', '=', thread.id).execute();
  expect(said).toEqual([{ seq: 1, body: 'Is it free?' }]);
});
