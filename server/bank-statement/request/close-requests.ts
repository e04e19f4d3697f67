import { closeBlockedRequests } from '#server/approval/service.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';

const why = 'requests for files that no longer continue the imported statements are closed';
/** After an import or undo: closes the requests for other files of the account that can no longer be imported. */
export async function closeBlockedImportRequests(db: Db, statementId: number): Promise<number> {
  const others = await from(asClock(db, why), 'statement')
    .innerJoin('statement as other', 'other.account_id', 'statement.account_id')
    .where('statement.id', '=', statementId)
    .where('statement.status', 'in', ['imported', 'undone'])
    .where('statement.company_id', 'is', null)
    .where('other.status', '=', 'read')
    .select('other.id')
    .execute();
  return closeBlockedRequests(
    db,
    'statementImport',
    others.map(({ id }) => id),
  );
}
