import type { Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const invitationHoldings: Holdings = {
  invitations: (db, id) =>
    everything(db, 'invitation', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'kind', 'email', 'phone', 'status', 'message', 'created_at'])
      .where((eb) => eb.or([eb('inviter_id', '=', id), eb('accepted_by', '=', id)]))
      .orderBy('id')
      .execute(),
};
