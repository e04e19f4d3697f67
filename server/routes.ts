import { abuseRoutes } from './abuse/routes.ts';
import { accessRoutes } from './access/routes.ts';
import { agentsRoutes } from './agents/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { careersRoutes } from './careers/routes.ts';
import { featuredRoutes } from './featured/routes.ts';
import { findingRoutes } from './finding/routes.ts';
import { homeRoutes } from './home/routes.ts';
import type { Route } from './http/registry.ts';
import { identityRoutes } from './identity/routes.ts';
import { invitationRoutes } from './invitation/routes.ts';
import { jobsRoutes } from './jobs/routes.ts';
import type { House } from './kernel/house.ts';
import { leadRoutes } from './lead/routes.ts';
import { listingRoutes } from './listing/routes.ts';
import { locationRoutes } from './location/routes.ts';
import { mediaCallRoutes } from './media/routes.ts';
import { notificationRoutes } from './notification/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { policyRoutes } from './policy/routes.ts';
import { promotionRoutes } from './promotion/routes.ts';
import { propertyRoutes } from './property/routes.ts';
import { ratingRoutes } from './rating/routes.ts';
import { referenceRoutes } from './reference/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { savedViewRoutes } from './saved-view/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { taxonomyRoutes } from './taxonomy/routes.ts';
import { unitRoutes } from './unit/routes.ts';

/** Every served call. */
export const routes = (house: House): readonly Route[] => [
  ...identityRoutes(house),
  ...homeRoutes,
  ...policyRoutes,
  ...auditRoutes,
  ...peopleRoutes(house),
  ...notificationRoutes(house),
  ...jobsRoutes(house),
  ...referenceRoutes(house),
  ...accessRoutes,
  ...invitationRoutes(house),
  ...listingRoutes(house),
  ...leadRoutes(house),
  ...promotionRoutes,
  ...mediaCallRoutes(house),
  ...searchRoutes(house),
  ...agentsRoutes,
  ...careersRoutes(house),
  ...featuredRoutes,
  ...findingRoutes(house),
  ...abuseRoutes(house),
  ...propertyRoutes,
  ...locationRoutes,
  ...taxonomyRoutes,
  ...ratingRoutes,
  ...reviewRoutes,
  ...unitRoutes,
  ...savedViewRoutes,
];
