import { z } from 'zod';
import type { StateMachine } from './machine.ts';

/** Separate from the machines themselves, which pages use without Zod. */
export const stateSchema = <S extends string>(m: StateMachine<S, string>) => z.enum(Object.keys(m.states) as [S, ...S[]]);
export const moveSchema = <M extends string>(m: StateMachine<string, M>) => z.enum(Object.keys(m.moves) as [M, ...M[]]);
