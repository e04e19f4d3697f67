import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { releaseFile } from '#server/media/service.ts';

export const paperPersonalData: PersonalData = {
  tenancy_papers: (db, id) =>
    unscopedTable(db, 'tenancy_file', 'a person exports the documents that they uploaded')
      .select()
      .select(['kind', 'name', 'version', 'expires_on', 'review', 'created_at'])
      .where('created_by', '=', id)
      .orderBy('id')
      .execute(),
};

/** Deletes files uploaded by the person; the entry remains without its name. Documents that the landlord filed about the lease stay. */
export const eraseDocumentPersonalData: ErasePersonalData = async (tx, id) => {
  const why = 'scheduled job erases the data of closed accounts';
  const rows = await unscopedTable(tx, 'tenancy_file', why)
    .select()
    .innerJoin('tenancy', 'tenancy.id', 'tenancy_file.tenancy_id')
    .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'tenancy.id')
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .select(['tenancy_file.id', 'tenancy_file.file_id'])
    .distinct()
    .where('tenancy_file.created_by', '=', id)
    .where('tenant.person_id', '=', id)
    .execute();
  for (const { id: paper, file_id } of rows) {
    await unscopedTable(tx, 'tenancy_file', why)
      .change()
      .set({ file_id: null, name: 'Closed account', note: '', required: false })
      .where('id', '=', paper)
      .execute();
    if (file_id !== null) await releaseFile(tx, file_id);
  }
};
