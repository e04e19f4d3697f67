import { agentPolicies } from './agent.ts';
import { agentListingPolicies } from './agent-listing.ts';
import { dealerPolicies } from './dealer.ts';
import { ownerPolicies } from './owner.ts';
import { ownerBusinessPolicies } from './owner-business.ts';
import { platformPolicies } from './platform.ts';
import { staffPolicies } from './staff.ts';
import { superAdminPolicies } from './super-admin.ts';
import { tenantPolicies } from './tenant.ts';
import { tenantConsentPolicies } from './tenant-consent.ts';
import { tenantMoneyPolicies } from './tenant-money.ts';
import type { DemoPolicy } from './types.ts';

export type { DemoPolicy } from './types.ts';

export const demoPolicies: readonly DemoPolicy[] = [
  ...tenantPolicies,
  ...tenantMoneyPolicies,
  ...tenantConsentPolicies,
  ...ownerPolicies,
  ...ownerBusinessPolicies,
  ...agentPolicies,
  ...agentListingPolicies,
  ...dealerPolicies,
  ...staffPolicies,
  ...platformPolicies,
  ...superAdminPolicies,
];
