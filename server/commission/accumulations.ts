import { sql } from 'kysely';
import type { AccumulatedBase } from '#contract/commission/engine.ts';
import type { Ctx } from '#server/kernel/ctx.ts';

/** Commissions of one rule that are calculated on their running total: of an invoice, a tenancy or a month. */
export type AccumulationKey = { readonly ruleId: number; readonly heap: string };
export const buildAccumulationKey = (ruleId: number, heap: string): string => `${ruleId}/${heap}`;

/** Locks accumulations until the transaction ends and returns their values: concurrent payments are calculated one after the other. */
export async function lockAccumulations(ctx: Ctx, names: readonly AccumulationKey[]): Promise<Map<string, AccumulatedBase>> {
  if (names.length === 0) return new Map();
  const wanted = JSON.stringify(names.map(({ ruleId, heap }) => ({ rule: ruleId, heap })));
  // A separate statement: after waiting for the lock it must read what the other transaction wrote.
  await sql`select pg_advisory_xact_lock(k) from (select distinct hashtextextended('commission:' || rule || ':' || heap, 0) as k
    from jsonb_to_recordset(${wanted}::jsonb) as w (rule bigint, heap text) order by 1) x`.execute(ctx.db);
  const { rows } = await sql<{
    rule_id: number;
    heap: string;
    base: number;
    amount: number;
    tax: number;
  }>`/* unscoped: running totals of accumulations that are locked */
    select c.rule_id, c.heap, sum(c.base_cents)::bigint as base, sum(c.amount_cents)::bigint as amount, sum(c.tax_cents)::bigint as tax
    from commission c join (select distinct rule, heap from jsonb_to_recordset(${wanted}::jsonb) as w (rule bigint, heap text)) w
      on w.rule = c.rule_id and w.heap = c.heap group by 1, 2`.execute(ctx.db);
  return new Map(rows.map(({ rule_id, heap, base, amount, tax }) => [buildAccumulationKey(rule_id, heap), { base, amount, tax }]));
}
