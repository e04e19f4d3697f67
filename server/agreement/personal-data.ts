import type { ClosingCheck, ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

const why = 'personal data that agreements hold about this person';

export const agreementPersonalData: PersonalData = {
  agreements: (db, personId) =>
    unscopedTable(db, 'agreement_party', why)
      .select()
      .innerJoin('agreement', 'agreement.id', 'agreement_party.agreement_id')
      .leftJoin('agreement_signature', 'agreement_signature.party_id', 'agreement_party.id')
      .select([
        'agreement.code',
        'agreement.kind',
        'agreement.status',
        'agreement_party.role',
        'agreement_party.name',
        'agreement_party.phone',
        'agreement_party.email',
      ])
      .select([
        'agreement_signature.at as signed_at',
        'agreement_signature.kind as signed_by',
        'agreement_signature.ip',
        'agreement_signature.agent',
        'agreement.sealed_sha256',
      ])
      .where('agreement_party.person_id', '=', personId)
      .orderBy('agreement_party.id')
      .execute(),
};

/** A signed agreement stays with the other side, as the law requires, including the name on it. Phone numbers and email addresses are deleted. */
export const eraseAgreementPersonalData: ErasePersonalData = async (tx, personId) => {
  await unscopedTable(tx, 'agreement_party', why)
    .change()
    .set({ status: 'void', token_hash: null, remind_at: null })
    .where('person_id', '=', personId)
    .where('status', 'in', ['waiting', 'sent', 'viewed'])
    .execute();
  await unscopedTable(tx, 'agreement_party', why)
    .change()
    .set({ phone: null, email: null, phone_before: null, person_id: null })
    .where('person_id', '=', personId)
    .execute();
};

/** An account cannot be closed while an agreement awaits its signature. */
export const openAgreementsCheck: ClosingCheck = async (db, personId) => {
  const open = await unscopedTable(db, 'agreement_party', why)
    .select()
    .innerJoin('agreement', 'agreement.id', 'agreement_party.agreement_id')
    .select('agreement.code')
    .where('agreement_party.person_id', '=', personId)
    .where('agreement.status', 'in', ['pending_signature', 'partially_signed'])
    .executeTakeFirst();
  return open ? m.agreement_refusal_closing({ code: open.code }) : null;
};
