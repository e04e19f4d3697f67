import { beforeAll, expect, test } from 'vitest';
import { leadMachine } from '#contract/lead/machine.ts';
import { forward } from '#contract/lead/steps.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, somebody } from '#test/world.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';
import { answered, leadFor, leadService } from './service.ts';
import { pathTo } from './steps.ts';

let house: House;
let service: ReturnType<typeof leadService>;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
  service = leadService(house);
});

const all = { page: 1, page_size: 10, sort: 'name' } as const;
async function enquiry(more: object = {}): Promise<Place & { id: number; phone: string }> {
  const at = await place(house);
  const listing_id = await addListing(house, at, { contact_id: at.owner.id });
  const phone = `0733 0000 ${String(++n).padStart(2, '0')}`;
  const said = { listing_id, name: 'Wanjiru', phone, email: 'w@example.co.ke', message: 'Is it free?', website: '', may_call: false, ...more };
  await inTransaction(house, null, (ctx) => service.enquire({ ...ctx, from: { ...ctx.from, ip: `10.1.0.${n}` } }, said));
  const { results } = await service.all(ctxOf(house, at.owner), all);
  return { ...at, id: results[0]?.id ?? 0, phone };
}
const step = (at: Place & { id: number }, what: LeadStep) =>
  inTransaction(house, at.owner, (ctx) => happened(ctx, 'lead.step', { leadId: at.id, what, about: {} }));
const seen = (at: Place & { id: number }) => service.details(ctxOf(house, at.owner), { id: at.id });

test('who asked stays hidden in list, board, details, search and letters until a tour is confirmed', async () => {
  const at = await enquiry();
  const ctx = ctxOf(house, at.owner);
  const answers = async () =>
    JSON.stringify([await service.all(ctx, all), await service.board(ctx, {}), await seen(at), await told(house, 'lead.new')]);
  expect(await answers()).not.toMatch(/73300|w@example/);
  expect(await seen(at)).toMatchObject({ phone: null, email: null, reachable: false });
  const byNumber = () => service.all(ctx, { ...all, z_filter: { q: at.phone.replaceAll(' ', '') } });
  expect((await byNumber()).count).toBe(0);
  await step(at, 'tour.requested');
  expect(await seen(at)).toMatchObject({ phone: null, status: 'touring', first_answer_at: null });
  await step(at, 'tour.confirmed');
  expect(await seen(at)).toMatchObject({ phone: expect.stringMatching(/^\+254733/), email: 'w@example.co.ke', reachable: true });
  expect(await seen(at)).toMatchObject({ first_answer_at: expect.any(String) });
  expect((await byNumber()).count).toBe(1);
});

test('whoever says that they may be called is shown at once, and told with their number', async () => {
  const at = await enquiry({ may_call: true });
  expect(await seen(at)).toMatchObject({ reachable: true, email: 'w@example.co.ke' });
  const letters = (await told(house, 'lead.new')).filter(({ to }) => to.personId === at.owner.id);
  expect(letters).toMatchObject([{ params: { phone: expect.stringMatching(/^\+254733/) } }]);
});

test('steps bring an enquiry forward and never back; a lost one stays lost', async () => {
  const at = await enquiry();
  await step(at, 'booking.made');
  expect(await seen(at)).toMatchObject({ status: 'applied', history: [{ move: 'apply' }, { move: 'contact' }] });
  await step(at, 'tour.requested');
  expect(await seen(at)).toMatchObject({ status: 'applied' });
  await step(at, 'tenancy.activated');
  expect(await seen(at)).toMatchObject({ status: 'won' });
  const lost = await enquiry();
  await inTransaction(house, lost.owner, (ctx) => service.move(ctx, { id: lost.id, move: 'lose', reason: 'Too dear' }));
  await step(lost, 'tour.requested');
  expect(await seen(lost)).toMatchObject({ status: 'lost' });
});

test('there is a way from every open stage to every later one, and none back', () => {
  const open = forward.slice(0, -1);
  for (const [i, from] of open.entries())
    for (const [j, to] of forward.entries()) {
      const path = pathTo(from, to);
      expect(path.length > 0, `${from} ${to}`).toBe(j > i);
      const last = path.at(-1);
      if (last) expect(leadMachine.moves[last].to).toBe(to);
    }
});

test('an answer in words counts as one, once', async () => {
  const at = await enquiry();
  await inTransaction(house, at.owner, (ctx) => answered(ctx, at.id));
  const first = await seen(at);
  expect(first).toMatchObject({ status: 'contacted', first_answer_at: expect.any(String) });
  await inTransaction(house, at.owner, (ctx) => answered(ctx, at.id));
  expect((await seen(at)).first_answer_at).toBe(first.first_answer_at);
});

test('a later step finds the enquiry of the same visitor about the same offer, or makes one', async () => {
  const at = await place(house);
  const listing = await addListing(house, at);
  const tenant = await somebody(house, 'tenant');
  const visitor = { personId: tenant.id, name: 'Otieno', phone: '+254744000001', email: null, message: '' };
  const lead = (who = visitor) => inTransaction(house, tenant, (ctx) => leadFor(ctx, listing, who));
  const first = await lead();
  expect(await lead()).toBe(first);
  const guest = await lead({ ...visitor, personId: null as never, phone: '+254744000002' });
  expect(guest).not.toBe(first);
  const rows = await house.database.db.selectFrom('lead').select(['id', 'person_id']).where('listing_id', '=', listing).orderBy('id').execute();
  expect(rows).toEqual([
    { id: first, person_id: tenant.id },
    { id: guest, person_id: null },
  ]);
});

test('every enquiry has a conversation that begins with what was asked', async () => {
  const at = await enquiry();
  const { db } = house.database;
  const thread = await db.selectFrom('thread').selectAll().where('lead_id', '=', at.id).executeTakeFirstOrThrow();
  expect(thread).toMatchObject({ company_id: at.owner.me.companyId, last_seq: 1, guest_seq: 1, team_read: 0 });
  const said = await db.selectFrom('thread_message').select(['seq', 'body']).where('thread_id', '=', thread.id).execute();
  expect(said).toEqual([{ seq: 1, body: 'Is it free?' }]);
});
