import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { m } from '#words/messages.js';
import { formatTenancyHome } from './labels.ts';

/** The props, refetched queries and options of every dialog about a tenancy. */
export type TenancyActionProps = { readonly of: TenancyDetails; readonly close: () => void };
export const callsTouchedByTenancy = [tenancyCalls, tenancyActionCalls, unitCalls];
export const getTenancyChangedMessage = (t: TenancyDetails) => m.tenancy_done({ home: formatTenancyHome(t) });
/** The end of such a dialog: an error is shown in it, and after success the tenancy is refetched. Each dialog has its own toast. */
export const makeTenancyActionOptions = (close: () => void) => ({ inPlace: true as const, touches: callsTouchedByTenancy, done: close });
