import { sweep } from './sweep.ts';

sweep(0, 2);
