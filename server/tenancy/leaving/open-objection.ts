import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import type { TenancyRow } from '../rows.ts';

/** Whether a tenant's objection to the recorded move-out is open or under review. */
export function isObjectionOpen(row: Pick<TenancyRow, 'leaving'>): boolean {
  const state = (row.leaving as TenancyDetails['leaving'])?.objection?.state;
  return state === 'open' || state === 'reviewing';
}

/** While a tenant objects, a change of people or unit could remove the tenant who objects. */
export function assertNotObjectedForChange(row: Pick<TenancyRow, 'leaving'>): void {
  if (isObjectionOpen(row)) throw new Refusal('conflict', m.tenancy_refusal_objected_change());
}
