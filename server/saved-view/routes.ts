import { savedViewCalls } from '#contract/saved-view/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const savedViewRoutes = serve(savedViewCalls, { list: service.list, save: service.save, rename: service.rename, remove: service.remove });
