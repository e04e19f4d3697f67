import { randomUUID } from 'node:crypto';
import { hashPhoneCode } from '#server/identity/contact/phone-code.ts';
import { makeConversationToken } from '#server/lead/service.ts';
import { makeThreadGuestPass } from '#server/thread/guest.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';

let n = 0;
const tenant = async ({ database: { db } }: TestServices) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow()).id;
/** An enquiry of the first tenant or a guest to the first owner, whose account the sweep uses. */
const asked = async (services: TestServices, person_id: number | null = null) => {
  const { db } = services.database;
  const owner = await db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();
  const at = await createOwnerWithUnit(services);
  const listing_id = await addListing(services, at);
  const lead = await db
    .insertInto('lead')
    .values({
      company_id: owner.company_id ?? 0,
      listing_id,
      property_id: at.property,
      person_id,
      name: 'Wanjiru',
      phone: `+2547123${String(10_000 + ++n)}`,
      message: 'Is it free?',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const thread = await db.selectFrom('thread').select('id').where('lead_id', '=', lead.id).executeTakeFirstOrThrow();
  const member = await db.selectFrom('thread_member').select('id').where('thread_id', '=', thread.id).executeTakeFirstOrThrow();
  return { lead_id: lead.id, id: thread.id, member: member.id };
};
const words = () => ({ client_key: randomUUID(), body: 'Yes, from the first.' });
const file = { file: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') };
const lead = async (services: TestServices) => ({ lead_id: (await asked(services)).lead_id });
const mine = async (services: TestServices) => ({ id: (await asked(services, await tenant(services))).id });
const pass = async (services: TestServices) => ({ pass: makeThreadGuestPass(services, (await asked(services)).member) });
const token = async (services: TestServices) => {
  await services.database.db.deleteFrom('throttle').execute();
  return { token: makeConversationToken(services, (await asked(services)).member) };
};

/** A code from an SMS, valid once. */
const entering: CallExampleBuilder = async (services) => {
  await services.database.db.deleteFrom('throttle').execute();
  const { member, lead_id } = await asked(services);
  const { phone } = await services.database.db.selectFrom('lead').select('phone').where('id', '=', lead_id).executeTakeFirstOrThrow();
  const code_hash = hashPhoneCode(services.secret, phone, '123456');
  const expires_at = new Date(Date.now() + 600_000);
  await services.database.db
    .insertInto('phone_code')
    .values({ phone, challenge: `for:thread:${member}`, code_hash, expires_at })
    .execute();
  return { token: makeConversationToken(services, member), code: '123456' };
};

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'thread.leadMessages': lead,
  'thread.send': async (services) => ({ ...(await lead(services)), ...words() }),
  'thread.attach': async (services) => ({ ...(await lead(services)), ...words(), ...file }),
  'thread.markRead': async (services) => ({ ...(await lead(services)), upto: 1 }),
  'thread.listMine': async () => ({ page: 1 }),
  'thread.myMessages': mine,
  'thread.mySend': async (services) => ({ ...(await mine(services)), ...words() }),
  'thread.myAttach': async (services) => ({ ...(await mine(services)), ...words(), ...file }),
  'thread.myMarkRead': async (services) => ({ ...(await mine(services)), upto: 1 }),
  'thread.knock': token,
  'thread.enter': entering,
  'thread.guestMessages': pass,
  'thread.guestSend': async (services) => ({ ...(await pass(services)), ...words() }),
  'thread.guestAttach': async (services) => ({ ...(await pass(services)), ...words(), ...file }),
  'thread.guestMarkRead': async (services) => ({ ...(await pass(services)), upto: 1 }),
};

export const moduleExamples: ModuleExamples = { examples, askers: { 'thread.send': 'owner', 'thread.attach': 'owner' } };
