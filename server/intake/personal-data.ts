import { sql } from 'kysely';
import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/** An imported occupant has no account, so a person matches by both the name and a verified phone number. Either alone is easily mistyped. */
const theirs = (id: number) =>
  sql<boolean>`exists (select 1 from person p where p.id = ${id} and p.phone = occupant.phone and p.phone_proved_at is not null and lower(p.name) = lower(occupant.name))`;

export const intakePersonalData: PersonalData = {
  said_to_live_in: (db, id) =>
    unscopedTable(db, 'occupant', 'a person exports their own personal data')
      .select()
      .select(['name', 'phone', 'since', 'rent_cents', 'deposit_held_cents', 'created_at', 'ended_at'])
      .where(theirs(id))
      .orderBy('id')
      .execute(),
};

/** The landlord keeps the occupancy and the balance, without name and phone number. */
export const eraseOccupantPersonalData: ErasePersonalData = async (tx, id) => {
  // The number is also deleted from the stored old values, so that undoing the sheet does not restore it.
  await unscopedTable(tx, 'intake_lives', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ before: sql`before - 'phone'` })
    .where(
      'occupant_id',
      'in',
      unscopedTable(tx, 'occupant', 'scheduled job erases the data of closed accounts').select().select('id').where(theirs(id)),
    )
    .execute();
  await unscopedTable(tx, 'occupant', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ name: 'Closed account', phone: null })
    .where(theirs(id))
    .execute();
};
