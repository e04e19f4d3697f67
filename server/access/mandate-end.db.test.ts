import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { leadService } from '#server/lead/service.ts';
import { revokeAllAccess } from '#server/people/service.ts';
import { threadService } from '#server/thread/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { mandateJobs } from './mandate-end.ts';
import * as access from './service.ts';

/** Tests what happens to an agency's enquiries and conversations when its mandate ends. */
let services: TestServices;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
});
const db = () => services.database.db;

type Given = OwnerWithUnit & { readonly agent: TestPerson; readonly listing: number; readonly mandate: number };
/** An owner's unit that an agency lets, with an enquiry about its listing. */
async function given(more: object = {}): Promise<Given> {
  const [at, agent] = [await createOwnerWithUnit(services), await createPerson(services, 'agent')];
  const { id } = await db()
    .insertInto('mandate')
    .values({
      owner_company_id: at.owner.me.companyId ?? 0,
      agent_company_id: agent.me.companyId ?? 0,
      grants: ['property.read', 'listing.read', 'contacts.read', 'contacts.edit', 'tours.read'],
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...at, agent, mandate: id, listing: await addListing(services, at, { contact_id: agent.id }) };
}
async function enquiry(at: Given): Promise<number> {
  const said = { listing_id: at.listing, name: 'Wanjiru', phone: `07450000${String(++n).padStart(2, '0')}`, message: 'Free?', website: '' };
  await runAsPerson(services, null, (ctx) =>
    leadService(services).enquire({ ...ctx, from: { ...ctx.from, ip: `10.7.0.${n}` } }, { ...said, may_call: false }),
  );
  return (await db().selectFrom('lead').select('id').where('listing_id', '=', at.listing).orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}
const talk = (who: TestPerson, lead_id: number) => threadService(services).leadMessages(createTestCtx(services, who), { lead_id });
const say = (who: TestPerson, lead_id: number) =>
  runAsPerson(services, who, (ctx) => threadService(services).send(ctx, { lead_id, client_key: randomUUID(), body: 'Pay me instead' }));
const end = (at: Given) => runAsPerson(services, at.owner, (ctx) => access.mandateEnd(ctx, { id: at.mandate }));

describe('mandate ended by the owner', () => {
  test('enquiries and their messages move to the owner, and the agency can no longer read or answer them', async () => {
    const at = await given();
    const lead = await enquiry(at);
    await say(at.agent, lead);
    await expect(talk(at.owner, lead)).rejects.toMatchObject({ failure: 'notFound' });
    await end(at);
    expect(await talk(at.owner, lead)).toMatchObject({ may_write: true, messages: [{ body: 'Free?' }, { body: 'Pay me instead' }] });
    await say(at.owner, lead);
    await expect(talk(at.agent, lead)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(say(at.agent, lead)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await leadService(services).details(createTestCtx(services, at.owner), { id: lead })).toMatchObject({ assigned: null });
  });

  test('new enquiries go to the owner', async () => {
    const at = await given();
    await end(at);
    expect(await db().selectFrom('listing').select('contact_id').where('id', '=', at.listing).executeTakeFirst()).toEqual({ contact_id: null });
    expect(await talk(at.owner, await enquiry(at))).toMatchObject({ may_write: true });
  });
});

describe('mandate ended automatically', () => {
  const run = () => mandateJobs[0]?.run(db());

  test('ends once after its last day, and not before', async () => {
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
    const letters = (await listSentNotifications(services, 'mandate.ended')).filter((one) => one.to.personId === at.agent.id);
    expect(new Set(letters.map(({ key }) => key)).size).toBe(1);
  });

  test("removing a property from the mandate ends the agent's access to that property only", async () => {
    const at = await given();
    const other = { ...at, property: (await createOwnerWithUnit(services, at.owner)).property };
    const unit = await db().selectFrom('unit').select('id').where('property_id', '=', other.property).executeTakeFirstOrThrow();
    const second = { ...other, unit: unit.id, listing: await addListing(services, { ...other, unit: unit.id }, { contact_id: at.agent.id }) };
    const [kept, lost] = [await enquiry(at), await enquiry(second)];
    await runAsPerson(services, at.owner, (ctx) => access.mandateUpdate(ctx, { id: at.mandate, all_properties: false, property_ids: [at.property] }));
    expect(await talk(at.agent, kept)).toMatchObject({ may_write: true });
    await expect(talk(at.agent, lost)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await talk(at.owner, lost)).toMatchObject({ may_write: true });
  });

  test('ends when the head of the agency is locked out', async () => {
    const at = await given();
    const lead = await enquiry(at);
    await db().updateTable('person').set({ is_active: false }).where('id', '=', at.agent.id).execute();
    await runAsPerson(services, at.owner, (ctx) => revokeAllAccess(ctx.db, at.agent.id));
    expect(await talk(at.owner, lead)).toMatchObject({ may_write: true });
  });
});
