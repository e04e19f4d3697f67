import { familyCalls, familyTable, peopleCalls } from '#contract/people/calls.ts';
import { certificateCalls } from '#contract/people/certificate-calls.ts';
import type { KindName } from '#contract/people/kinds.ts';
import { noteCalls } from '#contract/people/note-calls.ts';
import { fillMorePeople } from '#server/db/demo/people/people.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { certificates, forgetCertificates } from './certificate.ts';
import { remindDue } from './certificate-tell.ts';
import { forgetNotes, noteHoldings, notes } from './notes.ts';
import { peopleScopes } from './scopes.ts';
import * as service from './service.ts';
import { peopleTexts } from './texts.ts';
import { peopleWaits } from './waits.ts';

export const peopleRoom: ServerRoom = {
  scopes: peopleScopes,
  readable: ['agent_certificate', 'company_connection', 'person_profile'],
  calls: { people: peopleCalls, certificates: certificateCalls, notes: noteCalls, ...familyTable },
  /** Each family is served by the same handlers; its calls say what it has. */
  routes: (house) => [
    ...serve(peopleCalls, service),
    ...serve(certificateCalls, certificates(house)),
    ...serve(noteCalls, notes),
    ...(Object.entries(familyCalls) as [KindName | 'user', (typeof familyCalls)['admin']][]).flatMap(([kind, calls]) =>
      serve(calls, { ...service.reading(kind), ...service.owning(house, kind as KindName) }),
    ),
  ],
  jobs: () => [{ name: 'people.certificates', everyMinutes: 60, run: remindDue }],
  holdings: noteHoldings,
  forget: async (tx, personId) => {
    await forgetCertificates(tx, personId);
    await forgetNotes(tx, personId);
  },
  demo: fillMorePeople,
  texts: peopleTexts,
  waits: peopleWaits,
  shownIn: { personPage: 'server/people/one.ts' },
  without: {
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Its records are not about one unit.',
    closing: 'Identity closes accounts; people only keeps who they are.',
  },
};
