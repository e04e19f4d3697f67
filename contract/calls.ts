import { accessCalls } from './access/all-calls.ts';
import { homeCalls } from './home/calls.ts';
import { identityCalls, identityRoutes } from './identity/calls.ts';
import { invitationCalls } from './invitation/calls.ts';
import type { CallShape } from './kernel/call.ts';
import { policyCalls } from './policy/calls.ts';

/** Every call by room, for the documentation and the tests. `identity` is served by hand, since it deals in cookies. */
export const callTable: Readonly<Record<string, Readonly<Record<string, CallShape>>>> = {
  identity: { ...identityRoutes, ...identityCalls },
  home: homeCalls,
  policy: policyCalls,
  access: accessCalls,
  invitation: invitationCalls,
};
