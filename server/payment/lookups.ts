import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';

export const paymentLookups: Partial<ModuleLookups> = {
  managedPayment: (ctx, id) => from(ctx, 'payment:managed').select(['payment.id', 'payment.code']).where('payment.id', '=', id).executeTakeFirst(),
  lastPaymentOf: (booking) =>
    sql`(select p.code from payment p where p.booking_id = ${booking} and p.status = 'completed' order by p.id desc limit 1)`,
};
