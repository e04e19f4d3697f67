import fc from 'fast-check';
import { chooseRunSeed } from './seed-of-run.ts';

fc.configureGlobal({ seed: Number(chooseRunSeed()) });
