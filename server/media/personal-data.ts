import type { Holdings } from '#server/kernel/personal-data.ts';

export const mediaHoldings: Holdings = {
  files: (db, id) => db.selectFrom('media_file').select(['name', 'purpose', 'created_at']).where('uploaded_by', '=', id).orderBy('id').execute(),
};
