import type { Holdings } from '#server/kernel/personal-data.ts';

export const invitationHoldings: Holdings = {
  invitations: (db, id) =>
    db
      .selectFrom('invitation')
      .select(['code', 'kind', 'email', 'phone', 'status', 'message', 'created_at'])
      .where((eb) => eb.or([eb('inviter_id', '=', id), eb('accepted_by', '=', id)]))
      .orderBy('id')
      .execute(),
};
