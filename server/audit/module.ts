import { auditCalls } from '#contract/audit/calls.ts';
import { fillDemoAuditLog } from '#server/db/demo/audit.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { chainAndNoteHead, verifyChainNightly } from './chain.ts';
import { getChainHeadNotes } from './head-notes.ts';
import { auditScopes } from './scopes.ts';
import * as service from './service.ts';

export const auditModule: ServerModule = {
  scopes: auditScopes,
  readable: ['audit_log'],
  calls: { audit: auditCalls },
  routes: () => serveCalls(auditCalls, service),
  jobs: (services) => [
    { name: 'audit.chain', everyMinutes: 1, run: (db) => chainAndNoteHead(db, getChainHeadNotes(services)) },
    { name: 'audit.verify', everyMinutes: 24 * 60, run: (db) => verifyChainNightly(db, getChainHeadNotes(services), services.log) },
  ],
  /** Runs last, because it chains what the demo data of other modules logged. */
  demo: fillDemoAuditLog,
  shownIn: { unitTimeline: 'server/unit/unit-detail.ts' },
  withoutFeatures: {
    ...explainMissingFeatures(
      'The log is read from the record it is about, and nobody works on it.',
      'search',
      'pending',
      'messages',
      'reviewBasis',
      'closing',
    ),
    personPage: 'Open: the page of a person shows its history through the call of this module, in the browser.',
    ...explainMissingFeatures('The log is kept by law; the person is nameless in it once erased.', 'export', 'erasure'),
  },
};
