import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadSteps } from '#contract/thread/steps.ts';
import { happened } from '#server/kernel/happen.ts';
import { leadService, talkPage, tokenOf } from '#server/lead/service.ts';
import { setClock } from '#test/clock.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';
import { threadService } from './service.ts';

let house: House;
let service: ReturnType<typeof threadService>;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
  service = threadService(house);
});

type Asked = Place & { listing: number; talk: string; lead: number; thread: number; member: number; tenant: Somebody | null; phone: string };
async function enquiry(tenant: Somebody | null): Promise<Asked> {
  const at = await place(house);
  const listing_id = await addListing(house, at, { contact_id: at.owner.id });
  const phone = `07440000${String(++n).padStart(2, '0')}`;
  const said = { listing_id, name: 'Wanjiru', phone, message: 'Is it free?', website: '', may_call: false };
  const { talk } = await inTransaction(house, tenant, (ctx) =>
    leadService(house).enquire({ ...ctx, from: { ...ctx.from, ip: `10.2.0.${n}` } }, said),
  );
  const { db } = house.database;
  const lead = await db.selectFrom('lead').select('id').where('listing_id', '=', listing_id).executeTakeFirstOrThrow();
  const thread = await db.selectFrom('thread').select('id').where('lead_id', '=', lead.id).executeTakeFirstOrThrow();
  const member = await db.selectFrom('thread_member').select('id').where('thread_id', '=', thread.id).executeTakeFirstOrThrow();
  return { ...at, listing: listing_id, talk, lead: lead.id, thread: thread.id, member: member.id, tenant, phone };
}
const as = <T>(who: Somebody | null, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
const words = (body: string, client_key = randomUUID()) => ({ client_key, body });
const say = (at: Asked, body: string, key = randomUUID()) => as(at.owner, (ctx) => service.say(ctx, { lead_id: at.lead, ...words(body, key) }));
const mySay = (at: Asked, body: string) => as(at.tenant, (ctx) => service.mySay(ctx, { id: at.thread, ...words(body) }));
const seen = (at: Asked, who = at.owner) => service.ofLead(ctxOf(house, who), { lead_id: at.lead });
const mine = (at: Asked) => service.myTalk(ctxOf(house, at.tenant), { id: at.thread });

describe('a conversation', () => {
  test('goes back and forth, each side sees how far the other has read', async () => {
    const at = await enquiry(await somebody(house, 'tenant'));
    expect(await seen(at)).toMatchObject({ last_seq: 1, other: 'Wanjiru', messages: [{ side: 'visitor', own: false, body: 'Is it free?' }] });
    await say(at, 'Yes, from the first.');
    await mySay(at, 'Can I come on Saturday?');
    const talk = await mine(at);
    expect(talk.messages.map(({ seq, side, own, body }) => [seq, side, own, body])).toEqual([
      [1, 'visitor', true, 'Is it free?'],
      [2, 'team', false, 'Yes, from the first.'],
      [3, 'visitor', true, 'Can I come on Saturday?'],
    ]);
    expect(talk).toMatchObject({ read_upto: 3, other_read: 2, may_write: true });
    await as(at.owner, (ctx) => service.read(ctx, { lead_id: at.lead, upto: 900 }));
    expect(await mine(at)).toMatchObject({ other_read: 3 });
    await as(at.owner, (ctx) => service.read(ctx, { lead_id: at.lead, upto: 1 }));
    expect(await mine(at)).toMatchObject({ other_read: 3 });
  });

  test('is linked to as soon as somebody asked: among their messages, or by the link of every letter', async () => {
    const [known, guest] = [await enquiry(await somebody(house, 'tenant')), await enquiry(null)];
    expect([known.talk, guest.talk]).toEqual([`/dashboard/tenant/messages/${known.thread}`, talkPage(house, guest.member)]);
  });

  test('shows the visitor where to apply while the home is to be had, and the other side nothing of it', async () => {
    const at = await enquiry(await somebody(house, 'tenant'));
    expect([(await mine(at)).apply, (await seen(at)).apply]).toEqual([`/dashboard/tenant/apply/${at.listing}`, null]);
    await house.database.db.updateTable('unit').set({ status: 'ordered' }).where('id', '=', at.unit).execute();
    expect((await mine(at)).apply).toBeNull();
  });

  test('what is sent twice under one key is said once, also at the same moment', async () => {
    const at = await enquiry(null);
    const key = randomUUID();
    const all = await Promise.all(Array.from({ length: 5 }, () => say(at, 'Yes.', key).catch(() => say(at, 'Yes.', key))));
    expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([2]));
    expect((await seen(at)).messages).toHaveLength(2);
  });

  test('the first word answers the enquiry; both sides are told, each where they can read it', async () => {
    const at = await enquiry(await somebody(house, 'tenant'));
    await say(at, 'Yes.');
    const lead = await house.database.db.selectFrom('lead').selectAll().where('id', '=', at.lead).executeTakeFirstOrThrow();
    expect(lead).toMatchObject({ status: 'contacted', first_answer_at: expect.any(Date) });
    await mySay(at, 'Thank you');
    const letters = (await told(house, 'thread.message')).filter(({ to }) => to.personId === at.tenant?.id || to.personId === at.owner.id);
    expect(letters.map(({ to, page, params }) => [to.personId, page, params.text])).toEqual([
      [at.tenant?.id, `/dashboard/tenant/messages/${at.thread}`, 'Yes.'],
      [at.owner.id, `/dashboard/owner/properties/leads?lead=${at.lead}`, 'Thank you'],
    ]);
  });

  test('every step of an enquiry stands in it, and what somebody did themselves is not new to them', async () => {
    const at = await enquiry(await somebody(house, 'tenant'));
    for (const what of leadSteps) await as(at.tenant, (ctx) => happened(ctx, 'lead.step', { leadId: at.lead, what, about: { cents: 5 } }));
    const talk = await mine(at);
    expect(talk.messages.flatMap(({ step }) => step ?? [])).toEqual([...leadSteps]);
    expect(talk.read_upto).toBe(talk.last_seq);
    await as(at.owner, (ctx) => happened(ctx, 'lead.step', { leadId: at.lead, what: 'bid.countered', about: {} }));
    const list = await service.mine(ctxOf(house, at.tenant), { page: 1, page_size: 10, z_filter: { unread: 'true' } });
    expect(list).toMatchObject({ count: 1, unread: 1, results: [{ id: at.thread, unread: 1, last: { side: 'step', step: 'bid.countered' } }] });
  });

  test('an empty message is refused at its field, a long one is read in parts', async () => {
    const at = await enquiry(null);
    await expect(say(at, '')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { body: expect.any(String) } } });
    for (let i = 0; i < 65; i++) await say(at, `Word ${i}`);
    const talk = await seen(at);
    expect([talk.messages.length, talk.earlier, talk.messages.at(-1)?.body]).toEqual([60, true, 'Word 64']);
    const first = await service.ofLead(ctxOf(house, at.owner), { lead_id: at.lead, before: talk.messages[0]?.seq ?? 0 });
    expect([first.messages.length, first.earlier, first.messages[0]?.seq]).toEqual([6, false, 1]);
  });

  test('is nobody else’s: not another company’s, not another visitor’s; the platform reads and does not write', async () => {
    const at = await enquiry(await somebody(house, 'tenant'));
    const [stranger, other, admin] = [await somebody(house, 'owner'), await somebody(house, 'tenant'), await somebody(house, 'admin')];
    await expect(seen(at, stranger)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(service.myTalk(ctxOf(house, other), { id: at.thread })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(service.myTalk(ctxOf(house, at.owner), { id: at.thread })).rejects.toMatchObject({ failure: 'notFound' });
    expect(await seen(at, admin)).toMatchObject({ may_write: false });
    await expect(as(admin, (ctx) => service.say(ctx, { lead_id: at.lead, ...words('Hello') }))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('files are private, and had through the conversation', async () => {
    const at = await enquiry(await somebody(house, 'tenant'));
    const file = { data: Buffer.from('%PDF-1.4 plan'), type: 'pdf' as const, name: 'plan.pdf' };
    const { seq } = await as(at.owner, (ctx) => service.attach(ctx, { lead_id: at.lead, ...words(''), file }));
    const sent = (await mine(at)).messages.find((one) => one.seq === seq);
    expect(sent).toMatchObject({ body: '', files: [{ name: 'plan.pdf', bytes: 13, is_image: false, url: expect.stringMatching(/signature=/) }] });
    const row = await house.database.db.selectFrom('media_file').select('visibility').orderBy('id', 'desc').limit(1).executeTakeFirst();
    expect(row).toEqual({ visibility: 'private' });
  });
});

describe('a guest', () => {
  // In two parts, as the registry runs it: the code is looked at before the transaction.
  const enter = (token: string, code: string) => service.enter(ctxOf(house, null), { token, code });
  const knock = (token: string, ip = `10.3.0.${++n}`) => as(null, (ctx) => service.knock({ ...ctx, from: { ...ctx.from, ip } }, { token }));
  const code = async () => (await told(house, 'security.phone_code')).at(-1)?.params.code ?? '';

  test('comes by the link of the letter and the code to their phone, reads and writes', async () => {
    const at = await enquiry(null);
    await say(at, 'Yes.');
    const letter = (await told(house, 'thread.message')).at(-1);
    expect(letter).toMatchObject({ to: { phone: expect.stringMatching(/^\+254744/), locale: 'en' } });
    const token = decodeURIComponent(letter?.page?.replace('/talk/', '') ?? '');
    expect(token).toBe(tokenOf(house, at.member));
    expect(await knock(token)).toEqual({ to: `…${at.phone.slice(-3)}` });
    await expect(enter(token, '000000x')).rejects.toMatchObject({ failure: 'invalid' });
    const { pass } = await enter(token, await code());
    const talk = await service.guestTalk(ctxOf(house, null), { pass });
    expect(talk.messages.map(({ own }) => own)).toEqual([true, false]);
    await as(null, (ctx) => service.guestSay(ctx, { pass, ...words('Thank you') }));
    expect((await seen(at)).messages.at(-1)).toMatchObject({ side: 'visitor', name: 'Wanjiru', body: 'Thank you' });
  });

  test('a wrong link, a code for another conversation, a used code and an old pass open nothing', async () => {
    const [one, two] = [await enquiry(null), await enquiry(null)];
    const tokens = [tokenOf(house, one.member), tokenOf(house, two.member)] as const;
    await expect(knock(`${tokens[0]}x`)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(knock(`${two.member.toString(36)}.${tokens[0].split('.')[1]}`)).rejects.toMatchObject({ failure: 'notFound' });
    await knock(tokens[0]);
    const given = await code();
    await expect(enter(tokens[1], given)).rejects.toMatchObject({ failure: 'invalid' });
    const { pass } = await enter(tokens[0], given);
    await expect(enter(tokens[0], given)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(service.guestTalk(ctxOf(house, null), { pass: `${pass}x` })).rejects.toMatchObject({ failure: 'notFound' });
    await setClock(house, new Date(Date.now() + 8 * 86_400_000).toISOString());
    await expect(service.guestTalk(ctxOf(house, null), { pass })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('asked without an account', () => {
  test('is in the account that shows the number is theirs, and of nobody who has it later', async () => {
    const { db } = house.database;
    const at = await enquiry(null);
    const { phone } = await db.selectFrom('lead').select('phone').where('id', '=', at.lead).executeTakeFirstOrThrow();
    const tenant = await somebody(house, 'tenant');
    const listed = async () => (await service.mine(ctxOf(house, tenant), { page: 1, page_size: 10 })).results.map((one) => one.id);
    const talk = () => service.myTalk(ctxOf(house, tenant), { id: at.thread });
    const days = (n: number) => new Date(Date.now() + n * 86_400_000);
    const account = (facts: object) => db.updateTable('person').set(facts).where('id', '=', tenant.id).execute();
    await account({ phone });
    expect(await listed(), 'a number that is only said').toEqual([]);
    await expect(talk()).rejects.toMatchObject({ failure: 'notFound' });
    await account({ phone_proved_at: days(-181) });
    expect(await listed(), 'shown too long ago').toEqual([]);
    await account({ phone_proved_at: days(0) });
    expect(await listed()).toEqual([at.thread]);
    await say(at, 'Yes, from the first.');
    await as(tenant, (ctx) => service.mySay(ctx, { id: at.thread, ...words('Thank you') }));
    expect((await talk()).messages.map(({ body, own }) => [body, own])).toEqual([
      ['Is it free?', true],
      ['Yes, from the first.', false],
      ['Thank you', true],
    ]);
    await db
      .updateTable('lead')
      .set({ created_at: days(-200) })
      .where('id', '=', at.lead)
      .execute();
    expect(await listed(), 'asked by whoever had the number before').toEqual([]);
    await expect(talk()).rejects.toMatchObject({ failure: 'notFound' });
  });
});
