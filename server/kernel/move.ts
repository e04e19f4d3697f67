import { sql } from 'kysely';
import type { Machine, StateOf } from '#contract/kernel/machine.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import type { Actor } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import type { MachineTable } from '#contract/rooms.ts';
import { visible } from '#server/access/scopes.ts';
import { type Ctx, Refusal } from './ctx.ts';

/**
 * Makes one move of one row, or refuses. The row is locked, then changed, so two people pressing the same button cannot
 * both win; a row outside the caller's scope is "not found", never "forbidden", so ids cannot be probed.
 * The only writer of a status column.
 *
 * Locks are taken in one order everywhere: company, property, unit, listing, booking, tenancy, agreement, invoice, payment,
 * journal; several rows of one table by id. Whoever moves two records moves them in that order.
 */
export async function move<S extends string, M extends string, T extends MachineTable>(
  ctx: Ctx,
  machine: Machine<S, M, T>,
  name: M,
  id: number,
  reason: string | null = null,
  /** `clock` for what time or a rule brings about: no person asks, so no person's scope limits it. */
  actor: Actor = ctx.me.role,
): Promise<{ from: S; to: S }> {
  const { from, to, by } = machine.moves[name];
  const table: MachineTable = machine.table;
  const column = machine.column ?? 'status';
  const row = await ctx.db
    .selectFrom(table)
    .select(sql.ref(column).as('status'))
    .where('id', '=', id)
    .where(actor === 'clock' ? sql<boolean>`true` : visible(table, ctx.me))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', messages.itemNotFound.en);
  const state = row.status as StateOf<typeof machine>;
  if (!by.includes(actor)) throw new Refusal('forbidden', `You may not ${name} this ${table}`);
  if (!from.includes(state)) {
    const allowed = movesFor(machine, state, actor);
    throw new Refusal('wrongState', `A ${table} that is ${state} cannot ${name}`, { from: state, to, allowed });
  }
  await ctx.db
    .updateTable(table)
    .set({ [column]: to } as never)
    .where('id', '=', id)
    .execute();
  await ctx.db
    .insertInto('move_log')
    .values({ subject: table, subject_id: id, move: name, from_state: state, to_state: to, actor_type: actor, actor_id: ctx.me.userId, reason })
    .execute();
  return { from: state, to };
}
