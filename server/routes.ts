import { accessRoutes } from './access/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { invitationRoutes } from './invitation/routes.ts';
import type { House } from './kernel/house.ts';
import type { Route } from './kernel/registry.ts';
import { policyRoutes } from './policy/routes.ts';

/** Every served call. */
export const routes = (house: House): readonly Route[] => [
  ...identityRoutes(house),
  ...homeRoutes,
  ...policyRoutes,
  ...accessRoutes,
  ...invitationRoutes(house),
];
