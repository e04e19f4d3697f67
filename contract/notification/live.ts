import type { AccessRequirement } from '#contract/access/documents.ts';

/** Modules whose open lists refresh live: colleagues who may read there learn that something changed, never what. */
export const liveModules = {
  lead: ['contacts', 'read'],
  thread: ['contacts', 'read'],
  invoice: ['invoices', 'read'],
  payment: ['payments', 'read'],
} as const satisfies Readonly<Record<string, AccessRequirement>>;
export type LiveModule = keyof typeof liveModules;
export const isLiveModule = (name: unknown): name is LiveModule => typeof name === 'string' && Object.hasOwn(liveModules, name);
