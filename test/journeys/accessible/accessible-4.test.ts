import { testScreenAccessibility } from './accessible.ts';

testScreenAccessibility(4);
