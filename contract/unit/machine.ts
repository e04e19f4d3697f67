import { type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import { listAllowedMoves, machine } from '#contract/kernel/machine.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';

/** Roles that manage the unit: its owner, an agent by mandate, a dealer, and staff whose role allows it. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin', 'clock'] as const;
const system = ['clock'] as const;

/**
 * Bookings and tenancies reserve, occupy and vacate a unit. People take a unit off the market and return it. They can also report a unit without a
 * tenancy as occupied (`occupied_said`) or vacant, which is how a block with existing tenants is imported. A frozen unit returns to its earlier
 * state, so there is one move for each possible earlier state (`status_before`). An occupied unit cannot be frozen. Maintenance is a mark
 * (`works_since`), not a state: only the end of the tenancy vacates the unit.
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

/** The moves a person can request. `unstall` returns the unit to its earlier state. */
export const unitMoves = ['hold', 'release', 'start_maintenance', 'end_maintenance', 'occupy_said', 'vacate_said', 'stall', 'unstall'] as const;
export type UnitMove = (typeof unitMoves)[number];

/** Taking a unit off the market needs a reason; maintenance also needs an expected end date. */
export const unitMovesRequiringReason: readonly UnitMove[] = ['hold', 'start_maintenance', 'stall'];
export const unitMovesRequiringDay: readonly UnitMove[] = ['start_maintenance'];
/** Moves that accept an expected date. */
export const unitMovesAcceptingDay: readonly UnitMove[] = ['hold', 'start_maintenance'];

type Stands = { readonly status: UnitStatus; readonly works_since: unknown; readonly status_before: string | null; readonly occupied_said: boolean };
type Step = keyof (typeof unitMachine)['moves'];
/** Resolves a requested move for this unit: a frozen unit returns to its earlier state, and maintenance in an occupied unit is only marked. */
export function resolveUnitMove(unit: Stands, move: Step): Step {
  if (move === 'unstall') return unfreezeTargets[unit.status_before as keyof typeof unfreezeTargets] ?? 'unstall';
  if (unit.status !== 'occupied') return move;
  if (move === 'start_maintenance' && unit.works_since === null) return 'start_works';
  return move === 'end_maintenance' && unit.works_since !== null ? 'end_works' : move;
}
/** The moves a person can request now. */
export const listUnitMoves = (unit: Stands, actor: MoveActor): UnitMove[] => {
  const steps: readonly Step[] = listAllowedMoves(unitMachine, unit.status, actor);
  return unitMoves.filter((move) => steps.includes(resolveUnitMove(unit, move)) && (move !== 'vacate_said' || unit.occupied_said));
};

/** The move that unfreezes a unit, by its earlier state. */
export const unfreezeTargets = {
  vacant: 'unstall',
  ordered: 'unstall_ordered',
  maintenance: 'unstall_maintenance',
  onhold: 'unstall_onhold',
} as const;
