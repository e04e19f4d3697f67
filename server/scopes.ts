import { abuseScopes } from './abuse/scopes.ts';
import { accessScopes } from './access/scopes.ts';
import { auditScopes } from './audit/scopes.ts';
import { careersScopes } from './careers/scopes.ts';
import { featuredScopes } from './featured/scopes.ts';
import { findingScopes } from './finding/scopes.ts';
import { identityScopes } from './identity/scopes.ts';
import { invitationScopes } from './invitation/scopes.ts';
import { enlistScopes } from './kernel/scope.ts';
import { leadScopes } from './lead/scopes.ts';
import { listingScopes } from './listing/scopes.ts';
import { mediaScopes } from './media/scopes.ts';
import { notificationScopes } from './notification/scopes.ts';
import { peopleScopes } from './people/scopes.ts';
import { policyScopes } from './policy/scopes.ts';
import { promotionScopes } from './promotion/scopes.ts';
import { propertyScopes } from './property/scopes.ts';
import { reviewScopes } from './review/scopes.ts';
import { savedViewScopes } from './saved-view/scopes.ts';
import { unitScopes } from './unit/scopes.ts';

/** Who sees which rows, room by room. Said when a house is opened; a table without a scope is a failing test. */
export function enlistAllScopes(): void {
  for (const scopes of [
    abuseScopes,
    accessScopes,
    auditScopes,
    careersScopes,
    featuredScopes,
    findingScopes,
    identityScopes,
    invitationScopes,
    leadScopes,
    listingScopes,
    mediaScopes,
    notificationScopes,
    peopleScopes,
    policyScopes,
    promotionScopes,
    propertyScopes,
    reviewScopes,
    savedViewScopes,
    unitScopes,
  ])
    enlistScopes(scopes);
}
