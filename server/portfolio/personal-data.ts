import { sql } from 'kysely';
import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/** Pending rows hold personal data as it was typed. A row belongs to a person only if the name matches and the person has verified the number. */
const theirs = (id: number) =>
  sql<boolean>`exists (select 1 from person p where p.id = ${id} and p.phone_proved_at is not null and lower(p.name) = lower(portfolio_row.cells ->> 'tenant')
    and right(regexp_replace(coalesce(portfolio_row.cells ->> 'phone', ''), '\\D', '', 'g'), 9) = right(p.phone, 9))`;

export const portfolioPersonalData: PersonalData = {
  lines_of_sheets: (db, id) =>
    unscopedTable(db, 'portfolio_row', 'a person exports their own personal data')
      .select()
      .select(['property', 'cells', 'created_at'])
      .where(theirs(id))
      .orderBy('id')
      .execute(),
};

export const erasePortfolioPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'portfolio_row', 'scheduled job erases the data of closed accounts').remove().where(theirs(id)).execute();
};
