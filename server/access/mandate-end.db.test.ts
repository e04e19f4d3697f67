import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { leadService } from '#server/lead/service.ts';
import { lockOut } from '#server/people/service.ts';
import { threadService } from '#server/thread/service.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';
import { mandateJobs } from './mandate-over.ts';
import * as access from './service.ts';

/** What becomes of an agency's work when its mandate is over, however that comes about. */
let house: House;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
});
const db = () => house.database.db;

type Given = Place & { readonly agent: Somebody; readonly listing: number; readonly mandate: number };
/** An owner's home that an agency lets, answering for its offer. */
async function given(more: object = {}): Promise<Given> {
  const [at, agent] = [await place(house), await somebody(house, 'agent')];
  const { id } = await db()
    .insertInto('mandate')
    .values({
      ...{ owner_company_id: at.owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0 },
      grants: ['property.read', 'listing.read', 'contacts.read', 'contacts.edit', 'tours.read'],
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...at, agent, mandate: id, listing: await addListing(house, at, { contact_id: agent.id }) };
}
async function enquiry(at: Given): Promise<number> {
  const said = { listing_id: at.listing, name: 'Wanjiru', phone: `07450000${String(++n).padStart(2, '0')}`, message: 'Free?', website: '' };
  await inTransaction(house, null, (ctx) =>
    leadService(house).enquire({ ...ctx, from: { ...ctx.from, ip: `10.7.0.${n}` } }, { ...said, may_call: false }),
  );
  return (await db().selectFrom('lead').select('id').where('listing_id', '=', at.listing).orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}
const talk = (who: Somebody, lead_id: number) => threadService(house).ofLead(ctxOf(house, who), { lead_id });
const say = (who: Somebody, lead_id: number) =>
  inTransaction(house, who, (ctx) => threadService(house).say(ctx, { lead_id, client_key: randomUUID(), body: 'Pay me instead' }));
const end = (at: Given) => inTransaction(house, at.owner, (ctx) => access.mandateEnd(ctx, { id: at.mandate }));

describe('the owner ends it', () => {
  test('enquiries and conversations are the owner’s, with what was said; the agency reads and writes nothing', async () => {
    const at = await given();
    const lead = await enquiry(at);
    await say(at.agent, lead);
    await expect(talk(at.owner, lead)).rejects.toMatchObject({ failure: 'notFound' });
    await end(at);
    expect(await talk(at.owner, lead)).toMatchObject({ may_write: true, messages: [{ body: 'Free?' }, { body: 'Pay me instead' }] });
    await say(at.owner, lead);
    await expect(talk(at.agent, lead)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(say(at.agent, lead)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await leadService(house).details(ctxOf(house, at.owner), { id: lead })).toMatchObject({ assigned: null });
  });

  test('whoever asks after that asks the owner', async () => {
    const at = await given();
    await end(at);
    expect(await db().selectFrom('listing').select('contact_id').where('id', '=', at.listing).executeTakeFirst()).toEqual({ contact_id: null });
    expect(await talk(at.owner, await enquiry(at))).toMatchObject({ may_write: true });
  });
});

describe('it is over by itself', () => {
  const run = () => mandateJobs[0]?.run(db());

  test('its last day passes: once, and not a day before', async () => {
    const at = await given({ ends_on: clock.today() });
    const lead = await enquiry(at);
    await run();
    expect(await talk(at.agent, lead)).toMatchObject({ may_write: true });
    await db()
      .updateTable('mandate')
      .set({ ends_on: addDays(clock.today(), -1) })
      .where('id', '=', at.mandate)
      .execute();
    await run();
    await run();
    expect(await talk(at.owner, lead)).toMatchObject({ may_write: true });
    await expect(talk(at.agent, lead)).rejects.toMatchObject({ failure: 'notFound' });
    const letters = (await told(house, 'mandate.ended')).filter((one) => one.to.personId === at.agent.id);
    expect(new Set(letters.map(({ key }) => key)).size).toBe(1);
  });

  test('a property is taken out of it: that one alone', async () => {
    const at = await given();
    const other = { ...at, property: (await place(house, at.owner)).property };
    const unit = await db().selectFrom('unit').select('id').where('property_id', '=', other.property).executeTakeFirstOrThrow();
    const second = { ...other, unit: unit.id, listing: await addListing(house, { ...other, unit: unit.id }, { contact_id: at.agent.id }) };
    const [kept, lost] = [await enquiry(at), await enquiry(second)];
    await inTransaction(house, at.owner, (ctx) => access.mandateUpdate(ctx, { id: at.mandate, all_properties: false, property_ids: [at.property] }));
    expect(await talk(at.agent, kept)).toMatchObject({ may_write: true });
    await expect(talk(at.agent, lost)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await talk(at.owner, lost)).toMatchObject({ may_write: true });
  });

  test('nobody leads the agency any more', async () => {
    const at = await given();
    const lead = await enquiry(at);
    await db().updateTable('person').set({ is_active: false }).where('id', '=', at.agent.id).execute();
    await inTransaction(house, at.owner, (ctx) => lockOut(ctx.db, at.agent.id));
    expect(await talk(at.owner, lead)).toMatchObject({ may_write: true });
  });
});
