import { sql } from 'kysely';
import { platformRoles, type UserType, userTypes } from '#contract/kernel/roles.ts';
import {
  all,
  both,
  byCompany,
  either,
  hangsOn,
  inRegion,
  mine,
  none,
  ofCompany,
  type Rule,
  type Scopes,
  scopeOf,
  seenWith,
  visible,
} from '#server/kernel/scope.ts';

const open: Rule = (_, t) => sql<boolean>`${t('closed_at')} is null`;
const self = mine('id');
const connected: Rule = (me, t) =>
  me.companyId === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from company_connection cc where cc.company_id = ${me.companyId} and cc.person_id = ${t('id')})`;
const ownPeople = both(open, either(self, ofCompany(), connected));
/** Their own region; of the platform's staff, the admins they report to and the subadmins beside them, never a superadmin. */
const adminAbove: Rule = (_, t) => sql<boolean>`(${t('user_type')} = ${userTypes.admin} and ${t('region')} is null)`;
const notHead: Rule = (_, t) => sql<boolean>`${t('user_type')} <> ${userTypes.superadmin}`;
const ownRegion = both(open, either(self, both(notHead, either(inRegion(), adminAbove))));

/** Notes about those one sees, looks after and is not; `mayNote` of contract/people/note.ts has the same, a test holds the two together. */
const aboutBut =
  (types: readonly UserType[]): Rule =>
  (me, t) =>
    sql<boolean>`exists (select 1 from person about where about.id = ${t('person_id')} and about.id is distinct from ${me.userId}
      and about.user_type <> all (${types.map((type) => userTypes[type])}::int[]))`;
const noted = (rule: Rule): Rule => both(hangsOn('person', 'person_id', visible), rule);

export const peopleScopes: Scopes = {
  /** People: the platform sees all but those who left, a subadmin their region, a company its own and those connected to it, others themselves. */
  person: scopeOf(both(open, self), {
    superadmin: open,
    admin: open,
    subadmin: ownRegion,
    owner: ownPeople,
    agent: ownPeople,
    dealer: ownPeople,
    staff: ownPeople,
    anonymous: none,
  }),
  person_profile: seenWith('person', 'person_id'),
  /** An agent's own, and the platform's: the companies an agent works with see the badge, never the paper. */
  agent_certificate: scopeOf(mine('person_id'), { admin: all, subadmin: either(mine('person_id'), seenWith('person', 'person_id').see.subadmin) }),
  /** The platform's own, for each other. */
  person_note: scopeOf(none, {
    superadmin: noted(aboutBut([])),
    admin: noted(aboutBut(['superadmin'])),
    subadmin: noted(aboutBut(platformRoles)),
  }),
  /** What superadmins ask of each other is theirs alone. */
  superadmin_request: scopeOf(none, { superadmin: all }),
  /** What is said of one's company is part of one's application. */
  company: { ...byCompany('id'), held: ofCompany('id') },
  company_connection: byCompany(),
};
