import type { Permission } from './documents.ts';
import { defaultGrants, type Grants } from './grants.ts';
import type { MandateScope } from './mandate.ts';
import { computeEffectiveGrants } from './permissions.ts';

/** An agent never has more permissions for an owner than agents can have at all, nor more than the owner has. */
export const maxMandateGrants: Grants = computeEffectiveGrants([...defaultGrants.agent], defaultGrants.owner);

/**
 * The most permissions a mandate can hold, by its purpose. Letting means showing, listing and answering: the property itself, its settings and its
 * ledger stay with the owner. Sale is the same without the tenants.
 */
const offering = /^(?:property\.read|property_analytics\.read|(?:units|featured_properties|offers|tours|booking|contacts)\.(?:create|read|edit))$/;
const letting = /^(?:tenants|tenancies)\.read$/;
const fits: Readonly<Record<MandateScope, (grant: Permission) => boolean>> = {
  letting_only: (grant) => offering.test(grant) || letting.test(grant),
  full_management: () => true,
  sale: (grant) => offering.test(grant),
};
export const getMandateGrantCeiling = (scope: MandateScope): Grants => new Set([...maxMandateGrants].filter(fits[scope]));

/** The permissions an agent starts with until the owner chooses: letting, without the owner's ledger. */
const starts = /^(?:property|units|tours|booking|offers|tenancies|tenants)\.(?:read|create|edit)$/;
export const getInitialMandateGrants = (scope: MandateScope): readonly Permission[] =>
  [...getMandateGrantCeiling(scope)].filter((grant) => starts.test(grant));
