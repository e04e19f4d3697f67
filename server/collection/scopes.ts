import { sql } from 'kysely';
import { purposes } from '#contract/collection/kinds.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import {
  all,
  either,
  hangsOn,
  leased,
  leasedOut,
  mine,
  none,
  ofCompany,
  type Rule,
  type Scopes,
  scopeOf,
  seenWith,
  visible,
  workedWith,
} from '#server/kernel/scope.ts';

/** So long those who paid read what was paid for their home, once they have left. */
const readsOn = sql`app.today() - interval '24 months'`;
/** What was paid for a home, for those who pay for it. */
const paysIn: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id
        where tp.tenancy_id = ${t('tenancy_id')} and tn.person_id = ${me.userId} and tp.role in ('lead', 'co_tenant')
        and coalesce(tp.until, 'infinity') >= ${readsOn})`;

/** The leases a payment was put to before it was taken off them, while it waits for its owner. */
export const stoodAt = (t: Parameters<Rule>[1]) => sql<number>`(select was.tenancy_id from app.home_of_payment was
  where was.payment_id = ${t('id')} and ${t('tenancy_id')} is null and ${t('booking_id')} is null)`;
/** Who paid does not lose sight of it meanwhile. */
const stoodFor: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id
        where tp.tenancy_id in ${stoodAt(t)} and tn.person_id = ${me.userId} and tp.role in ('lead', 'co_tenant')
        and coalesce(tp.until, 'infinity') >= ${readsOn})`;

/** What was paid for a home somebody applied for, whoever paid it. */
const appliesFor: Rule = (me, t) =>
  me.userId === null ? none(me, t) : sql<boolean>`exists (select 1 from booking ab where ab.id = ${t('booking_id')} and ab.person_id = ${me.userId})`;

/** What somebody paid, or what was paid for the home they live in or ask for. */
export const theirs = either(mine('person_id'), paysIn, stoodFor, appliesFor);

/** What a company pays the platform itself is its own business: whoever manages homes for it has what its tenants paid. */
const ofTenants: Rule = (me, t) =>
  platformRoles.some((role) => role === me.role)
    ? all(me, t)
    : either(ofCompany(), mine('person_id'), () => sql<boolean>`${t('purpose')} = ${purposes.tenancy_payment}`)(me, t);

/** What arrived is the platform's to read, as it came: people's numbers are in it. */
const ofRegion: Rule = (me, t) =>
  me.region === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from collection_account ca join company c on c.id = ca.company_id where ca.id = ${t('account_id')} and c.region = ${me.region})`;
/** A subadmin's are those of their region: of a payment there, or come to a company's own paybill there. */
const there = either(ofRegion, hangsOn('payment', 'payment_id', visible));
const heads = scopeOf(none, { superadmin: all, admin: all, subadmin: there });
export const collectionScopes: Scopes = {
  /** Money nobody has been found for is the platform's, or the company's whose paybill it came to. */
  payment: leased('payments', theirs, ofTenants),
  'payment:managed': leasedOut('payments', ofTenants),
  receipt: seenWith('payment', 'payment_id'),
  push: seenWith('payment', 'payment_id'),
  push_invoice: seenWith('push', 'push_id'),
  inbox: heads,
  status_query: heads,
  /** Decided where the payment it is about is looked after. */
  payment_doubt: workedWith('payment:managed', 'payment_id'),
};
