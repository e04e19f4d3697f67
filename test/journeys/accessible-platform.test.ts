import { everyRouteIsAccessible } from './accessible.ts';
import { walkers } from './every-route.ts';

everyRouteIsAccessible(walkers.platform);
