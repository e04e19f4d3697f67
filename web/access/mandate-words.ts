import type { MandateScope } from '#contract/access/mandate.ts';
import { m } from '#words/messages.js';

export const scopeNames: Readonly<Record<MandateScope, () => string>> = {
  letting_only: m.access_scope_letting,
  full_management: m.access_scope_full,
  sale: m.access_scope_sale,
};
