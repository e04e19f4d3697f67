import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

export const applicationRoom = room({ audits: { application: m.audit_document_application } });
