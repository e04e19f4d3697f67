import { sql } from 'kysely';
import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

/** An occupant has no account. Only who has the name of the landlord's sheet and proved the number is taken for them: both are easily typed. */
const theirs = (id: number) =>
  sql<boolean>`exists (select 1 from person p where p.id = ${id} and p.phone = occupant.phone and p.phone_proved_at is not null and lower(p.name) = lower(occupant.name))`;

export const intakeHoldings: Holdings = {
  said_to_live_in: (db, id) =>
    everything(db, 'occupant', 'the export a person asked for, of what is theirs')
      .select()
      .select(['name', 'phone', 'since', 'rent_cents', 'deposit_held_cents', 'created_at', 'ended_at'])
      .where(theirs(id))
      .orderBy('id')
      .execute(),
};

/** The landlord keeps that somebody lives there and what is owed, without name and number. */
export const forgetOccupant: Forget = async (tx, id) => {
  // A sheet that is taken back must not bring the number back.
  await everything(tx, 'intake_lives', 'the clock forgets closed accounts')
    .change()
    .set({ before: sql`before - 'phone'` })
    .where('occupant_id', 'in', everything(tx, 'occupant', 'the clock forgets closed accounts').select().select('id').where(theirs(id)))
    .execute();
  await everything(tx, 'occupant', 'the clock forgets closed accounts')
    .change()
    .set({ name: 'Closed account', phone: null })
    .where(theirs(id))
    .execute();
};
