import { unitCalls } from '#contract/unit/calls.ts';
import { unitImportCalls } from '#contract/unit/import-calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const unitRoutes = [...serve(unitCalls, service), ...serve(unitImportCalls, service)];
