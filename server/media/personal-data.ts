import type { Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const mediaHoldings: Holdings = {
  files: (db, id) =>
    everything(db, 'media_file', 'the export a person asked for, of what is theirs')
      .select()
      .select(['name', 'purpose', 'created_at'])
      .where('uploaded_by', '=', id)
      .orderBy('id')
      .execute(),
};
