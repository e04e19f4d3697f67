import { invitationCalls } from '#contract/invitation/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { closeExpiredInvitations, closeInvitationsOfTeam } from './close.ts';
import { invitationLookups } from './lookups.ts';
import { invitationPersonalData } from './personal-data.ts';
import { invitationScopes } from './scopes.ts';
import { invitationService } from './service.ts';
import { invitationTexts } from './texts.ts';

export const invitationModule: ServerModule = {
  lookups: invitationLookups,
  scopes: invitationScopes,
  calls: { invitation: invitationCalls },
  routes: (services) => serveCalls(invitationCalls, invitationService(services)),
  jobs: () => [{ name: 'invitation.close', everyMinutes: 60, run: closeExpiredInvitations }],
  handlers: ({ database }) => ({ 'team.deleted': ({ teamId }) => closeInvitationsOfTeam(database.db, teamId) }),
  personalData: invitationPersonalData,
  texts: invitationTexts,
  withoutFeatures: {
    search: 'An invitation is found in its list until it is accepted.',
    ...explainMissingFeatures('The invited person acts, not the inviter; there is no page of a person before.', 'pending', 'personPage'),
    ...explainMissingFeatures('Invitations are not about homes.', 'reviewBasis', 'unitTimeline'),
    erasure: 'Open: an invitation keeps the address it was sent to; it expires after its term.',
    closing: 'An open invitation expires by itself and keeps no account open.',
  },
};
