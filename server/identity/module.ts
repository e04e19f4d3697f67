import { identityCalls, identityRoutes } from '#contract/identity/calls.ts';
import { contactCalls } from '#contract/identity/contact-calls.ts';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { roleCalls } from '#contract/identity/role-calls.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import { fillPeople } from '#server/db/demo/identity.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { anonymiseDueAccounts, identityClosingChecks } from './closing.ts';
import { contactService } from './contact/contact-change.ts';
import { deleteExpiredPhoneCodes } from './contact/phone-code.ts';
import { textCodeToKnownPhone } from './contact/phone-way.ts';
import { identityPersonalData } from './export.ts';
import { joinService } from './join.ts';
import { deleteOldIdentityLinks } from './links.ts';
import { mailPasswordReset } from './mails.ts';
import { roleService } from './role-details.ts';
import { identityScopes } from './scopes.ts';
import { securityService } from './security.ts';
import { identityService } from './service.ts';
import { endSessions } from './session.ts';
import { authRoutes } from './sign-in/auth-routes.ts';
import { identityTexts } from './texts.ts';

const sweep = async (db: Db): Promise<void> => {
  await deleteOldIdentityLinks(db);
  await deleteExpiredPhoneCodes(db);
};

export const identityModule: ServerModule = {
  scopes: identityScopes,
  readable: ['person_session'],
  calls: { identity: { ...identityRoutes, ...identityCalls, ...joinCalls, ...roleCalls, ...securityCalls, ...contactCalls } },
  routes: (services) => [
    ...serveCalls(identityCalls, identityService(services)),
    ...serveCalls(joinCalls, joinService(services)),
    ...serveCalls(roleCalls, roleService),
    ...serveCalls(securityCalls, securityService(services)),
    ...serveCalls(contactCalls, contactService(services)),
  ],
  http: authRoutes,
  jobs: () => [
    { name: 'identity.sweep_links', everyMinutes: 24 * 60, run: sweep },
    { name: 'identity.anonymise', everyMinutes: 60, run: anonymiseDueAccounts },
  ],
  handlers: ({ database, secret }) => ({
    'identity.password_forgotten': ({ email }) => mailPasswordReset(database.db, email),
    'identity.phone_code': (asked) => textCodeToKnownPhone(database.db, secret, asked),
  }),
  personalData: identityPersonalData,
  lockOut: endSessions,
  closingChecks: identityClosingChecks,
  demo: fillPeople,
  texts: identityTexts,
  withoutFeatures: {
    ...explainMissingFeatures('Sessions, devices and credentials are visible only to the account holder.', 'search', 'personPage'),
    pending: 'Signing in creates no pending task for another person.',
    ...explainMissingFeatures('An account is not about a unit.', 'reviewBasis', 'unitTimeline'),
    erasure: 'Sessions and credentials are deleted automatically when the account is closed.',
  },
};
