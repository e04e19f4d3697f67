import { afterEach, expect, test } from 'vitest';
import { listInspectionItems } from '#contract/inspection/kinds.ts';
import { selectFallbackChannels } from '#contract/notification/events.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { createInspectionFixture } from '#test/fixtures/inspection-fixture.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { runAsPerson } from '#test/people.ts';
import { agreeDueInspections } from './answers.ts';
import { inspectionGuestService } from './guest.ts';
import { makeGuestLinkToken, makeGuestPass, readGuestPass } from './guest-link.ts';

const { services, refused, lived, handedIn, details, owner } = await createInspectionFixture();
const guests = inspectionGuestService(services);
const { db } = services.database;
afterEach(() => setClock(services, null));

/** Creates a report for a unit whose tenant was recorded by the owner and has no account. */
async function byHand() {
  const at = await lived();
  const person = await db.selectFrom('tenancy_person').selectAll().where('tenancy_id', '=', at.tenancy).executeTakeFirstOrThrow();
  const { company_id } = await db.selectFrom('tenant').select('company_id').where('id', '=', person.tenant_id).executeTakeFirstOrThrow();
  const tenant = await db
    .insertInto('tenant')
    .values({ company_id, name: 'Baraka Mwangi', phone: `+25471240${String(1000 + Number(person.id))}`, email: `baraka${person.id}@example.com` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('tenancy_person').set({ tenant_id: tenant.id }).where('id', '=', person.id).execute();
  const one = await handedIn(at);
  return { one, at: { inspection: one.id, member: person.id } };
}
const asGuest = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, null, work);

test('inspection report for guests: an occupant without an account reads the report by a personal link and disputes items', async () => {
  const { one, at } = await byHand();
  const heard = (await listSentNotifications(services, 'inspection.submitted')).filter(({ key }) =>
    key.startsWith(`inspection.submitted:${one.id}:`),
  );
  const theirs = heard.find(({ to }) => 'phone' in to);
  expect(theirs).toMatchObject({
    to: { phone: expect.any(String), email: expect.any(String) },
    page: expect.stringContaining(makeGuestLinkToken(at)),
  });
  // No answer counts as agreement, so tenants are notified by all channels. Managers get no SMS.
  expect(selectFallbackChannels('inspection.submitted', new Map(), theirs?.channels, true).take).toContain('sms');
  for (const keeper of heard.filter(({ to }) => 'personId' in to)) expect(keeper.channels).toEqual(['app', 'email']);
  const pass = makeGuestPass(at);
  const seen = await asGuest((ctx) => guests.guestDetails(ctx, { pass }));
  expect(seen).toMatchObject({ id: one.id, card: null, device: null, may: { answer: true, work: false, cancel: false, settle: false } });
  const item = listInspectionItems(one.areas)[0]?.id ?? '';
  const after = await asGuest((ctx) => guests.guestAnswer(ctx, { pass, disputed: [{ item, note: 'It was so before' }] }));
  expect(after).toMatchObject({ status: 'disputed', may: { answer: false }, history: [{ move: 'dispute', by: 'Baraka Mwangi' }, {}, {}] });
  await expect(asGuest((ctx) => guests.guestAnswer(ctx, { pass, disputed: [] }))).rejects.toEqual(refused('wrongState'));
  expect(await details(owner, one.id)).toMatchObject({ status: 'disputed' });
});

test('inspection notification: names the unit before the property', async () => {
  const { one } = await byHand();
  const { unit, property } = await db
    .selectFrom('inspection')
    .innerJoin('unit', 'unit.id', 'inspection.unit_id')
    .innerJoin('property', 'property.id', 'inspection.property_id')
    .select(['unit.name as unit', 'property.name as property'])
    .where('inspection.id', '=', one.id)
    .executeTakeFirstOrThrow();
  const heard = (await listSentNotifications(services, 'inspection.submitted')).filter(({ key }) =>
    key.startsWith(`inspection.submitted:${one.id}:`),
  );
  expect(heard.map(({ params }) => params.place)).toEqual(heard.map(() => `${unit}, ${property}`));
  expect(heard.length).toBeGreaterThan(0);
});

test('inspection report for guests: no answer by the deadline counts as agreement, which is recorded without a person', async () => {
  const { one } = await byHand();
  await setClock(services, new Date(clock.ms() + 7 * 86_400_000).toISOString());
  await agreeDueInspections(db);
  expect((await details(owner, one.id)).history[0]).toMatchObject({ move: 'agree', by: null });
});

test('inspection report for guests: rejects a changed link, an expired pass, a pass for another report and the pass of an account holder', async () => {
  const { at } = await byHand();
  const other = await byHand();
  const gone = refused('notFound');
  await expect(asGuest((ctx) => guests.knock(ctx, { token: `${makeGuestLinkToken(at).slice(0, -1)}~` }))).rejects.toEqual(gone);
  await expect(asGuest((ctx) => guests.knock(ctx, { token: makeGuestLinkToken({ ...at, inspection: other.one.id }) }))).rejects.toEqual(gone);
  expect(() => readGuestPass(makeGuestLinkToken(at))).toThrow(expect.objectContaining({ failure: 'notFound' }));
  const pass = makeGuestPass(at);
  await setClock(services, new Date(clock.ms() + 25 * 3_600_000).toISOString());
  await expect(asGuest((ctx) => guests.guestDetails(ctx, { pass }))).rejects.toEqual(gone);
  await setClock(services, null);
  const { tenant_id } = await db.selectFrom('tenancy_person').select('tenant_id').where('id', '=', at.member).executeTakeFirstOrThrow();
  await db.updateTable('tenant').set({ person_id: owner.id }).where('id', '=', tenant_id).execute();
  await expect(asGuest((ctx) => guests.guestDetails(ctx, { pass: makeGuestPass(at) }))).rejects.toEqual(gone);
});
