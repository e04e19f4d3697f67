import { type RawBuilder, sql } from 'kysely';
import type { Role } from '#contract/kernel/roles.ts';
import type { Me } from '#server/kernel/ctx.ts';

/** The parts row scopes are made of; the scopes themselves stand in scopes.ts and, for the catalogue, in catalogue-scopes.ts. */
export type Rule = (me: Me) => RawBuilder<boolean>;
export type Scope = Readonly<Record<Role, Rule>>;

export const everything: Rule = () => sql<boolean>`true`;
export const nothing: Rule = () => sql<boolean>`false`;

/** Superadmin sees all; everybody else by `rest`, with exceptions by role. */
export const scope = (rest: Rule, own: Partial<Scope> = {}): Scope => ({
  superadmin: everything,
  admin: rest,
  subadmin: rest,
  owner: rest,
  agent: rest,
  dealer: rest,
  staff: rest,
  tenant: rest,
  tenancy: rest,
  default: rest,
  anonymous: rest,
  ...own,
});
