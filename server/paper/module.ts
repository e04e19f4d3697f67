import { paperCalls } from '#contract/paper/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { paperLookups } from './lookups.ts';
import { fileNoticeDocument } from './notice.ts';
import { notifyExpiringDocuments } from './notify.ts';
import { eraseDocumentPersonalData, paperPersonalData } from './personal-data.ts';
import { paperScopes } from './scopes.ts';
import { paperService } from './service.ts';
import { paperTexts } from './texts.ts';

export const paperModule: ServerModule = {
  lookups: paperLookups,
  scopes: paperScopes,
  calls: { paper: paperCalls },
  routes: (services) => serveCalls(paperCalls, paperService(services)),
  personalData: paperPersonalData,
  erasePersonalData: eraseDocumentPersonalData,
  eventHandlers: { 'tenancy.notice': fileNoticeDocument },
  texts: paperTexts,
  jobs: () => [{ name: 'paper.warn', everyMinutes: 60, run: notifyExpiringDocuments }],
  shownIn: { personPage: 'server/paper/lookups.ts' },
  withoutFeatures: {
    search: 'A document is found through its tenancy.',
    pending: 'Open: documents to review are listed only on the page of their tenancy.',
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
    closing: 'The tenancy prevents the closing of an account, not its documents.',
  },
};
