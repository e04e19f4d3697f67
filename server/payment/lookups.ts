import { sql } from 'kysely';
import { auditChangeKinds } from '#contract/constants.ts';
import type { CorrectedPayment } from '#contract/kernel/corrected-payment.ts';
import type { Me } from '#server/kernel/ctx.ts';
import type { ModuleLookups, PaidRecord } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';

type Corrected = Pick<CorrectedPayment, 'key' | 'by' | 'changes'> & { at: Date; payment: Pick<CorrectedPayment, 'code' | 'what' | 'moved_here'> };
/** The person who asked for a correction is the author of its entry in the log. */
const selectCorrections = (me: Me, { column, id }: PaidRecord) =>
  sql`(select 'c' || n.id as key, n.created_at as at, asker.id as actor_id, asker.name as by,
      jsonb_build_object('code', x.code, 'what', n.correction, 'moved_here', n.correction = 'tenant' and x.id = n.id) as payment,
      case n.correction when 'amount' then jsonb_build_array(jsonb_build_object('field', 'cents', 'old', o.cents, 'new', n.cents))
        when 'date' then jsonb_build_array(jsonb_build_object('field', 'paid_on', 'old', o.paid_on, 'new', n.paid_on)) else '[]'::jsonb end as changes
    from payment n join payment o on o.id = n.corrects
    cross join lateral (select p.id, p.code from payment p where p.id in (n.id, o.id) and ${sql.ref(`p.${column}`)} = ${id}
      and ${visibleTo('payment:managed', me, 'p')} order by p.id desc limit 1) x
    left join lateral (select y.id, y.name from audit_log l join person y on y.id = l.actor_id where l.document = 'payments' and l.record_id = n.id
      and l.record_code = n.code and l.kind = ${auditChangeKinds.add} order by l.id limit 1) asker on true)`;

export const paymentLookups: Partial<ModuleLookups> = {
  managedPayment: (ctx, id) => from(ctx, 'payment:managed').select(['payment.id', 'payment.code']).where('payment.id', '=', id).executeTakeFirst(),
  paymentCorrections: selectCorrections,
  correctedPayments: async (ctx, of) => {
    const { rows } =
      await sql<Corrected>`select key, at, by, payment, changes from ${selectCorrections(ctx.me, of)} c order by at desc limit 100`.execute(ctx.db);
    return rows.map(({ payment, at, ...row }) => ({ ...row, ...payment, at: new Date(at).toISOString() }));
  },
  lastPaymentOf: (booking) =>
    sql`(select p.code from payment p where p.booking_id = ${booking} and p.status = 'completed' order by p.id desc limit 1)`,
};
