import { defineCallTests } from './sweep.ts';

defineCallTests(0, 2);
