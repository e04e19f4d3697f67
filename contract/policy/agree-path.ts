import { toSafePath } from '#contract/access/guard.ts';

/** The page that asks for agreement; the page the person wanted is kept in its address and opens afterwards. */
export const buildPolicyConsentPath = (to: string): string => `/auth/agree?${new URLSearchParams({ callbackUrl: toSafePath(to) })}`;
