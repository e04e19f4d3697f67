import { auditCalls } from '#contract/audit/calls.ts';
import { fillAudit } from '#server/db/demo/audit.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { chainAndNote, verifyNightly } from './chain.ts';
import { notesOf } from './head-notes.ts';
import { auditScopes } from './scopes.ts';
import * as service from './service.ts';

export const auditRoom: ServerRoom = {
  scopes: auditScopes,
  calls: { audit: auditCalls },
  routes: () => serve(auditCalls, service),
  jobs: (house) => [
    { name: 'audit.chain', everyMinutes: 1, run: (db) => chainAndNote(db, notesOf(house)) },
    { name: 'audit.verify', everyMinutes: 24 * 60, run: (db) => verifyNightly(db, notesOf(house), house.log) },
  ],
  /** Last of all: it chains what the rooms before it logged. */
  demo: fillAudit,
};
