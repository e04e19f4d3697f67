import { auditCalls } from '#contract/audit/calls.ts';
import { fillAudit } from '#server/db/demo/audit.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { chainAndNote, verifyNightly } from './chain.ts';
import { notesOf } from './head-notes.ts';
import { auditScopes } from './scopes.ts';
import * as service from './service.ts';

export const auditRoom: ServerRoom = {
  scopes: auditScopes,
  readable: ['audit_log'],
  calls: { audit: auditCalls },
  routes: () => serve(auditCalls, service),
  jobs: (house) => [
    { name: 'audit.chain', everyMinutes: 1, run: (db) => chainAndNote(db, notesOf(house)) },
    { name: 'audit.verify', everyMinutes: 24 * 60, run: (db) => verifyNightly(db, notesOf(house), house.log) },
  ],
  /** Last of all: it chains what the rooms before it logged. */
  demo: fillAudit,
  shownIn: { unitTimeline: 'server/unit/one.ts' },
  without: {
    ...because('The log is read from the record it is about, and nobody works on it.', 'search', 'pending', 'messages', 'reviewBasis', 'closing'),
    personPage: 'Open: the page of a person shows its history through the call of this module, in the browser.',
    ...because('The log is kept by law; the person is nameless in it once erased.', 'export', 'erasure'),
  },
};
