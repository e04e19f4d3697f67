import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { decryptApplicationBody } from './body.ts';
import { erasePersonApplications } from './erase.ts';

const own = 'the export a person asked for, of what is theirs';

/** The person's own application, decrypted for their export only. */
export const applicationPersonalData: PersonalData = {
  application: async (db, id) => {
    const rows = await systemRows(db, 'application', own).selectAll().where('person_id', '=', id).orderBy('version').execute();
    return rows.map((row) => ({
      version: row.version,
      saved_at: row.created_at,
      erased_at: row.erased_at,
      consents: row.consents,
      said: decryptApplicationBody(row),
    }));
  },
  application_papers: (db, id) =>
    unscopedTable(db, 'application_file', own)
      .select()
      .innerJoin('application', 'application.id', 'application_file.application_id')
      .select(['application.version', 'application_file.kind', 'application_file.name', 'application_file.created_at'])
      .where('application.person_id', '=', id)
      .orderBy('application_file.id')
      .execute(),
  application_looks: (db, id) =>
    unscopedTable(db, 'application_look', own)
      .select()
      .innerJoin('application', 'application.id', 'application_look.application_id')
      .leftJoin('company', 'company.id', 'application_look.company_id')
      .select(['application_look.at', 'application_look.what', 'company.name as company'])
      .where('application.person_id', '=', id)
      .orderBy('application_look.id')
      .execute(),
  application_reports: (db, id) =>
    unscopedTable(db, 'application_report', own)
      .select()
      .select(getLookup('codeOfBooking')(sql.ref('application_report.booking_id')).as('code'))
      .select(['application_report.body', 'application_report.created_at', 'application_report.until', 'application_report.ended_at'])
      .where('application_report.person_id', '=', id)
      .orderBy('application_report.id')
      .execute(),
};

export const eraseApplicationPersonalData: ErasePersonalData = async (tx, id) => {
  await erasePersonApplications({ db: tx }, id);
  await unscopedTable(tx, 'application_report', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ body: '', ended_at: clock.now() })
    .where('person_id', '=', id)
    .execute();
};
