import { type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import { machine, movesFor } from '#contract/kernel/machine.ts';
import type { Actor } from '#contract/kernel/roles.ts';

/** Whoever manages the unit: its holder, an agent by mandate, a dealer, and staff whose role allows it. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin', 'clock'] as const;
const system = ['clock'] as const;

/**
 * Bookings and tenancies order, occupy and free a unit; people take it out of the market and back, and say of a unit no tenancy holds yet
 * that somebody lives there (`occupied_said`) or no longer does: that is how a block that is let already comes here. A frozen unit goes back to what
 * it was, so there is one way back for each state it may have had (`status_before` says which). An occupied unit is never frozen, and
 * works in it are a mark (`works_since`), not a state: nothing frees it but the end of its tenancy.
 */
export const unitMachine = machine({
  table: 'unit',
  states: unitStatuses,
  start: 'vacant',
  moves: {
    hold: { from: ['vacant'], to: 'onhold', by: managers },
    release: { from: ['onhold'], to: 'vacant', by: managers },
    start_maintenance: { from: ['vacant'], to: 'maintenance', by: managers },
    end_maintenance: { from: ['maintenance'], to: 'vacant', by: managers },
    start_works: { from: ['occupied'], to: 'occupied', by: managers },
    end_works: { from: ['occupied'], to: 'occupied', by: managers },
    order: { from: ['vacant'], to: 'ordered', by: system },
    drop_order: { from: ['ordered'], to: 'vacant', by: system },
    occupy: { from: ['ordered'], to: 'occupied', by: system },
    vacate: { from: ['occupied'], to: 'vacant', by: system },
    vacate_to_order: { from: ['occupied'], to: 'ordered', by: system },
    vacate_to_works: { from: ['occupied'], to: 'maintenance', by: system },
    occupy_said: { from: ['vacant', 'onhold'], to: 'occupied', by: managers },
    vacate_said: { from: ['occupied'], to: 'vacant', by: managers },
    stall: { from: ['vacant', 'ordered', 'maintenance', 'onhold'], to: 'stall', by: platform },
    unstall: { from: ['stall'], to: 'vacant', by: platform },
    unstall_ordered: { from: ['stall'], to: 'ordered', by: platform },
    unstall_maintenance: { from: ['stall'], to: 'maintenance', by: platform },
    unstall_onhold: { from: ['stall'], to: 'onhold', by: platform },
  },
});

/** The moves a person asks for. `unstall` leads back to where the unit was. */
export const unitMoves = ['hold', 'release', 'start_maintenance', 'end_maintenance', 'occupy_said', 'vacate_said', 'stall', 'unstall'] as const;
export type UnitMove = (typeof unitMoves)[number];

/** Taking a unit away from the market needs a reason; works also need the day they should be done. */
export const needsReason: readonly UnitMove[] = ['hold', 'start_maintenance', 'stall'];
export const needsDay: readonly UnitMove[] = ['start_maintenance'];
/** Moves for which a day means something. */
export const takesDay: readonly UnitMove[] = ['hold', 'start_maintenance'];

type Stands = { readonly status: UnitStatus; readonly works_since: unknown; readonly status_before: string | null; readonly occupied_said: boolean };
type Step = keyof (typeof unitMachine)['moves'];
/** What a move comes to for this unit: a frozen one goes back to what it was, works in an occupied one are only marked. */
export function stepOf(unit: Stands, move: Step): Step {
  if (move === 'unstall') return wayBack[unit.status_before as keyof typeof wayBack] ?? 'unstall';
  if (unit.status !== 'occupied') return move;
  if (move === 'start_maintenance' && unit.works_since === null) return 'start_works';
  return move === 'end_maintenance' && unit.works_since !== null ? 'end_works' : move;
}
/** The moves a person may ask for now. */
export const unitMovesFor = (unit: Stands, actor: Actor): UnitMove[] => {
  const steps: readonly Step[] = movesFor(unitMachine, unit.status, actor);
  return unitMoves.filter((move) => steps.includes(stepOf(unit, move)) && (move !== 'vacate_said' || unit.occupied_said));
};

/** A frozen unit's way back, by what it was. */
export const wayBack = {
  vacant: 'unstall',
  ordered: 'unstall_ordered',
  maintenance: 'unstall_maintenance',
  onhold: 'unstall_onhold',
} as const;
