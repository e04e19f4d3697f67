import { mediaCalls } from '#contract/media/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { type Route, serve } from '#server/kernel/registry.ts';
import { arrivals, start, status } from './arrive.ts';
import { addLink, all, captions, cover, order, remove, update } from './items.ts';
import { settle } from './likeness.ts';
import { redraws } from './place.ts';

export const mediaCallRoutes = (house: House): Route[] =>
  serve(mediaCalls, { all, start, status, ...arrivals(house), addLink, update, captions, order, cover, ...redraws(house), remove, settle });
