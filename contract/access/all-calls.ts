import { roleCalls } from './calls.ts';
import { mandateCalls } from './mandate-calls.ts';
import { staffCalls, teamCalls } from './people-calls.ts';

export const accessCalls = { ...roleCalls, ...mandateCalls, ...staffCalls, ...teamCalls } as const;
