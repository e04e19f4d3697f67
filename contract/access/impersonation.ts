import { type CallShape, isWrite } from '#contract/kernel/call.ts';
import type { Role } from '#contract/kernel/roles.ts';
import type { Document } from './documents.ts';

/** A look at the product as somebody else lasts this long. */
export const impersonationMinutes = 30;

/** Whom one may look as: superadmins everybody but superadmins, admins everybody below an admin, others nobody. */
export function mayImpersonate(mine: Role, theirs: Role): boolean {
  if (theirs === 'superadmin' || theirs === 'anonymous') return false;
  return mine === 'superadmin' || (mine === 'admin' && theirs !== 'admin');
}

/** Writes of these move money or decide where it goes. */
const money: readonly Document[] = [
  'payments',
  'wallet',
  'wallet_settings',
  'settlement_transactions',
  'settlement_errors',
  'tenancy_transactions',
  'commission',
  'pricing_plan',
  'property_pricing_plan',
  'company_pricing_plan',
];

/** Looking is for looking: no money moves, and what a person signs with, or agrees to, stays theirs. */
export const barredWhileImpersonating = (call: CallShape): boolean =>
  call.notWhileImpersonating === true || (isWrite(call) && (money as readonly unknown[]).includes(call.document));
