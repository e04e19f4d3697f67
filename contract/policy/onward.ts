import { safePath } from '#contract/access/guard.ts';

/** By way of what waits for somebody's agreement: where they wished to go stands in the address, and comes after it. */
export const agreePath = (to: string): string => `/auth/agree?${new URLSearchParams({ callbackUrl: safePath(to) })}`;
