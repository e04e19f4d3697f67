import { formatPhone } from '#contract/kernel/phone-text.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { Letterhead } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';

export type LetterSender = Pick<Letterhead, 'from' | 'reach'>;
/** The platform as sender. */
export const platformSender: LetterSender = { from: 'Makao', reach: [] };

/** The sender of a document with contact details: the same on every document. */
export async function readLetterSender(db: Db, companyId: number): Promise<LetterSender> {
  const row = await unscopedTable(db, 'company', 'the letterhead names the sender of a document')
    .select()
    .select(['name', 'address', 'kra_pin', 'phone', 'email'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const reached = [row.kra_pin && m.invoices_kra({ pin: row.kra_pin }), row.phone && formatPhone(row.phone), row.email].filter(Boolean).join(' · ');
  return { from: row.name, reach: [row.address ?? '', reached].filter(Boolean) };
}
