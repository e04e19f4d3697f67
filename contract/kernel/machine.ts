import type { MoveActor } from './roles.ts';

export type MachineMove<S extends string> = { readonly from: readonly S[]; readonly to: S; readonly by: readonly MoveActor[] };

/** States with their numbers or words on the wire, a start, and named moves: which actor may move from where to where. */
export type StateMachine<S extends string = string, M extends string = string, T extends string = string> = {
  readonly table: T;
  /** The column of the state, if it is not `status`. */
  readonly column?: string;
  readonly states: Readonly<Record<S, number | string>>;
  readonly start: S;
  readonly moves: Readonly<Record<M, MachineMove<S>>>;
};

export const machine = <const S extends string, const M extends string, const T extends string>(m: StateMachine<S, M, T>): StateMachine<S, M, T> => m;

export type StateOf<M> = M extends StateMachine<infer S, string> ? S : never;
export type MoveOf<M> = M extends StateMachine<string, infer N> ? N : never;

/** The moves this actor may make from this state: the server enforces them, and the screen shows them as buttons. */
export function listAllowedMoves<S extends string, M extends string>(m: StateMachine<S, M>, state: S, actor: MoveActor): M[] {
  return (Object.keys(m.moves) as M[]).filter((name) => m.moves[name].from.includes(state) && m.moves[name].by.includes(actor));
}

/** Problems that a machine may not have; one test checks all machines. */
export function findMachineProblems<S extends string, M extends string>(m: StateMachine<S, M>): string[] {
  const moves = Object.entries(m.moves) as [M, MachineMove<S>][];
  const reached = new Set<S>([m.start]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const [, move] of moves) {
      if (!reached.has(move.to) && move.from.some((s) => reached.has(s))) {
        reached.add(move.to);
        grew = true;
      }
    }
  }
  const unreached = (Object.keys(m.states) as S[]).filter((s) => !reached.has(s)).map((s) => `${m.table}: nothing leads to ${s}`);
  const unowned = moves.filter(([, move]) => move.by.length === 0).map(([name]) => `${m.table}: nobody may ${name}`);
  const twice = new Set(Object.values(m.states)).size === Object.keys(m.states).length ? [] : [`${m.table}: two states share a number`];
  return [...unreached, ...unowned, ...twice];
}
