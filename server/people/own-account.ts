import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { FamilyOwnCalls, peopleCalls } from '#contract/people/calls.ts';
import { type PersonKindName, personKinds } from '#contract/people/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { change, oneRow } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { releaseFileByKey, storeFile, toMediaPath } from '#server/media/service.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { needsNewVerification, resetCompanyAccountVerification } from './legal.ts';
import { findPerson, readCompanyOfPerson, readPerson } from './person-record.ts';
import { assertSignInPhoneRetained } from './records.ts';
import { type CompanyRow, type PersonRow, toCompanyAuditValues, toPersonAuditValues } from './rows.ts';

const me = (ctx: Ctx): number => requireSignedIn(ctx).userId;

export const readOwnAccount = (ctx: Ctx): Promise<HandlerResult<FamilyOwnCalls['account']>> => readPerson(ctx, { id: me(ctx) });

/** Converts a phone number in any notation to E.164. An empty value stays empty. */
export function parseOwnPhone(field: string, given: string | undefined): string | null | undefined {
  if (given === undefined) return undefined;
  if (given === '') return null;
  const parsed = parsePhoneNumberFromString(given, 'KE');
  if (!parsed?.isValid()) throw invalidInputRefusal({ [field]: m.people_problem_phone() });
  return parsed.number;
}

const orNull = (text: string | undefined) => (text === undefined ? undefined : text === '' ? null : text);
const defined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;

type Personal = { readonly name?: string | undefined; readonly phone?: string | undefined; readonly locale?: 'en' | 'sw' | undefined };

async function changePerson(ctx: Ctx, before: PersonRow, given: Personal): Promise<boolean> {
  const changes = defined({ name: given.name, phone: parseOwnPhone('phone', given.phone), locale: given.locale });
  if (Object.keys(changes).length === 0) return false;
  assertSignInPhoneRetained(before, changes.phone);
  const after = await change(ctx, 'person')
    .set({ ...changes, updated_at: clock.now() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: before.id,
    code: before.code,
    before: toPersonAuditValues(before),
    after: toPersonAuditValues(after),
  });
  return true;
}

async function changeCompany(ctx: Ctx, person: PersonRow, company: CompanyRow, given: HandlerInput<FamilyOwnCalls['update']>): Promise<boolean> {
  const changes = defined({
    name: given.company_name,
    phone: parseOwnPhone('company_phone', given.company_phone),
    email: orNull(given.company_email),
    kra_pin: orNull(given.kra_pin),
    reg_no: orNull(given.reg_no),
    address: orNull(given.address),
    pay_paybill: orNull(given.pay_paybill),
    pay_till: orNull(given.pay_till),
    pay_bank: orNull(given.pay_bank),
  });
  if (Object.keys(changes).length === 0) return false;
  const after = await change(ctx, 'company')
    .set({ ...changes, updated_at: clock.now() })
    .where('id', '=', company.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: person.id,
    code: company.code,
    before: toCompanyAuditValues(company),
    after: toCompanyAuditValues(after),
  });
  const where = [after.pay_paybill, after.pay_till, after.pay_bank].filter(Boolean).join(', ');
  const was = [company.pay_paybill, company.pay_till, company.pay_bank].filter(Boolean).join(', ');
  // A change of one sign-in method is notified through the others, in case another person has taken over the account.
  if (where !== was)
    await notifyPerson(ctx, {
      event: 'security.payout_changed',
      to: { personId: person.id },
      params: { where: where || m.people_pay_nowhere() },
      key: `pay:${company.id}:${clock.ms()}`,
    });
  return true;
}

export async function updateOwnAccount(ctx: Ctx, given: HandlerInput<FamilyOwnCalls['update']>): Promise<HandlerResult<FamilyOwnCalls['update']>> {
  const person = await findPerson(ctx, { id: me(ctx) }, true);
  const company = await readCompanyOfPerson(ctx, person);
  const renamed = needsNewVerification(person, company, given);
  if (renamed && (person.verified_status === 'suspended' || person.verified_status === 'rejected'))
    throw new Refusal('forbidden', m.people_refusal_legal(), { missing: null });
  const changed = [await changePerson(ctx, person, given), company ? await changeCompany(ctx, person, company, given) : false];
  if (!changed.includes(true)) throw invalidInputRefusal({ body: m.people_problem_nothing() });
  if (renamed) await resetCompanyAccountVerification(ctx, person);
  return readPerson(ctx, { id: person.id });
}

type SuperUser = (typeof peopleCalls)['updateSuperUser'];
export async function updateSuperUserAccount(ctx: Ctx, { user_id, ...given }: HandlerInput<SuperUser>): Promise<HandlerResult<SuperUser>> {
  const person = await findPerson(ctx, { id: user_id ?? me(ctx) }, true);
  if (!(await changePerson(ctx, person, given))) throw invalidInputRefusal({ body: m.people_problem_nothing() });
  return readPerson(ctx, { id: person.id });
}

async function setImage(ctx: Ctx, image: string | null): Promise<void> {
  const before = await findPerson(ctx, { id: me(ctx) }, true);
  await change(ctx, 'person').set({ image, updated_at: clock.now() }).where('id', '=', before.id).$call(oneRow);
  if (before.image?.startsWith('/media/') && before.image !== image) await releaseFileByKey(ctx, before.id, before.image.slice('/media/'.length));
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: before.id,
    code: before.code,
    before: { image: before.image },
    after: { image },
  });
}

/** Pictures of people are public: listings show them to visitors. */
export const pictureHandlers = (services: RunningServices, kind: PersonKindName) => ({
  async picture(ctx: Ctx, { file }: HandlerInput<FamilyOwnCalls['picture']>): Promise<HandlerResult<FamilyOwnCalls['picture']>> {
    const { keys } = await storeFile(services, ctx, file, { purpose: 'profile', visibility: 'public', field: personKinds[kind].picture });
    const image = toMediaPath(keys['256'] ?? '');
    await setImage(ctx, image);
    return { image };
  },
  async resetPicture(ctx: Ctx): Promise<HandlerResult<FamilyOwnCalls['resetPicture']>> {
    await setImage(ctx, null);
    return { image: null };
  },
});
