import { invitationCalls } from '#contract/invitation/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { appointmentActs } from './appointment.ts';
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
  requestedActs: appointmentActs,
  routes: (services) => serveCalls(invitationCalls, invitationService(services)),
  jobs: () => [{ name: 'invitation.close', everyMinutes: 60, run: closeExpiredInvitations }],
  handlers: ({ database }) => ({ 'team.deleted': ({ teamId }) => closeInvitationsOfTeam(database.db, teamId) }),
  personalData: invitationPersonalData,
  texts: invitationTexts,
  withoutFeatures: {
    search: 'An invitation is found in the list of invitations until it is accepted.',
    ...explainMissingFeatures('Only the invited person can act, and has no page before accepting.', 'pending', 'personPage'),
    ...explainMissingFeatures('An invitation is not about a unit.', 'reviewBasis', 'unitTimeline'),
    erasure: 'Open: an expired invitation keeps the address of the invited person.',
    closing: 'An open invitation expires automatically and does not prevent an account from being closed.',
  },
};
