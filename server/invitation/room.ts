import { invitationCalls } from '#contract/invitation/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { closeExpired, closeOfTeam } from './close.ts';
import { invitationHoldings } from './personal-data.ts';
import { invitationScopes } from './scopes.ts';
import { invitationService } from './service.ts';
import { invitationTexts } from './texts.ts';

export const invitationRoom: ServerRoom = {
  scopes: invitationScopes,
  calls: { invitation: invitationCalls },
  routes: (house) => serve(invitationCalls, invitationService(house)),
  jobs: () => [{ name: 'invitation.close', everyMinutes: 60, run: closeExpired }],
  handlers: ({ database }) => ({ 'team.deleted': ({ teamId }) => closeOfTeam(database.db, teamId) }),
  holdings: invitationHoldings,
  texts: invitationTexts,
};
