import { accessCalls } from '#contract/access/all-calls.ts';
import { fillDemoStaff } from '#server/db/demo/people/access.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { financeRoleActs } from './finance-acts.ts';
import { mandateJobs, onAgentLockOut } from './mandate-end.ts';
import { accessScopes } from './scopes.ts';
import * as service from './service.ts';
import { accessTexts } from './texts.ts';

export const accessModule: ServerModule = {
  scopes: accessScopes,
  readable: ['team_member'],
  calls: { access: accessCalls },
  routes: () => serveCalls(accessCalls, service),
  requestedActs: financeRoleActs,
  jobs: () => [{ name: 'staff.end', everyMinutes: 60, run: service.endExpiredStaffContracts }, ...mandateJobs],
  lockOut: onAgentLockOut,
  demo: ({ db }, auth) => fillDemoStaff(db, auth),
  texts: accessTexts,
  withoutFeatures: {
    ...explainMissingFeatures('Roles, teams and mandates are settings of a company and have their own lists.', 'search', 'pending'),
    personPage: 'Open: the page of a person lists mandates through a call of this module, in the browser.',
    ...explainMissingFeatures('Roles and mandates end with the account and do not prevent its closing.', 'reviewBasis', 'unitTimeline', 'closing'),
    ...explainMissingFeatures('Open: team memberships are not exported and are not erased with the account.', 'export', 'erasure'),
  },
};
