import { clock } from '#contract/time/clock.ts';
import { atClock } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, oneRow } from '#server/kernel/scoped.ts';
import { itself, systemRows } from '#server/kernel/scoped-row.ts';
import { paperOf } from './paper-text.ts';
import { partiesIn, wordsOf } from './rows.ts';
import { keepPaper, sha256Of } from './send.ts';
import { sealAgreement } from './signing/seal.ts';

const why = 'the paper of an agreement whose text was frozen without one';

/**
 * The demo's agreements are filled in where nothing can be drawn or kept: the worker draws their papers at the first start, signs for those the
 * demo says have signed, and seals what everybody signed. One that has its paper is left alone, so a repeat changes nothing.
 */
export async function drawPapers(house: House, agreementId: number): Promise<void> {
  const { db } = house.database;
  const row = await systemRows(db, 'agreement', why).selectAll().where('id', '=', agreementId).where('pdf_file', 'is', null).executeTakeFirst();
  if (!row || row.text === null) return;
  const bytes = await paperOf(row, await wordsOf(db, row), await partiesIn(db, row));
  await db.transaction().execute(async (tx) => {
    const free = await itself(tx, 'agreement', row).select().select('id').where('pdf_file', 'is', null).forUpdate().executeTakeFirst();
    if (!free) return;
    const ctx = atClock(tx, why);
    const set = { pdf_file: await keepPaper(house, ctx, bytes, `${row.code}.pdf`), pdf_sha256: sha256Of(bytes), updated_at: clock.now() };
    await itself(tx, 'agreement', row).change().set(set).$call(oneRow);
    const signed = (await partiesIn(tx, row)).filter(({ status }) => status === 'signed');
    for (const party of signed)
      await add(ctx, 'agreement_signature')
        .values({
          party_id: party.id,
          kind: 'typed',
          drawn: party.name,
          pdf_sha256: set.pdf_sha256,
          proved_by: party.phone ? 'sms' : 'email',
          at: party.invited_at ?? clock.now(),
        })
        .execute();
  });
  await sealAgreement(house, agreementId);
}
