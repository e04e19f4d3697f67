import { auditCalls } from '#contract/audit/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const auditRoutes = serve(auditCalls, service);
