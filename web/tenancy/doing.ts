import { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { type TenancyFull, tenancyCalls } from '#contract/tenancy/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { m } from '#words/messages.js';
import { homeText } from './words.ts';

/** What every dialog about a tenancy is given, reads anew and says. */
export type Doing = { readonly of: TenancyFull; readonly close: () => void };
export const touches = [tenancyCalls, tenancyActCalls, unitCalls];
export const changedSaid = (t: TenancyFull) => m.tenancy_done({ home: homeText(t) });
/** How such a dialog ends: what was refused stands in it, what was done is read anew. What is said of it each of them says. */
export const acting = (close: () => void) => ({ inPlace: true as const, touches, done: close });
