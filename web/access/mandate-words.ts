import type { MandateScope } from '#contract/access/mandate.ts';
import { m } from '#words/messages.js';

export const scopeNames: Readonly<Record<MandateScope, () => string>> = {
  letting_only: m.access_scope_letting,
  full_management: m.access_scope_full,
  sale: m.access_scope_sale,
};
export const scopeHelp: Readonly<Record<MandateScope, () => string>> = {
  letting_only: m.access_scope_letting_help,
  full_management: m.access_scope_full_help,
  sale: m.access_scope_sale_help,
};
