import { createHash, createHmac } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { hashSigningToken } from '#server/agreement/invite.ts';
import { residentialTemplate } from '#server/agreement/texts/residential.ts';
import { writeAgreementDraft } from '#server/agreement/write-draft.ts';
import { hashPhoneCode } from '#server/identity/contact/phone-code.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';

let n = 0;
const phone = () => `+25473${String(4_000_000 + ++n)}`;
const sha256 = createHash('sha256').update('text').digest('hex');
const first = (services: TestServices) =>
  services.database.db.selectFrom('person').select(['id', 'company_id', 'phone']).where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();

/** A tenancy of the owner of the sweep, with the draft of its lease. */
async function tenancy(services: TestServices): Promise<{ tenancyId: number; id: number }> {
  const { db } = services.database;
  const owner = await first(services);
  const mine = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const unitId = mine ? await addUnit(services, mine.id) : (await createOwnerWithUnit(services)).unit;
  const today = clock.today();
  const made = await db.transaction().execute((tx) =>
    createTenancy(asClock(tx), {
      unitId,
      startsOn: today,
      endsOn: addDays(today, 300),
      people: [{ somebody: { personId: null, name: 'Achieng', phone: phone(), email: null }, role: 'lead', shareBp: 10_000 }],
      rentCents: 4_500_000,
      period: 2,
      depositCents: 4_500_000,
    }),
  );
  const row = await db.selectFrom('agreement').select('id').where('tenancy_id', '=', made.id).executeTakeFirst();
  return {
    tenancyId: made.id,
    id: row?.id ?? (await db.transaction().execute((tx) => writeAgreementDraft(asClock(tx), { tenancyId: made.id, kind: 'lease' }))),
  };
}

type Status = 'pending_signature' | 'rejected' | 'partially_signed';
/** An agreement that was sent, with a known link and code. */
async function sent(services: TestServices, status: Status = 'pending_signature') {
  const { db } = services.database;
  const { id } = await tenancy(services);
  await db
    .updateTable('agreement')
    .set({
      status,
      pdf_sha256: sha256,
      pdf_file: 'a.pdf',
      frozen_at: clock.now(),
      text: JSON.stringify({ title: { en: 'A', sw: 'A' }, blocks: [] }),
      verify_code: `SWEEP-${id}`,
    })
    .where('id', '=', id)
    .execute();
  const token = `sweep-${id}-${'k'.repeat(30)}`;
  const party = await db
    .selectFrom('agreement_party')
    .select(['id', 'phone'])
    .where('agreement_id', '=', id)
    .orderBy('turn')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('agreement_party')
    .set({ status: 'sent', token_hash: hashSigningToken(token), invited_at: clock.now(), expires_at: new Date(clock.ms() + 86_400_000) })
    .where('id', '=', party.id)
    .execute();
  await db.deleteFrom('throttle').execute();
  const code = '424242';
  const to = party.phone ?? '';
  await db
    .insertInto('phone_code')
    .values({
      phone: to,
      challenge: `for:sign:${party.id}:${sha256}`,
      code_hash: hashPhoneCode(services.secret, to, code),
      expires_at: new Date(clock.ms() + 600_000),
      sent_at: clock.now(),
    })
    .execute();
  return { id, token, code, party: party.id };
}
const mine = async (services: TestServices): Promise<number> => {
  const owner = await first(services);
  const { id } = await sent(services);
  await services.database.db
    .updateTable('agreement_party')
    .set({ person_id: owner.id, token_hash: hashSigningToken(`m${++n}`), invited_at: clock.now() })
    .where('agreement_id', '=', id)
    .where('turn', '=', 1)
    .execute();
  return id;
};
const template = async (services: TestServices, own = true): Promise<number> => {
  const owner = await first(services);
  const values = {
    company_id: own ? owner.company_id : null,
    name: `Sweep ${++n}`,
    kind: 'lease' as const,
    body: JSON.stringify(residentialTemplate),
    published_at: clock.now(),
  };
  return (await services.database.db.insertInto('agreement_template').values(values).returning('id').executeTakeFirstOrThrow()).id;
};
const inked = (services: TestServices, id: number) =>
  services.database.db
    .updateTable('agreement')
    .set({ wet_ink: JSON.stringify({ key: 'a.pdf', sha256, by: 0, at: '' }) })
    .where('id', '=', id)
    .execute();
const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');

/** A booking of a home that the sweep's owner lets. */
const booked = async (services: TestServices): Promise<number> => {
  const { tenancyId } = await tenancy(services);
  const { db } = services.database;
  const home = await db
    .selectFrom('tenancy')
    .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'tenancy.id')
    .select(['tenancy.company_id', 'tenancy.property_id', 'tenancy.unit_id', 'tenancy_person.tenant_id'])
    .where('tenancy.id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  const person = await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
  const bill = {
    listing_type: 0,
    price_cents: 4_500_000,
    price_period: 2,
    deposit_cents: 4_500_000,
    service_charge_cents: 0,
    other_charges: [],
    month_rent_cents: 4_500_000,
    due_cents: 9_000_000,
    due: [],
    month_cents: 4_500_000,
    monthly: [],
    promotion: null,
  };
  const values = {
    ...home,
    person_id: person.id,
    starts_on: clock.today(),
    term_months: 12,
    bill: JSON.stringify(bill),
    status: 'confirmed' as const,
  };
  return (await db.insertInto('booking').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'agreement.list': async () => ({ page: 1 }),
  'agreement.details': async (services) => ({ id: (await tenancy(services)).id }),
  'agreement.beforePaying': async (services) => ({ booking_id: await booked(services) }),
  'agreement.create': async (services) => ({ tenancy_id: (await tenancy(services)).tenancyId, kind: 'addendum' }),
  'agreement.update': async (services) => ({ id: (await tenancy(services)).id, message: 'Read it in peace' }),
  'agreement.send': async (services) => ({ id: (await tenancy(services)).id }),
  'agreement.resend': async (services) => {
    const { id, party } = await sent(services);
    return { id, party_id: party };
  },
  'agreement.changeNumber': async (services) => {
    const { id, party } = await sent(services);
    return { id, party_id: party, phone: phone(), email: '' };
  },
  'agreement.void': async (services) => ({ id: (await tenancy(services)).id, reason: 'Another day' }),
  'agreement.newVersion': async (services) => ({ id: (await sent(services, 'rejected')).id }),
  'agreement.retrySeal': async (services) => {
    const { id } = await sent(services, 'partially_signed');
    await services.database.db.updateTable('agreement').set({ seal_failed_at: clock.now() }).where('id', '=', id).execute();
    await services.database.db.updateTable('agreement_party').set({ status: 'signed' }).where('agreement_id', '=', id).execute();
    return { id };
  },
  'agreement.uploadSignedScan': async (services) => {
    const { id } = await tenancy(services);
    const tenant = await services.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirst();
    await services.database.db
      .updateTable('agreement_party')
      .set({ person_id: tenant?.id ?? null })
      .where('agreement_id', '=', id)
      .where('turn', '=', 1)
      .execute();
    return { id, file: pdf };
  },
  'agreement.confirmSignedScan': async (services) => {
    const { id, party } = await sent(services);
    await inked(services, id);
    const tenant = await services.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
    await services.database.db.updateTable('agreement_party').set({ person_id: tenant.id }).where('id', '=', party).execute();
    return { id, sha256 };
  },
  'agreement.ownSigningLink': async (services) => ({ id: await mine(services) }),
  'agreementTemplate.list': async () => ({ page: 1 }),
  'agreementTemplate.details': async (services) => ({ id: await template(services, false) }),
  'agreementTemplate.copy': async (services) => ({ id: await template(services, false), name: 'Ours' }),
  'agreementTemplate.save': async (services) => ({
    id: await template(services),
    name: 'Ours',
    governs: 'en',
    reviewed_by: '',
    body: residentialTemplate,
  }),
  'agreementTemplate.archive': async (services) => ({ id: await template(services) }),
  'agreementSign.preview': async (services) => ({ token: (await sent(services)).token }),
  'agreementSign.sendCode': async (services) => ({ token: (await sent(services)).token }),
  'agreementSign.openText': async (services) => {
    const { token, code } = await sent(services);
    return { token, code };
  },
  'agreementSign.sign': async (services) => {
    const { token, code } = await sent(services);
    return { token, code, sha256, kind: 'typed', drawn: 'Achieng' };
  },
  'agreementSign.confirmSignedScan': async (services) => {
    const { id, token, code } = await sent(services);
    await inked(services, id);
    return { token, code };
  },
  'agreementSign.reject': async (services) => {
    const { token, code } = await sent(services);
    return { token, code, reason: 'Not so' };
  },
  'agreementSign.objectToNumber': async (services) => {
    const { party } = await sent(services);
    await services.database.db.updateTable('agreement_party').set({ phone_before: '+254712000999' }).where('id', '=', party).execute();
    return { token: `object.${party}.${createHmac('sha256', services.secret).update(`sign:object:${party}`).digest('base64url')}` };
  },
  'agreementVerify.verifyFile': async () => ({ sha256 }),
  'agreementVerify.verifyCode': async (services) => {
    const { id } = await sent(services);
    const code = `ABCD-EFGH-${String(10_000 + id).slice(-4)}-JKMN`;
    await services.database.db
      .updateTable('agreement')
      .set({ verify_code: code, sealed_sha256: sha256, sealed_at: clock.now() })
      .where('id', '=', id)
      .execute();
    return { code };
  },
};
const askers = Object.fromEntries(
  Object.keys(examples)
    .filter((key) => key.startsWith('agreement'))
    .map((key) => [key, key === 'agreement.confirmSignedScan' ? ('tenant' as const) : ('owner' as const)]),
);
export const moduleExamples: ModuleExamples = { examples, askers };
