import { randomUUID } from 'node:crypto';
import { codeHash } from '#server/identity/contact/phone-code.ts';
import { tokenOf } from '#server/lead/service.ts';
import { passOf } from '#server/thread/guest.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addListing, place } from '#test/worlds/market.ts';

let n = 0;
const tenant = async ({ database: { db } }: House) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow()).id;
/** An enquiry to the first owner there is, whom the sweep asks as, by the first tenant or a guest. */
const asked = async (house: House, person_id: number | null = null) => {
  const { db } = house.database;
  const owner = await db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();
  const at = await place(house);
  const listing_id = await addListing(house, at);
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
const lead = async (house: House) => ({ lead_id: (await asked(house)).lead_id });
const mine = async (house: House) => ({ id: (await asked(house, await tenant(house))).id });
const pass = async (house: House) => ({ pass: passOf(house, (await asked(house)).member) });
const token = async (house: House) => {
  await house.database.db.deleteFrom('throttle').execute();
  return { token: tokenOf(house, (await asked(house)).member) };
};

/** A code that was texted, and is good once. */
const entering: Example = async (house) => {
  await house.database.db.deleteFrom('throttle').execute();
  const { member, lead_id } = await asked(house);
  const { phone } = await house.database.db.selectFrom('lead').select('phone').where('id', '=', lead_id).executeTakeFirstOrThrow();
  const code_hash = codeHash(house.secret, phone, '123456');
  const expires_at = new Date(Date.now() + 600_000);
  await house.database.db
    .insertInto('phone_code')
    .values({ phone, challenge: `for:thread:${member}`, code_hash, expires_at })
    .execute();
  return { token: tokenOf(house, member), code: '123456' };
};

const examples: Readonly<Record<string, Example>> = {
  'thread.ofLead': lead,
  'thread.say': async (house) => ({ ...(await lead(house)), ...words() }),
  'thread.attach': async (house) => ({ ...(await lead(house)), ...words(), ...file }),
  'thread.read': async (house) => ({ ...(await lead(house)), upto: 1 }),
  'thread.mine': async () => ({ page: 1 }),
  'thread.myTalk': mine,
  'thread.mySay': async (house) => ({ ...(await mine(house)), ...words() }),
  'thread.myAttach': async (house) => ({ ...(await mine(house)), ...words(), ...file }),
  'thread.myRead': async (house) => ({ ...(await mine(house)), upto: 1 }),
  'thread.knock': token,
  'thread.enter': entering,
  'thread.guestTalk': pass,
  'thread.guestSay': async (house) => ({ ...(await pass(house)), ...words() }),
  'thread.guestAttach': async (house) => ({ ...(await pass(house)), ...words(), ...file }),
  'thread.guestRead': async (house) => ({ ...(await pass(house)), upto: 1 }),
};

export const roomExamples: RoomExamples = { examples, askers: { 'thread.say': 'owner', 'thread.attach': 'owner' } };
