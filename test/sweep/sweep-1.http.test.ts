import { sweepCalls } from './sweep.ts';

sweepCalls(0, 2);
