import { sql } from 'kysely';
import { paymentPurposes } from '#contract/collection/kinds.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import {
  allRows,
  anyRule,
  callerRows,
  companyRows,
  editableWith,
  followsScopeOf,
  leasedOutScope,
  leasingScope,
  makeTableScope,
  noRows,
  type ScopeRule,
  type TableScopes,
  visibleTo,
  visibleWith,
} from '#server/kernel/scope.ts';

/** Former payers keep access to payments for their home for this period. */
const readsOn = sql`app.today() - interval '24 months'`;
/** Payments for a home, for its payers. */
const paysIn: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id
        where tp.tenancy_id = ${t('tenancy_id')} and tn.person_id = ${me.userId} and tp.role in ('lead', 'co_tenant')
        and coalesce(tp.until, 'infinity') >= ${readsOn})`;

/** The tenancies from which a payment was unallocated, while it has no owner. */
export const formerTenanciesSql = (t: Parameters<ScopeRule>[1]) => sql<number>`(select was.tenancy_id from app.home_of_payment was
  where was.payment_id = ${t('id')} and ${t('tenancy_id')} is null and ${t('booking_id')} is null)`;
/** The payer keeps access during this time. */
const stoodFor: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id
        where tp.tenancy_id in ${formerTenanciesSql(t)} and tn.person_id = ${me.userId} and tp.role in ('lead', 'co_tenant')
        and coalesce(tp.until, 'infinity') >= ${readsOn})`;

/** Payments for a unit that the person applied for, regardless of the payer. */
const appliesFor: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from booking ab where ab.id = ${t('booking_id')} and ab.person_id = ${me.userId})`;

/** Payments that the person made, or that were made for the home they rent or apply for. */
export const ownPaymentsRule = anyRule(callerRows('person_id'), paysIn, stoodFor, appliesFor);

/** A company's payments to the platform are its own business; agents who manage its homes see only its tenants' payments. */
const ofTenants: ScopeRule = (me, t) =>
  platformRoles.some((role) => role === me.role)
    ? allRows(me, t)
    : anyRule(companyRows(), callerRows('person_id'), () => sql<boolean>`${t('purpose')} = ${paymentPurposes.tenancy_payment}`)(me, t);

/** Raw inbound events contain phone numbers, so only the platform reads them. */
const ofRegion: ScopeRule = (me, t) =>
  me.region === null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from collection_account ca join company c on c.id = ca.company_id where ca.id = ${t('account_id')} and c.region = ${me.region})`;
/** A sub admin reads their region: payments there, or received on the paybill of a company there. */
const there = anyRule(ofRegion, followsScopeOf('payment', 'payment_id', visibleTo));
const heads = makeTableScope(noRows, { superadmin: allRows, admin: allRows, subadmin: there });
const holding = companyRows('holder_id');
const heldBy = { owner: holding, agent: holding, dealer: holding, staff: holding } as const;
export const collectionScopes: TableScopes = {
  /** Unallocated money belongs to the platform, or to the company whose paybill received it. */
  payment: leasingScope('payments', ownPaymentsRule, ofTenants),
  'payment:managed': leasedOutScope('payments', ofTenants),
  /** Cash that the caller's company holds, also of homes that it no longer manages. */
  'payment:held': makeTableScope(noRows, heldBy),
  receipt: visibleWith('payment', 'payment_id'),
  push: visibleWith('payment', 'payment_id'),
  push_invoice: visibleWith('push', 'push_id'),
  inbox: heads,
  status_query: heads,
  /** Exceptions are decided by those who manage their payment. */
  payment_doubt: editableWith('payment:managed', 'payment_id'),
};
