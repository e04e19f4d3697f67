import type { Selectable } from 'kysely';
import type { Grants } from '#contract/access/grants.ts';
import { isPhoneProofExpired } from '#contract/identity/phone-age.ts';
import { toUserType } from '#contract/kernel/roles.ts';
import type { PersonDetails, PersonSummary } from '#contract/people/calls.ts';
import { type AccountActor, type AccountTarget, listAccountActions } from '#contract/people/rules.ts';
import { getCountyName } from '#contract/reference/counties.ts';
import { clock } from '#contract/time/clock.ts';
import type { CompanyTable, PersonTable } from '#server/db/types.gen.ts';

export type PersonRow = Selectable<PersonTable>;
export type CompanyRow = Selectable<CompanyTable>;

export const personSummaryColumns = [
  'person.id',
  'person.code',
  'person.name',
  'person.email',
  'person.email_verified',
  'person.phone',
  'person.image',
  'person.user_type',
  'person.is_active',
  'person.verified_status',
  'person.region',
  'person.created_at',
  'person.last_sign_in_at',
  'person.updated_at',
] as const;
type SummaryRow = Pick<
  PersonRow,
  | 'id'
  | 'code'
  | 'name'
  | 'email'
  | 'email_verified'
  | 'phone'
  | 'image'
  | 'user_type'
  | 'is_active'
  | 'verified_status'
  | 'region'
  | 'created_at'
  | 'last_sign_in_at'
  | 'updated_at'
>;

/** The last change of the account or its company. */
export const getPersonLastChange = (person: { readonly updated_at: Date }, company: { readonly updated_at: Date | null } | null): string =>
  new Date(Math.max(person.updated_at.getTime(), company?.updated_at?.getTime() ?? 0)).toISOString();

export const toPersonSummary = (r: SummaryRow & { company: string | null; company_changed: Date | null }): PersonSummary => ({
  id: r.id,
  code: r.code,
  user_random_code: r.code,
  name: r.name,
  email: r.email,
  email_verified: r.email_verified,
  phone: r.phone,
  image: r.image,
  user_type: r.user_type,
  is_active: r.is_active,
  verified_status: r.verified_status,
  region: r.region,
  location_name: getCountyName(r.region),
  company: r.company,
  created_at: r.created_at.toISOString(),
  last_sign_in_at: r.last_sign_in_at?.toISOString() ?? null,
  updated_at: getPersonLastChange(r, { updated_at: r.company_changed }),
});

export const toAccountTarget = (p: PersonRow, company: CompanyRow | null, most: Grants): AccountTarget => ({
  id: p.id,
  role: toUserType(p.user_type),
  region: p.region,
  isActive: p.is_active,
  status: p.verified_status,
  businessType: company?.business_type ?? null,
  most,
});

/** The requested county, as shown in the full record. */
type Asked = PersonDetails['asked_region'];
export const toPersonDetails = (
  p: PersonRow,
  company: CompanyRow | null,
  asked: Asked,
  target: AccountTarget,
  actor: AccountActor,
  otherSuperadmins: number,
): PersonDetails => ({
  ...toPersonSummary({ ...p, company: company?.name ?? null, company_changed: company?.updated_at ?? null }),
  locale: p.locale,
  onboarding: p.onboarding,
  company_details: company && {
    id: company.id,
    code: company.code,
    kind: company.kind,
    name: company.name,
    business_type: company.business_type,
    kra_pin: company.kra_pin,
    reg_no: company.reg_no,
    phone: company.phone,
    email: company.email,
    address: company.address,
    pay_paybill: company.pay_paybill,
    pay_till: company.pay_till,
    pay_bank: company.pay_bank,
  },
  asked_region: asked,
  phone_lapsed: isPhoneProofExpired(p.phone_proved_at, clock.ms()),
  acts: listAccountActions(actor, target, otherSuperadmins),
  request: null,
  enabling_needs_two: false,
  enabling: null,
});

/** The facts of a person or company that the audit log compares. */
export const toPersonAuditValues = ({ name, phone, locale, image, region, is_active, verified_status, closed_at, user_type }: PersonRow) => ({
  name,
  phone,
  locale,
  image,
  region,
  is_active,
  verified_status,
  closed_at,
  user_type,
});
export const toCompanyAuditValues = ({
  name,
  phone,
  email,
  kra_pin,
  reg_no,
  address,
  business_type,
  pay_paybill,
  pay_till,
  pay_bank,
}: CompanyRow) => ({
  company_name: name,
  company_phone: phone,
  company_email: email,
  kra_pin,
  reg_no,
  address,
  business_type,
  pay_paybill,
  pay_till,
  pay_bank,
});
