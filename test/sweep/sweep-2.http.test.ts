import { sweepCalls } from './sweep.ts';

sweepCalls(1, 2);
