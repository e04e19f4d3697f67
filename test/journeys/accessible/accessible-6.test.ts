import { screensAreAccessible } from './accessible.ts';

screensAreAccessible(6);
