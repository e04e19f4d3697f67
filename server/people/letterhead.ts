import { shownPhone } from '#contract/kernel/phone-text.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import type { Letterhead } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';

export type Sender = Pick<Letterhead, 'from' | 'reach'>;
/** The platform itself. */
export const makao: Sender = { from: 'Makao', reach: [] };

/** Who a paper comes from, and how they are reached: the same on every paper. */
export async function senderOf(db: Db, companyId: number): Promise<Sender> {
  const row = await everything(db, 'company', 'who sends a paper stands on it')
    .select()
    .select(['name', 'address', 'kra_pin', 'phone', 'email'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const reached = [row.kra_pin && m.invoices_kra({ pin: row.kra_pin }), row.phone && shownPhone(row.phone), row.email].filter(Boolean).join(' · ');
  return { from: row.name, reach: [row.address ?? '', reached].filter(Boolean) };
}
