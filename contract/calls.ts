import { abuseCalls } from './abuse/calls.ts';
import { accessCalls } from './access/all-calls.ts';
import { agentsCalls } from './agents/calls.ts';
import { auditCalls } from './audit/calls.ts';
import { careersCalls } from './careers/calls.ts';
import { featuredCalls } from './featured/calls.ts';
import { findingCalls } from './finding/calls.ts';
import { homeCalls } from './home/calls.ts';
import { identityCalls, identityRoutes } from './identity/calls.ts';
import { joinCalls } from './identity/join-calls.ts';
import { securityCalls } from './identity/security-calls.ts';
import { invitationCalls } from './invitation/calls.ts';
import { jobsCalls } from './jobs/calls.ts';
import type { CallShape } from './kernel/call.ts';
import { leadCalls } from './lead/calls.ts';
import { listingCalls } from './listing/calls.ts';
import { locationCalls } from './location/calls.ts';
import { mediaCalls } from './media/calls.ts';
import { notificationCalls } from './notification/calls.ts';
import { familyTable, peopleCalls } from './people/calls.ts';
import { policyCalls } from './policy/calls.ts';
import { promotionCalls } from './promotion/calls.ts';
import { propertyCalls } from './property/calls.ts';
import { ratingCalls } from './rating/calls.ts';
import { referenceCalls } from './reference/calls.ts';
import { reviewCalls } from './review/calls.ts';
import { savedViewCalls } from './saved-view/calls.ts';
import { searchCalls } from './search/calls.ts';
import { taxonTable } from './taxonomy/calls.ts';
import { unitCalls } from './unit/calls.ts';
import { unitImportCalls } from './unit/import-calls.ts';

/** Every call by room, for the documentation and the tests. `identity` is served by hand, since it deals in cookies. */
export const callTable: Readonly<Record<string, Readonly<Record<string, CallShape>>>> = {
  identity: { ...identityRoutes, ...identityCalls, ...joinCalls, ...securityCalls },
  home: homeCalls,
  policy: policyCalls,
  audit: auditCalls,
  people: peopleCalls,
  ...familyTable,
  notification: notificationCalls,
  jobs: jobsCalls,
  reference: referenceCalls,
  access: accessCalls,
  invitation: invitationCalls,
  listing: listingCalls,
  lead: leadCalls,
  promotion: promotionCalls,
  media: mediaCalls,
  search: searchCalls,
  agents: agentsCalls,
  careers: careersCalls,
  featured: featuredCalls,
  finding: findingCalls,
  abuse: abuseCalls,
  property: propertyCalls,
  location: locationCalls,
  ...taxonTable,
  rating: ratingCalls,
  review: reviewCalls,
  unit: { ...unitCalls, ...unitImportCalls },
  saved_view: savedViewCalls,
};
