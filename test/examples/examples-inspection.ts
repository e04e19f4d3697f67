import { createHash, randomUUID } from 'node:crypto';
import { systemInspectionTemplates } from '#contract/inspection/templates.ts';
import { clock } from '#contract/time/clock.ts';
import { hashPhoneCode } from '#server/identity/contact/phone-code.ts';
import { makeGuestLinkToken, makeGuestPass } from '#server/inspection/guest-link.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addProperty, addUnit } from '#test/fixtures/market.ts';
import { createExampleProperty } from './examples-property.ts';

const device = 'device-of-the-sweep';
const soon = () => new Date(clock.ms() + 48 * 3_600_000).toISOString();
const first = (services: TestServices, user_type: number) =>
  services.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const propertyOfFirst = async (services: TestServices) => {
  const owner = await first(services, 4);
  const mine = await services.database.db
    .selectFrom('property')
    .select(['id', 'company_id'])
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return mine ?? { id: await addProperty(services, owner.company_id ?? 0), company_id: owner.company_id ?? 0 };
};
const areas = [
  { key: 'room', name: 'Room', name_sw: 'Chumba', items: [{ key: 'door', name: 'Door', name_sw: 'Mlango', kind: 'yes_no', life_months: null }] },
];
type Status = 'scheduled' | 'in_progress' | 'submitted' | 'disputed';
/** An inspection of the first owner, in the given state. */
const inspection = async (services: TestServices, status: Status = 'scheduled', facts: object = {}) => {
  const { id, company_id } = await propertyOfFirst(services);
  const unit_id = await addUnit(services, id);
  const row = await services.database.db
    .insertInto('inspection')
    .values({
      company_id,
      property_id: id,
      unit_id,
      kind: 'routine' as const,
      areas: JSON.stringify(areas),
      scheduled_at: soon(),
      status,
      ...(status === 'scheduled' ? {} : { device }),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const template = async (services: TestServices) => {
  const owner = await first(services, 4);
  const row = await services.database.db
    .insertInto('inspection_template')
    .values({ company_id: owner.company_id, name: 'Ours', kinds: ['routine'], areas: JSON.stringify(areas) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** An inspection that is completed and signed, ready for submission. The module itself signs it last, so that the signature covers the content. */
const signed = async (services: TestServices) => {
  const id = await inspection(services, 'in_progress');
  await services.database.db.insertInto('inspection_answer').values({ inspection_id: id, item: 'room.door', passed: true }).execute();
  const { hashInspection: digestOf } = await import('#server/inspection/service.ts');
  const row = await services.database.db.selectFrom('inspection').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const answers = await services.database.db.selectFrom('inspection_answer').selectAll().where('inspection_id', '=', id).execute();
  const signature = {
    role: 'inspector',
    name: 'Otieno',
    drawn: null,
    at: clock.now().toISOString(),
    by_id: null,
    digest: digestOf(row, answers, []),
  };
  await services.database.db
    .updateTable('inspection')
    .set({ signatures: JSON.stringify([signature]) })
    .where('id', '=', id)
    .execute();
  return id;
};
const waiting = async (services: TestServices) =>
  createExampleProperty(services, { company_id: (await propertyOfFirst(services)).company_id, status: 'pending_verification' });
/** An inspection submitted by a phone without an exact position. */
const unsure = async (services: TestServices) => {
  const property = await waiting(services);
  const form = systemInspectionTemplates.find((one) => one.key === 'verification')?.areas ?? [];
  const id = await inspection(services, 'submitted', {
    property_id: property.id,
    unit_id: null,
    kind: 'verification',
    areas: JSON.stringify(form),
    place: JSON.stringify({ lat: -1.29, lng: 36.79, accuracy_m: 300, at: clock.now().toISOString() }),
  });
  await services.database.db
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
/** An inspection that needs an answer of the sweep's tenant. */
const asked = async (services: TestServices) => {
  const tenant = await first(services, 0);
  const { company_id, id: property_id } = await propertyOfFirst(services);
  const unit_id = await addUnit(services, property_id);
  const { db } = services.database;
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
  return inspection(services, 'submitted', { unit_id, tenancy_id: tenancy.id, kind: 'move_in', answer_by: soon(), submitted_at: clock.now() });
};

let guests = 0;
/** A link to a person without an account, and the phone that receives the code. */
const linked = async (services: TestServices) => {
  const { db } = services.database;
  await db.deleteFrom('throttle').execute();
  const inspection = await asked(services);
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
const entering: CallExampleBuilder = async (services) => {
  const { at, phone } = await linked(services);
  const code_hash = hashPhoneCode(services.secret, phone, '123456');
  await services.database.db
    .insertInto('phone_code')
    .values({ phone, challenge: `for:inspect:${at.inspection}:${at.member}`, code_hash, expires_at: new Date(clock.ms() + 600_000) })
    .execute();
  return { token: makeGuestLinkToken(at), code: '123456' };
};

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'inspection.list': async (services) => {
    await inspection(services);
    return { page: 1 };
  },
  'inspection.listMine': async () => ({ page: 1 }),
  'inspection.details': async (services) => ({ id: await inspection(services) }),
  'inspection.listInspectors': async () => ({}),
  'inspection.listTemplates': async () => ({}),
  'inspection.createTemplate': async () => ({ name: 'Ours', kinds: ['routine'], areas }),
  'inspection.updateTemplate': async (services) => ({ id: await template(services), name: 'Ours, changed' }),
  'inspection.retireTemplate': async (services) => ({ id: await template(services), retired: true }),
  'inspection.create': async (services) => ({
    kind: 'routine',
    unit_id: await addUnit(services, (await propertyOfFirst(services)).id),
    scheduled_at: soon(),
  }),
  'inspection.createVerification': async (services) => ({ property_id: (await waiting(services)).id, scheduled_at: soon() }),
  'inspection.begin': async (services) => ({ id: await inspection(services), device }),
  'inspection.acquireEditLock': async (services) => ({ id: await inspection(services, 'in_progress'), device: 'another-device' }),
  'inspection.ops': async (services) => ({
    id: await inspection(services, 'in_progress'),
    device,
    ops: [{ id: randomUUID(), seq: 1, op: { do: 'answer', item: 'room.door', passed: true } }],
  }),
  'inspection.photo': async (services) => ({
    id: await inspection(services, 'in_progress'),
    photo_id: randomUUID(),
    item: 'room.door',
    device,
    sha256: createHash('sha256').update(png).digest('hex'),
    photo: png,
  }),
  'inspection.submit': async (services) => ({ id: await signed(services), device }),
  'inspection.answer': async (services) => ({ id: await asked(services), disputed: [] }),
  'inspection.close': async (services) => ({ id: await inspection(services, 'disputed'), reason: 'Talked it over' }),
  'inspection.decideVerification': async (services) => ({ id: await unsure(services), verdict: 'verify', reason: 'The photos show the gate' }),
  'inspection.knock': async (services) => ({ token: makeGuestLinkToken((await linked(services)).at) }),
  'inspection.enter': entering,
  'inspection.guestDetails': async (services) => ({ pass: makeGuestPass((await linked(services)).at) }),
  'inspection.guestAnswer': async (services) => ({ pass: makeGuestPass((await linked(services)).at), disputed: [] }),
  'inspection.cancel': async (services) => ({ id: await inspection(services), reason: 'Another day' }),
};
const platform = ['inspection.createVerification', 'inspection.decideVerification'];

export const moduleExamples: ModuleExamples = {
  examples,
  askers: Object.fromEntries(
    Object.keys(examples).map((key) => [
      key,
      key === 'inspection.answer' ? ('tenant' as const) : platform.includes(key) ? ('admin' as const) : ('owner' as const),
    ]),
  ),
};
