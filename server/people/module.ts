import { accountFamilyCallTable, familyCalls, peopleCalls } from '#contract/people/calls.ts';
import { certificateCalls } from '#contract/people/certificate-calls.ts';
import type { PersonKindName } from '#contract/people/kinds.ts';
import { noteCalls } from '#contract/people/note-calls.ts';
import { fillMorePeople } from '#server/db/demo/people/people.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { accountActs } from './account-active.ts';
import { certificateHandlers, eraseCertificates } from './certificate.ts';
import { remindExpiringCertificates } from './certificate-notify.ts';
import { eraseNotes, noteHandlers, notePersonalData } from './notes.ts';
import { peoplePendingTasks } from './pending-tasks.ts';
import { peopleScopes } from './scopes.ts';
import * as service from './service.ts';
import { peopleTexts } from './texts.ts';

export const peopleModule: ServerModule = {
  scopes: peopleScopes,
  readable: ['agent_certificate', 'company_connection', 'person_profile'],
  calls: { people: peopleCalls, certificates: certificateCalls, notes: noteCalls, ...accountFamilyCallTable },
  /** All kinds of accounts share the same handlers. The calls of a kind decide which handlers it uses. */
  routes: (services) => [
    ...serveCalls(peopleCalls, service),
    ...serveCalls(certificateCalls, certificateHandlers(services)),
    ...serveCalls(noteCalls, noteHandlers),
    ...(Object.entries(familyCalls) as [PersonKindName | 'user', (typeof familyCalls)['admin']][]).flatMap(([kind, calls]) =>
      serveCalls(calls, { ...service.peopleReadHandlers(kind), ...service.ownAccountHandlers(services, kind as PersonKindName) }),
    ),
  ],
  jobs: () => [{ name: 'people.certificates', everyMinutes: 60, run: remindExpiringCertificates }],
  personalData: notePersonalData,
  erasePersonalData: async (tx, personId) => {
    await eraseCertificates(tx, personId);
    await eraseNotes(tx, personId);
  },
  demo: fillMorePeople,
  texts: peopleTexts,
  requestedActs: accountActs,
  pendingTasks: peoplePendingTasks,
  shownIn: { personPage: 'server/people/person-record.ts' },
  withoutFeatures: {
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'The records are not about a unit.',
    closing: 'Module identity closes accounts. This module only stores personal details.',
  },
};
