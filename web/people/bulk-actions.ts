import { accessCalls } from '#contract/access/all-calls.ts';
import type { Grants } from '#contract/access/grants.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { type PersonSummary, peopleCalls } from '#contract/people/calls.ts';
import { isAccountActionOffered } from '#contract/people/rules.ts';
import type { ListedKind } from '#contract/people/screens.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { type BulkAction, makeBulkAction, makeBulkFollowUp } from '#web/lists/bulk-act.ts';
import { m } from '#words/messages.js';
import { requiresAccountApproval } from './badges.tsx';
import { accountDecisionNumbers, confirmationTexts, formatAccountActionConsequences } from './words.ts';

type Who = { readonly role: Role; readonly grants: Grants };
const inBulk = ['activate', 'suspend', 'reject', 'enable', 'disable'] as const;
type InBulk = (typeof inBulk)[number];

/** The reason a person is left out of a bulk approval, suspension or rejection, or null. */
const keptApart = (act: InBulk, { user_type }: PersonSummary): string | null => {
  if (!requiresAccountApproval(user_type)) return m.people_many_no_approval();
  return act === 'activate' && user_type === userTypes.agent ? m.people_many_agents() : null;
};

/** Requirements of the single dialog, for many people: the reason, the consequences, and the certificate of an agent. */
const insists = (act: InBulk) => ({
  label: confirmationTexts[act].verb(),
  touches: [accessCalls, propertyCalls],
  ...(confirmationTexts[act].reason === 'needed' ? { reason: { label: m.people_reason(), min: 3 } } : {}),
  ...(confirmationTexts[act].danger
    ? {
        follows: makeBulkFollowUp<PersonSummary, typeof peopleCalls.consequences>(peopleCalls.consequences, {
          given: (rows) => ({ user_id: rows.map(({ id }) => id).join(',') }),
          says: formatAccountActionConsequences,
        }),
      }
    : {}),
  ...(act in accountDecisionNumbers ? { keeps: (p: PersonSummary) => keptApart(act, p) } : {}),
});
const saying = (reason: string) => (reason ? { reason } : {});

const inMany = (act: InBulk): BulkAction<PersonSummary> =>
  act === 'enable' || act === 'disable'
    ? makeBulkAction<PersonSummary, typeof peopleCalls.changeActive>(peopleCalls.changeActive, {
        ...insists(act),
        given: (p, { reason }) => ({ is_active: act === 'enable', user_id: p.id, ...saying(reason) }),
      })
    : makeBulkAction<PersonSummary, typeof peopleCalls.changeStatus>(peopleCalls.changeStatus, {
        ...insists(act),
        given: (p, { reason }) => ({ state: accountDecisionNumbers[act], user_id: p.id, updated_at: p.updated_at, ...saying(reason) }),
      });

/** Whether the user approves agents: they are approved one by one, because each certificate must be checked. */
const agentsApart = (kind: ListedKind, who: Who): boolean => kind === 'agent' && isAccountActionOffered(who, kind, 'activate');

/** The platform's bulk actions, by the permission over the kind; super admins are handled one by one, with dual approval. */
export const makePeopleBulkActions = (kind: ListedKind, who: Who): BulkAction<PersonSummary>[] =>
  kind === 'super_admin'
    ? []
    : inBulk.filter((act) => isAccountActionOffered(who, kind, act) && !(act === 'activate' && agentsApart(kind, who))).map(inMany);
export const getPeopleBulkHint = (kind: ListedKind, who: Who): string | undefined => (agentsApart(kind, who) ? m.people_many_agents() : undefined);
