import type { Kind } from '#contract/art/url.ts';
import { shop } from './facade-shop.ts';
import { tower } from './facade-tower.ts';
import { villa } from './facade-villa.ts';
import { walkup } from './facade-walkup.ts';
import { bungalow, maisonette } from './facades-houses.ts';
import { godown, office } from './facades-work.ts';
import { plot } from './plot.ts';
import type { Scene } from './scene.ts';

/** What stands on the ground line, for every kind of property. */
export const facades: Readonly<Record<Kind, (c: Scene) => string>> = { tower, walkup, maisonette, bungalow, villa, shop, office, godown, plot };
