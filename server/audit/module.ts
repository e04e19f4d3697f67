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
  /** This runs last, because it chains the log entries from the demo data of other modules. */
  demo: fillDemoAuditLog,
  shownIn: { unitTimeline: 'server/unit/unit-detail.ts' },
  withoutFeatures: {
    ...explainMissingFeatures(
      'The log is read on the page of each record and requires no action.',
      'search',
      'pending',
      'messages',
      'reviewBasis',
      'closing',
    ),
    personPage: 'Open: the page of a person shows the history through a call of this module, in the browser.',
    ...explainMissingFeatures('The law requires that the log is kept. An erased person is anonymised in it.', 'export', 'erasure'),
  },
};
