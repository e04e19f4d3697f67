import type { Permission } from './documents.ts';
import { defaultGrants, type Grants } from './grants.ts';
import type { MandateScope } from './mandate.ts';
import { effective } from './permissions.ts';

/** An agent never does more for an owner than agents may do at all, nor more than the owner may. */
export const mandateMost: Grants = effective([...defaultGrants.agent], defaultGrants.owner);

/**
 * What a mandate can hold at most, by what it is for. To let is to show, to list and to answer: the property itself, its settings and its books
 * stay the owner's. To sell is the same without who lives there.
 */
const offering = /^(?:property\.read|property_analytics\.read|(?:units|featured_properties|offers|tours|booking|contacts)\.(?:create|read|edit))$/;
const letting = /^(?:tenants|tenancies)\.read$/;
const fits: Readonly<Record<MandateScope, (grant: Permission) => boolean>> = {
  letting_only: (grant) => offering.test(grant) || letting.test(grant),
  full_management: () => true,
  sale: (grant) => offering.test(grant),
};
export const mandateCeiling = (scope: MandateScope): Grants => new Set([...mandateMost].filter(fits[scope]));

/** What an agent starts with before the owner says more: letting, without the owner's books. */
const starts = /^(?:property|units|tours|booking|offers|tenancies|tenants)\.(?:read|create|edit)$/;
export const mandateStart = (scope: MandateScope): readonly Permission[] => [...mandateCeiling(scope)].filter((grant) => starts.test(grant));
