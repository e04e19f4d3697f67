import fc from 'fast-check';
import { seedOfRun } from './seed-of-run.ts';

fc.configureGlobal({ seed: Number(seedOfRun()) });
