import { createHash } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { draft } from '#server/agreement/drafts.ts';
import { hashOf } from '#server/agreement/invite.ts';
import { residential } from '#server/agreement/texts/residential.ts';
import { codeHash } from '#server/identity/contact/phone-code.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { make } from '#server/tenancy/service.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addUnit, place } from '#test/worlds/market.ts';

let n = 0;
const phone = () => `+25473${String(4_000_000 + ++n)}`;
const sha256 = createHash('sha256').update('text').digest('hex');
const first = (house: House) =>
  house.database.db.selectFrom('person').select(['id', 'company_id', 'phone']).where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();

/** A tenancy of the owner the sweep asks as, with the draft of its lease. */
async function tenancy(house: House): Promise<{ tenancyId: number; id: number }> {
  const { db } = house.database;
  const owner = await first(house);
  const mine = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const unitId = mine ? await addUnit(house, mine.id) : (await place(house)).unit;
  const today = clock.today();
  const made = await db.transaction().execute((tx) =>
    make(atClock(tx), {
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
  return { tenancyId: made.id, id: row?.id ?? (await db.transaction().execute((tx) => draft(atClock(tx), { tenancyId: made.id, kind: 'lease' }))) };
}

type Status = 'pending_signature' | 'rejected' | 'partially_signed';
/** One that was sent, with a link and a code that are known here. */
async function sent(house: House, status: Status = 'pending_signature') {
  const { db } = house.database;
  const { id } = await tenancy(house);
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
    .set({ status: 'sent', token_hash: hashOf(token), invited_at: clock.now(), expires_at: new Date(clock.ms() + 86_400_000) })
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
      code_hash: codeHash(house.secret, to, code),
      expires_at: new Date(clock.ms() + 600_000),
      sent_at: clock.now(),
    })
    .execute();
  return { id, token, code, party: party.id };
}
const mine = async (house: House): Promise<number> => {
  const owner = await first(house);
  const { id } = await sent(house);
  await house.database.db
    .updateTable('agreement_party')
    .set({ person_id: owner.id, token_hash: hashOf(`m${++n}`), invited_at: clock.now() })
    .where('agreement_id', '=', id)
    .where('turn', '=', 1)
    .execute();
  return id;
};
const template = async (house: House, own = true): Promise<number> => {
  const owner = await first(house);
  const values = {
    company_id: own ? owner.company_id : null,
    name: `Sweep ${++n}`,
    kind: 'lease' as const,
    body: JSON.stringify(residential),
    published_at: clock.now(),
  };
  return (await house.database.db.insertInto('agreement_template').values(values).returning('id').executeTakeFirstOrThrow()).id;
};
const inked = (house: House, id: number) =>
  house.database.db
    .updateTable('agreement')
    .set({ wet_ink: JSON.stringify({ key: 'a.pdf', sha256, by: 0, at: '' }) })
    .where('id', '=', id)
    .execute();
const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');

/** A booking of a home the asking owner lets. */
const booked = async (house: House): Promise<number> => {
  const { tenancyId } = await tenancy(house);
  const { db } = house.database;
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

const examples: Readonly<Record<string, Example>> = {
  'agreement.all': async () => ({ page: 1 }),
  'agreement.details': async (house) => ({ id: (await tenancy(house)).id }),
  'agreement.beforePaying': async (house) => ({ booking_id: await booked(house) }),
  'agreement.create': async (house) => ({ tenancy_id: (await tenancy(house)).tenancyId, kind: 'addendum' }),
  'agreement.update': async (house) => ({ id: (await tenancy(house)).id, message: 'Read it in peace' }),
  'agreement.send': async (house) => ({ id: (await tenancy(house)).id }),
  'agreement.resend': async (house) => {
    const { id, party } = await sent(house);
    return { id, party_id: party };
  },
  'agreement.changeNumber': async (house) => {
    const { id, party } = await sent(house);
    return { id, party_id: party, phone: phone(), email: '' };
  },
  'agreement.void': async (house) => ({ id: (await tenancy(house)).id, reason: 'Another day' }),
  'agreement.newVersion': async (house) => ({ id: (await sent(house, 'rejected')).id }),
  'agreement.sealAgain': async (house) => {
    const { id } = await sent(house, 'partially_signed');
    await house.database.db.updateTable('agreement').set({ seal_failed_at: clock.now() }).where('id', '=', id).execute();
    await house.database.db.updateTable('agreement_party').set({ status: 'signed' }).where('agreement_id', '=', id).execute();
    return { id };
  },
  'agreement.bringPaper': async (house) => {
    const { id } = await tenancy(house);
    const tenant = await house.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirst();
    await house.database.db
      .updateTable('agreement_party')
      .set({ person_id: tenant?.id ?? null })
      .where('agreement_id', '=', id)
      .where('turn', '=', 1)
      .execute();
    return { id, file: pdf };
  },
  'agreement.confirmPaper': async (house) => {
    const { id, party } = await sent(house);
    await inked(house, id);
    const tenant = await house.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
    await house.database.db.updateTable('agreement_party').set({ person_id: tenant.id }).where('id', '=', party).execute();
    return { id, sha256 };
  },
  'agreement.myLink': async (house) => ({ id: await mine(house) }),
  'agreementTemplate.all': async () => ({ page: 1 }),
  'agreementTemplate.details': async (house) => ({ id: await template(house, false) }),
  'agreementTemplate.copy': async (house) => ({ id: await template(house, false), name: 'Ours' }),
  'agreementTemplate.save': async (house) => ({ id: await template(house), name: 'Ours', governs: 'en', reviewed_by: '', body: residential }),
  'agreementTemplate.retire': async (house) => ({ id: await template(house) }),
  'agreementSign.look': async (house) => ({ token: (await sent(house)).token }),
  'agreementSign.code': async (house) => ({ token: (await sent(house)).token }),
  'agreementSign.open': async (house) => {
    const { token, code } = await sent(house);
    return { token, code };
  },
  'agreementSign.sign': async (house) => {
    const { token, code } = await sent(house);
    return { token, code, sha256, kind: 'typed', drawn: 'Achieng' };
  },
  'agreementSign.paper': async (house) => {
    const { id, token, code } = await sent(house);
    await inked(house, id);
    return { token, code };
  },
  'agreementSign.reject': async (house) => {
    const { token, code } = await sent(house);
    return { token, code, reason: 'Not so' };
  },
  'agreementVerify.file': async () => ({ sha256 }),
  'agreementVerify.code': async (house) => {
    const { id } = await sent(house);
    const code = `ABCD-EFGH-${String(10_000 + id).slice(-4)}-JKMN`;
    await house.database.db
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
    .map((key) => [key, key === 'agreement.confirmPaper' ? ('tenant' as const) : ('owner' as const)]),
);
export const roomExamples: RoomExamples = { examples, askers };
