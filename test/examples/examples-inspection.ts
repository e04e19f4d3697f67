import { createHash, randomUUID } from 'node:crypto';
import { systemTemplates } from '#contract/inspection/templates.ts';
import { clock } from '#contract/time/clock.ts';
import { codeHash } from '#server/identity/contact/phone-code.ts';
import { passOf, tokenOf } from '#server/inspection/guest-link.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addProperty, addUnit } from '#test/worlds/market.ts';
import { aProperty } from './examples-property.ts';

const device = 'device-of-the-sweep';
const soon = () => new Date(clock.ms() + 48 * 3_600_000).toISOString();
const first = (house: House, user_type: number) =>
  house.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const propertyOfFirst = async (house: House) => {
  const owner = await first(house, 4);
  const mine = await house.database.db
    .selectFrom('property')
    .select(['id', 'company_id'])
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return mine ?? { id: await addProperty(house, owner.company_id ?? 0), company_id: owner.company_id ?? 0 };
};
const areas = [
  { key: 'room', name: 'Room', name_sw: 'Chumba', items: [{ key: 'door', name: 'Door', name_sw: 'Mlango', kind: 'yes_no', life_months: null }] },
];
type Status = 'scheduled' | 'in_progress' | 'submitted' | 'disputed';
/** One of the first owner's, as far as it went. */
const inspection = async (house: House, status: Status = 'scheduled', facts: object = {}) => {
  const { id, company_id } = await propertyOfFirst(house);
  const unit_id = await addUnit(house, id);
  const row = await house.database.db
    .insertInto('inspection')
    .values({
      ...{ company_id, property_id: id, unit_id, kind: 'routine' as const, areas: JSON.stringify(areas), scheduled_at: soon(), status },
      ...(status === 'scheduled' ? {} : { device }),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const template = async (house: House) => {
  const owner = await first(house, 4);
  const row = await house.database.db
    .insertInto('inspection_template')
    .values({ company_id: owner.company_id, name: 'Ours', kinds: ['routine'], areas: JSON.stringify(areas) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** Filled in and signed, ready to be handed in: signed last, through the room itself, so that the signature covers it. */
const signed = async (house: House) => {
  const id = await inspection(house, 'in_progress');
  await house.database.db.insertInto('inspection_answer').values({ inspection_id: id, item: 'room.door', passed: true }).execute();
  const { digestOf } = await import('#server/inspection/service.ts');
  const row = await house.database.db.selectFrom('inspection').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const answers = await house.database.db.selectFrom('inspection_answer').selectAll().where('inspection_id', '=', id).execute();
  const signature = {
    role: 'inspector',
    name: 'Otieno',
    drawn: null,
    at: clock.now().toISOString(),
    by_id: null,
    digest: digestOf(row, answers, []),
  };
  await house.database.db
    .updateTable('inspection')
    .set({ signatures: JSON.stringify([signature]) })
    .where('id', '=', id)
    .execute();
  return id;
};
const waiting = async (house: House) => aProperty(house, { company_id: (await propertyOfFirst(house)).company_id, status: 'pending_verification' });
/** Handed in by somebody whose phone was not sure of its place. */
const unsure = async (house: House) => {
  const property = await waiting(house);
  const form = systemTemplates.find((one) => one.key === 'verification')?.areas ?? [];
  const id = await inspection(house, 'submitted', {
    ...{ property_id: property.id, unit_id: null, kind: 'verification', areas: JSON.stringify(form) },
    place: JSON.stringify({ lat: -1.29, lng: 36.79, accuracy_m: 300, at: clock.now().toISOString() }),
  });
  await house.database.db
    .insertInto('inspection_answer')
    .values(
      ['exists', 'access', 'authority', 'units', 'pictures'].map((what) => ({
        inspection_id: id,
        item: `property.${what}`,
        passed: true,
        counted: 1,
      })),
    )
    .execute();
  return id;
};
/** One that the sweep's tenant is asked about. */
const asked = async (house: House) => {
  const tenant = await first(house, 0);
  const { company_id, id: property_id } = await propertyOfFirst(house);
  const unit_id = await addUnit(house, property_id);
  const { db } = house.database;
  const known = await db.selectFrom('tenant').select('id').where('company_id', '=', company_id).where('person_id', '=', tenant.id).executeTakeFirst();
  const relation =
    known ?? (await db.insertInto('tenant').values({ company_id, person_id: tenant.id, name: 'Achieng' }).returning('id').executeTakeFirstOrThrow());
  const tenancy = await db
    .insertInto('tenancy')
    .values({ company_id, property_id, unit_id, starts_on: clock.today(), term_type: 'periodic', listing_type: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tenancy_person')
    .values({ tenancy_id: tenancy.id, tenant_id: relation.id, role: 'lead', share_bp: 10_000, since: clock.today() })
    .execute();
  return inspection(house, 'submitted', { unit_id, tenancy_id: tenancy.id, kind: 'move_in', answer_by: soon(), submitted_at: clock.now() });
};

let guests = 0;
/** A link to somebody without an account, and the phone the code goes to. */
const linked = async (house: House) => {
  const { db } = house.database;
  await db.deleteFrom('throttle').execute();
  const inspection = await asked(house);
  const member = await db
    .selectFrom('inspection')
    .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'inspection.tenancy_id')
    .select(['tenancy_person.id', 'inspection.company_id'])
    .where('inspection.id', '=', inspection)
    .executeTakeFirstOrThrow();
  const phone = `+25471239${String(1000 + ++guests)}`;
  const byHand = await db
    .insertInto('tenant')
    .values({ company_id: member.company_id, name: 'Baraka', phone })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('tenancy_person').set({ tenant_id: byHand.id }).where('id', '=', member.id).execute();
  return { at: { inspection, member: member.id }, phone };
};
const entering: Example = async (house) => {
  const { at, phone } = await linked(house);
  const code_hash = codeHash(house.secret, phone, '123456');
  await house.database.db
    .insertInto('phone_code')
    .values({ phone, challenge: `for:inspect:${at.inspection}:${at.member}`, code_hash, expires_at: new Date(clock.ms() + 600_000) })
    .execute();
  return { token: tokenOf(at), code: '123456' };
};

const examples: Readonly<Record<string, Example>> = {
  'inspection.all': async (house) => {
    await inspection(house);
    return { page: 1 };
  },
  'inspection.mine': async () => ({ page: 1 }),
  'inspection.details': async (house) => ({ id: await inspection(house) }),
  'inspection.inspectors': async () => ({}),
  'inspection.templates': async () => ({}),
  'inspection.createTemplate': async () => ({ name: 'Ours', kinds: ['routine'], areas }),
  'inspection.updateTemplate': async (house) => ({ id: await template(house), name: 'Ours, changed' }),
  'inspection.retireTemplate': async (house) => ({ id: await template(house), retired: true }),
  'inspection.create': async (house) => ({ kind: 'routine', unit_id: await addUnit(house, (await propertyOfFirst(house)).id), scheduled_at: soon() }),
  'inspection.createVerification': async (house) => ({ property_id: (await waiting(house)).id, scheduled_at: soon() }),
  'inspection.begin': async (house) => ({ id: await inspection(house), device }),
  'inspection.takePen': async (house) => ({ id: await inspection(house, 'in_progress'), device: 'another-device' }),
  'inspection.ops': async (house) => ({
    id: await inspection(house, 'in_progress'),
    device,
    ops: [{ id: randomUUID(), seq: 1, op: { do: 'answer', item: 'room.door', passed: true } }],
  }),
  'inspection.photo': async (house) => ({
    ...{ id: await inspection(house, 'in_progress'), photo_id: randomUUID(), item: 'room.door', device },
    ...{ sha256: createHash('sha256').update(png).digest('hex'), photo: png },
  }),
  'inspection.submit': async (house) => ({ id: await signed(house), device }),
  'inspection.answer': async (house) => ({ id: await asked(house), disputed: [] }),
  'inspection.settle': async (house) => ({ id: await inspection(house, 'disputed'), reason: 'Talked it over' }),
  'inspection.decide': async (house) => ({ id: await unsure(house), verdict: 'verify', reason: 'The photos show the gate' }),
  'inspection.knock': async (house) => ({ token: tokenOf((await linked(house)).at) }),
  'inspection.enter': entering,
  'inspection.guestOne': async (house) => ({ pass: passOf((await linked(house)).at) }),
  'inspection.guestAnswer': async (house) => ({ pass: passOf((await linked(house)).at), disputed: [] }),
  'inspection.cancel': async (house) => ({ id: await inspection(house), reason: 'Another day' }),
};
const platform = ['inspection.createVerification', 'inspection.decide'];

export const roomExamples: RoomExamples = {
  examples,
  askers: Object.fromEntries(
    Object.keys(examples).map((key) => [
      key,
      key === 'inspection.answer' ? ('tenant' as const) : platform.includes(key) ? ('admin' as const) : ('owner' as const),
    ]),
  ),
};
