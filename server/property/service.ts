/** What this room does, for its routes and for other rooms. */
export { access, teams } from './access.ts';
export { archive, remove, stall, takeBack, transfer } from './acts.ts';
export { bare, create } from './create.ts';
export { facts, type PropertyFacts } from './facts.ts';
export { isHandedTo } from './handed.ts';
export { holderFor } from './holders.ts';
export { all, choices, csv, holders } from './lists.ts';
export { one } from './one.ts';
export { settings, update, utilities } from './update.ts';
export { expireDue, request, verify } from './verification.ts';
export { insistOutsider } from './verification-checks.ts';
