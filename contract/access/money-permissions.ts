import type { Permission, PermissionDocument } from './documents.ts';
import type { Grants } from './is-allowed.ts';

/** Documents about money that Makao holds, takes or pays out, and about the rules that set its amounts. */
export const moneyDocuments = [
  'payments',
  'invoices',
  'tenancy_transactions',
  'wallet',
  'wallet_settings',
  'settlement_transactions',
  'settlement_errors',
  'commission',
  'commission_settings',
  'revenue',
  'taxes',
] as const satisfies readonly PermissionDocument[];
const money = new Set<string>(moneyDocuments);

/** The permissions to change records about money. Reading them is not a finance role. */
export const listMoneyPermissions = (grants: Grants): Permission[] =>
  [...grants].filter((grant) => {
    const [document = '', action] = grant.split('.');
    return money.has(document) && action !== 'read';
  });

/** The permissions on money that a change would add. */
export const listAddedMoneyPermissions = (before: Grants, after: Grants): Permission[] =>
  listMoneyPermissions(after).filter((grant) => !before.has(grant));
