import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadSteps } from '#contract/thread/steps.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { buildConversationPath, leadService, makeConversationToken } from '#server/lead/service.ts';
import { setClock } from '#test/clock.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { threadService } from './service.ts';

let services: TestServices;
let service: ReturnType<typeof threadService>;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  service = threadService(services);
});

type Asked = OwnerWithUnit & {
  listing: number;
  talk: string;
  lead: number;
  thread: number;
  member: number;
  tenant: TestPerson | null;
  phone: string;
};
async function enquiry(tenant: TestPerson | null): Promise<Asked> {
  const at = await createOwnerWithUnit(services);
  const listing_id = await addListing(services, at, { contact_id: at.owner.id });
  const phone = `07440000${String(++n).padStart(2, '0')}`;
  const said = { listing_id, name: 'Wanjiru', phone, message: 'Is it free?', website: '', may_call: false };
  const { talk } = await runAsPerson(services, tenant, (ctx) =>
    leadService(services).enquire({ ...ctx, from: { ...ctx.from, ip: `10.2.0.${n}` } }, said),
  );
  const { db } = services.database;
  const lead = await db.selectFrom('lead').select('id').where('listing_id', '=', listing_id).executeTakeFirstOrThrow();
  const thread = await db.selectFrom('thread').select('id').where('lead_id', '=', lead.id).executeTakeFirstOrThrow();
  const member = await db.selectFrom('thread_member').select('id').where('thread_id', '=', thread.id).executeTakeFirstOrThrow();
  return { ...at, listing: listing_id, talk, lead: lead.id, thread: thread.id, member: member.id, tenant, phone };
}
const as = <T>(who: TestPerson | null, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const words = (body: string, client_key = randomUUID()) => ({ client_key, body });
const say = (at: Asked, body: string, key = randomUUID()) => as(at.owner, (ctx) => service.send(ctx, { lead_id: at.lead, ...words(body, key) }));
const mySay = (at: Asked, body: string) => as(at.tenant, (ctx) => service.mySend(ctx, { id: at.thread, ...words(body) }));
const seen = (at: Asked, who = at.owner) => service.leadMessages(createTestCtx(services, who), { lead_id: at.lead });
const mine = (at: Asked) => service.myMessages(createTestCtx(services, at.tenant), { id: at.thread });

describe('conversation', () => {
  test('stores messages of both sides, and each side sees the last message that the other side has read', async () => {
    const at = await enquiry(await createPerson(services, 'tenant'));
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
    await as(at.owner, (ctx) => service.markRead(ctx, { lead_id: at.lead, upto: 900 }));
    expect(await mine(at)).toMatchObject({ other_read: 3 });
    await as(at.owner, (ctx) => service.markRead(ctx, { lead_id: at.lead, upto: 1 }));
    expect(await mine(at)).toMatchObject({ other_read: 3 });
  });

  test('has a link after the first enquiry, in the messages of an account or in every email to a guest', async () => {
    const [known, guest] = [await enquiry(await createPerson(services, 'tenant')), await enquiry(null)];
    expect([known.talk, guest.talk]).toEqual([`/dashboard/tenant/messages/${known.thread}`, buildConversationPath(services, guest.member)]);
  });

  test('shows the application link to the visitor only, and only while the home is available', async () => {
    const at = await enquiry(await createPerson(services, 'tenant'));
    expect([(await mine(at)).apply, (await seen(at)).apply]).toEqual([`/dashboard/tenant/apply/${at.listing}`, null]);
    await services.database.db.updateTable('unit').set({ status: 'ordered' }).where('id', '=', at.unit).execute();
    expect((await mine(at)).apply).toBeNull();
  });

  test('stores a message once when the same key is sent several times, even concurrently', async () => {
    const at = await enquiry(null);
    const key = randomUUID();
    const all = await Promise.all(Array.from({ length: 5 }, () => say(at, 'Yes.', key).catch(() => say(at, 'Yes.', key))));
    expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([2]));
    expect((await seen(at)).messages).toHaveLength(2);
  });

  test('counts the first staff message as the response to the enquiry, and notifies each side with its own link', async () => {
    const at = await enquiry(await createPerson(services, 'tenant'));
    await say(at, 'Yes.');
    const lead = await services.database.db.selectFrom('lead').selectAll().where('id', '=', at.lead).executeTakeFirstOrThrow();
    expect(lead).toMatchObject({ status: 'contacted', first_answer_at: expect.any(Date) });
    await mySay(at, 'Thank you');
    const letters = (await listSentNotifications(services, 'thread.message')).filter(
      ({ to }) => to.personId === at.tenant?.id || to.personId === at.owner.id,
    );
    expect(letters.map(({ to, page, params }) => [to.personId, page, params.text])).toEqual([
      [at.tenant?.id, `/dashboard/tenant/messages/${at.thread}`, 'Yes.'],
      [at.owner.id, `/dashboard/owner/properties/leads?lead=${at.lead}`, 'Thank you'],
    ]);
  });

  test("shows every step of the enquiry, and does not count the reader's own steps as unread", async () => {
    const at = await enquiry(await createPerson(services, 'tenant'));
    for (const what of leadSteps) await as(at.tenant, (ctx) => publishEvent(ctx, 'lead.step', { leadId: at.lead, what, about: { cents: 5 } }));
    const talk = await mine(at);
    expect(talk.messages.flatMap(({ step }) => step ?? [])).toEqual([...leadSteps]);
    expect(talk.read_upto).toBe(talk.last_seq);
    await as(at.owner, (ctx) => publishEvent(ctx, 'lead.step', { leadId: at.lead, what: 'bid.countered', about: {} }));
    const list = await service.listMine(createTestCtx(services, at.tenant), { page: 1, page_size: 10, z_filter: { unread: 'true' } });
    expect(list).toMatchObject({ count: 1, unread: 1, results: [{ id: at.thread, unread: 1, last: { side: 'step', step: 'bid.countered' } }] });
  });

  test('rejects an empty message with an error at the message field, and loads a long conversation in parts', async () => {
    const at = await enquiry(null);
    await expect(say(at, '')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { body: expect.any(String) } } });
    for (let i = 0; i < 65; i++) await say(at, `Word ${i}`);
    const talk = await seen(at);
    expect([talk.messages.length, talk.earlier, talk.messages.at(-1)?.body]).toEqual([60, true, 'Word 64']);
    const first = await service.leadMessages(createTestCtx(services, at.owner), { lead_id: at.lead, before: talk.messages[0]?.seq ?? 0 });
    expect([first.messages.length, first.earlier, first.messages[0]?.seq]).toEqual([6, false, 1]);
  });

  test('is hidden from other companies and other visitors, and platform staff can read but not write', async () => {
    const at = await enquiry(await createPerson(services, 'tenant'));
    const [stranger, other, admin] = [
      await createPerson(services, 'owner'),
      await createPerson(services, 'tenant'),
      await createPerson(services, 'admin'),
    ];
    await expect(seen(at, stranger)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(service.myMessages(createTestCtx(services, other), { id: at.thread })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(service.myMessages(createTestCtx(services, at.owner), { id: at.thread })).rejects.toMatchObject({ failure: 'notFound' });
    expect(await seen(at, admin)).toMatchObject({ may_write: false });
    await expect(as(admin, (ctx) => service.send(ctx, { lead_id: at.lead, ...words('Hello') }))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('has private files that open only through the conversation', async () => {
    const at = await enquiry(await createPerson(services, 'tenant'));
    const file = { data: Buffer.from('%PDF-1.4 plan'), type: 'pdf' as const, name: 'plan.pdf' };
    const { seq } = await as(at.owner, (ctx) => service.attach(ctx, { lead_id: at.lead, ...words(''), file }));
    const sent = (await mine(at)).messages.find((one) => one.seq === seq);
    expect(sent).toMatchObject({ body: '', files: [{ name: 'plan.pdf', bytes: 13, is_image: false, url: expect.stringMatching(/signature=/) }] });
    const row = await services.database.db.selectFrom('media_file').select('visibility').orderBy('id', 'desc').limit(1).executeTakeFirst();
    expect(row).toEqual({ visibility: 'private' });
  });
});

describe('guest conversation', () => {
  // The two parts run as in the registry: the code is checked before the transaction.
  const enter = (token: string, code: string) => service.enter(createTestCtx(services, null), { token, code });
  const knock = (token: string, ip = `10.3.0.${++n}`) => as(null, (ctx) => service.knock({ ...ctx, from: { ...ctx.from, ip } }, { token }));
  const code = async () => (await listSentNotifications(services, 'security.phone_code')).at(-1)?.params.code ?? '';

  test('can be read and answered after opening the link from the email and entering the code from the SMS', async () => {
    const at = await enquiry(null);
    await say(at, 'Yes.');
    const letter = (await listSentNotifications(services, 'thread.message')).at(-1);
    expect(letter).toMatchObject({ to: { phone: expect.stringMatching(/^\+254744/), locale: 'en' } });
    const token = decodeURIComponent(letter?.page?.replace('/talk/', '') ?? '');
    expect(token).toBe(makeConversationToken(services, at.member));
    expect(await knock(token)).toEqual({ to: `…${at.phone.slice(-3)}` });
    await expect(enter(token, '000000x')).rejects.toMatchObject({ failure: 'invalid' });
    const { pass } = await enter(token, await code());
    const talk = await service.guestMessages(createTestCtx(services, null), { pass });
    expect(talk.messages.map(({ own }) => own)).toEqual([true, false]);
    await as(null, (ctx) => service.guestSend(ctx, { pass, ...words('Thank you') }));
    expect((await seen(at)).messages.at(-1)).toMatchObject({ side: 'visitor', name: 'Wanjiru', body: 'Thank you' });
  });

  test('rejects a wrong link, a code for another conversation, a used code and an expired pass', async () => {
    const [one, two] = [await enquiry(null), await enquiry(null)];
    const tokens = [makeConversationToken(services, one.member), makeConversationToken(services, two.member)] as const;
    await expect(knock(`${tokens[0]}x`)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(knock(`${two.member.toString(36)}.${tokens[0].split('.')[1]}`)).rejects.toMatchObject({ failure: 'notFound' });
    await knock(tokens[0]);
    const given = await code();
    await expect(enter(tokens[1], given)).rejects.toMatchObject({ failure: 'invalid' });
    const { pass } = await enter(tokens[0], given);
    await expect(enter(tokens[0], given)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(service.guestMessages(createTestCtx(services, null), { pass: `${pass}x` })).rejects.toMatchObject({ failure: 'notFound' });
    await setClock(services, new Date(Date.now() + 8 * 86_400_000).toISOString());
    await expect(service.guestMessages(createTestCtx(services, null), { pass })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('guest conversation after the guest creates an account', () => {
  test('appears in the account that verifies the number, but not in the account of a later holder of the number', async () => {
    const { db } = services.database;
    const at = await enquiry(null);
    const { phone } = await db.selectFrom('lead').select('phone').where('id', '=', at.lead).executeTakeFirstOrThrow();
    const tenant = await createPerson(services, 'tenant');
    const listed = async () => (await service.listMine(createTestCtx(services, tenant), { page: 1, page_size: 10 })).results.map((one) => one.id);
    const talk = () => service.myMessages(createTestCtx(services, tenant), { id: at.thread });
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
    await as(tenant, (ctx) => service.mySend(ctx, { id: at.thread, ...words('Thank you') }));
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
