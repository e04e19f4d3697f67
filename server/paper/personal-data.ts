import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { giveUpFile } from '#server/media/service.ts';

export const paperHoldings: Holdings = {
  tenancy_papers: (db, id) =>
    everything(db, 'tenancy_file', 'the export a person asked for, of what they brought')
      .select()
      .select(['kind', 'name', 'version', 'expires_on', 'review', 'created_at'])
      .where('created_by', '=', id)
      .orderBy('id')
      .execute(),
};

/** What they brought of themselves goes; that there was one is left, without its name. What their landlord filed about the lease stays. */
export const forgetPapers: Forget = async (tx, id) => {
  const why = 'the clock forgets closed accounts';
  const rows = await everything(tx, 'tenancy_file', why)
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
    await everything(tx, 'tenancy_file', why)
      .change()
      .set({ file_id: null, name: 'Closed account', note: '', required: false })
      .where('id', '=', paper)
      .execute();
    if (file_id !== null) await giveUpFile(tx, file_id);
  }
};
