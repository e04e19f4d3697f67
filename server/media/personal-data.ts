import type { PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const mediaPersonalData: PersonalData = {
  files: (db, id) =>
    unscopedTable(db, 'media_file', 'a person exports their own personal data')
      .select()
      .select(['name', 'purpose', 'created_at'])
      .where('uploaded_by', '=', id)
      .orderBy('id')
      .execute(),
};
