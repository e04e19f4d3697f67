import { sql } from 'kysely';
import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

/** Lines that are not tenancies yet hold what was typed. Only who has the name of the sheet and proved the number is taken for them. */
const theirs = (id: number) =>
  sql<boolean>`exists (select 1 from person p where p.id = ${id} and p.phone_proved_at is not null and lower(p.name) = lower(portfolio_row.cells ->> 'tenant')
    and right(regexp_replace(coalesce(portfolio_row.cells ->> 'phone', ''), '\\D', '', 'g'), 9) = right(p.phone, 9))`;

export const portfolioHoldings: Holdings = {
  lines_of_sheets: (db, id) =>
    everything(db, 'portfolio_row', 'the export a person asked for, of what is theirs')
      .select()
      .select(['property', 'cells', 'created_at'])
      .where(theirs(id))
      .orderBy('id')
      .execute(),
};

export const forgetLines: Forget = async (tx, id) => {
  await everything(tx, 'portfolio_row', 'the clock forgets closed accounts').remove().where(theirs(id)).execute();
};
