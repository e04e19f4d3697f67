import { identityRoutes as handServed, identityCalls } from '#contract/identity/calls.ts';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import { fillPeople } from '#server/db/demo/identity.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { authRoutes } from './auth-routes.ts';
import { anonymiseDue, identityClosing } from './closing.ts';
import { identityHoldings } from './export.ts';
import { joinService } from './join.ts';
import { sweepLinks } from './links.ts';
import { mailForgotten } from './mails.ts';
import { identityScopes } from './scopes.ts';
import { securityService } from './security.ts';
import { identityService } from './service.ts';
import { endSessions } from './session.ts';
import { identityTexts } from './texts.ts';

export const identityRoom: ServerRoom = {
  scopes: identityScopes,
  calls: { identity: { ...handServed, ...identityCalls, ...joinCalls, ...securityCalls } },
  routes: (house) => [
    ...serve(identityCalls, identityService(house)),
    ...serve(joinCalls, joinService(house)),
    ...serve(securityCalls, securityService(house)),
  ],
  http: authRoutes,
  jobs: () => [
    { name: 'identity.sweep_links', everyMinutes: 24 * 60, run: sweepLinks },
    { name: 'identity.anonymise', everyMinutes: 60, run: anonymiseDue },
  ],
  handlers: ({ database }) => ({ 'identity.password_forgotten': ({ email }) => mailForgotten(database.db, email) }),
  holdings: identityHoldings,
  lockOut: endSessions,
  closing: identityClosing,
  demo: fillPeople,
  texts: identityTexts,
};
