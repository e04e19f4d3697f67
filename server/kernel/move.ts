import { sql } from 'kysely';
import { listAllowedMoves, type StateMachine, type StateOf } from '#contract/kernel/machine.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';
import type { MachineTable } from '#contract/modules.ts';
import { sentence } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';
import { type Ctx, Refusal } from './ctx.ts';
import { add, from, oneRow, unscopedTable } from './scoped.ts';
import { sameRow, systemRows } from './scoped-row.ts';

/**
 * Makes one move of one row, or refuses. The row is locked before it is changed, so two concurrent requests cannot both succeed. A row outside the
 * caller’s scope is "not found", never "forbidden", so ids cannot be probed. This is the only writer of a status column.
 *
 * Locks are taken in one order everywhere (docs/architecture.md): company, person, property, unit, listing, booking, tenancy, agreement, invoice,
 * payment, journal; several rows of one table by id. Code that moves two records moves them in that order.
 */
export async function makeMove<S extends string, M extends string, T extends MachineTable>(
  ctx: Ctx,
  machine: StateMachine<S, M, T>,
  name: M,
  id: number,
  reason: string | null = null,
  /** `clock` for moves by a scheduled job or a rule: no person acts, so no person's scope limits the move. */
  actor: MoveActor = ctx.me.role,
): Promise<{ from: S; to: S }> {
  const { from: starts, to, by } = machine.moves[name];
  const table: MachineTable = machine.table;
  const column = machine.column ?? 'status';
  const rows = actor === 'clock' ? systemRows(ctx.db, table, 'a scheduled job or an automatic rule moves the row') : from(ctx, table);
  const row = await rows
    .select(['id', sql.ref(column).as('status')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  const state = row.status as StateOf<typeof machine>;
  if (!by.includes(actor)) throw new Refusal('forbidden', m.shell_refusal_move());
  if (!starts.includes(state)) {
    const allowed = listAllowedMoves(machine, state, actor);
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: state, to, allowed });
  }
  await sameRow(ctx.db, table, row)
    .change()
    .set({ [column]: to } as never)
    .$call(oneRow);
  await add(ctx, 'move_log')
    .values({ subject: table, subject_id: id, move: name, from_state: state, to_state: to, actor_type: actor, actor_id: ctx.me.userId, reason })
    .execute();
  return { from: state, to };
}

/** Makes the same move for several rows, all or none, in two statements for any number of rows. */
export async function moveRows<S extends string, M extends string, T extends MachineTable>(
  ctx: Ctx,
  machine: StateMachine<S, M, T>,
  name: M,
  ids: readonly number[],
  reason: string | null = null,
  actor: MoveActor = ctx.me.role,
): Promise<void> {
  if (ids.length === 0) return;
  const { from: starts, to, by } = machine.moves[name];
  const table: MachineTable = machine.table;
  const column = machine.column ?? 'status';
  const seen = actor === 'clock' ? systemRows(ctx.db, table, 'a scheduled job or an automatic rule moves the row') : from(ctx, table);
  const rows = await seen
    .select(['id', sql.ref(column).as('status')])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length !== new Set(ids).size) throw new Refusal('notFound', sentence('itemNotFound'));
  if (!by.includes(actor)) throw new Refusal('forbidden', m.shell_refusal_move());
  if (rows.some((row) => !starts.includes(row.status as StateOf<typeof machine>))) throw new Refusal('wrongState', m.shell_refusal_state(), { to });
  await sameRow(ctx.db, table, rows)
    .change()
    .set({ [column]: to } as never)
    .execute();
  await add(ctx, 'move_log')
    .values(
      rows.map((row) => ({
        subject: table,
        subject_id: row.id,
        move: name,
        from_state: String(row.status),
        to_state: to,
        actor_type: actor,
        actor_id: ctx.me.userId,
        reason,
      })),
    )
    .execute();
}

/** The moves of a row that the caller sees, latest first. */
export const readMoveHistory = (ctx: Pick<Ctx, 'db'>, subject: MachineTable, id: number) =>
  unscopedTable(ctx.db, 'move_log', 'the history of a row the caller sees')
    .select()
    .leftJoin('person', 'person.id', 'move_log.actor_id')
    .select(['at', 'move', 'from_state', 'to_state', 'reason', 'person.name as by'])
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('move_log.id', 'desc');
