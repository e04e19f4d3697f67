import { mediaCalls } from '#contract/media/calls.ts';
import { type Route, serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { arrivals, status } from './arrive.ts';
import { addLink, all, captions, cover, order, remove, update } from './items.ts';
import { redraws } from './place.ts';
import { settle } from './similar.ts';

export const mediaCallRoutes = (house: House): Route[] =>
  serve(mediaCalls, { all, status, ...arrivals(house), addLink, update, captions, order, cover, ...redraws(house), remove, settle });
