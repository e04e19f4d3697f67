import { defineCallTests } from './sweep.ts';

defineCallTests(1, 2);
