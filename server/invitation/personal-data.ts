import type { PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const invitationPersonalData: PersonalData = {
  invitations: (db, id) =>
    unscopedTable(db, 'invitation', 'a person exports their own personal data')
      .select()
      .select(['code', 'kind', 'email', 'phone', 'status', 'message', 'created_at'])
      .where((eb) => eb.or([eb('inviter_id', '=', id), eb('accepted_by', '=', id)]))
      .orderBy('id')
      .execute(),
};
