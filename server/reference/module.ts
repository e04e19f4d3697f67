import { referenceCalls } from '#contract/reference/calls.ts';
import { supportCalls } from '#contract/reference/support-calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { allRows, makeTableScope, noRows } from '#server/kernel/scope.ts';
import { referenceService } from './service.ts';
import { supportService } from './support.ts';

export const referenceModule: ServerModule = {
  /** Every caller may read the contacts through `readSupportLinks`. Only super admins see the author and date of the last change. */
  scopes: { support_contact: makeTableScope(noRows, { superadmin: allRows }) },
  calls: { reference: referenceCalls, support: supportCalls },
  routes: (services) => [...serveCalls(referenceCalls, referenceService(services)), ...serveCalls(supportCalls, supportService(services))],
  withoutFeatures: explainMissingFeatures('The module stores only the contact details of Makao.'),
};
