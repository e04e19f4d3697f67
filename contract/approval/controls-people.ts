import type { MoneyControl } from './control.ts';

/** Acts that give people permissions on money, or set the terms by which it is shared. */
export const peopleControls: readonly MoneyControl[] = [
  {
    act: 'Change a commission rule',
    ask: ['commission.ruleCreate', 'commission.ruleReplace', 'commission.ruleEnd'],
    rule: 'commissionRule',
    limits:
      'Ceiling of the base, also for fixed amounts and minimums; VAT at most 16%; never retroactive; notice to the company before a higher rate starts',
    evidence: 'Reason; to end a rule, the terms that end',
    test: ['server/commission/rule-requests.db.test.ts', 'one admin cannot take all rent of a company from today'],
  },
  {
    act: 'Give an agency commission, or the right to collect, sign or spend',
    ask: ['access.mandateCreate', 'access.mandateUpdate'],
    rule: null,
    alone: 'The owner’s own money. Makao cannot give or widen these terms.',
    limits: 'Only the owner widens it. Makao narrows or ends it.',
    evidence: 'The terms in the log',
    test: ['server/access/mandate-money.db.test.ts', 'one person of Makao cannot give an agency commission'],
  },
  {
    act: 'Appoint a super admin or an admin',
    ask: ['invitation.send', 'invitation.bulkSend', 'invitation.createPoster'],
    rule: 'appointment',
    limits: 'Approves money 7 days after accepting the role',
    evidence: 'The message of the invitation, if it has one',
    test: ['server/approval/approval.db.test.ts', 'a new role makes a person with an old account new'],
  },
  {
    act: 'Enable a disabled account with permissions on money',
    ask: ['people.changeActive'],
    rule: 'accountEnable',
    limits: 'The waiting period of the role begins again. The person and the requester cannot approve for each other for 30 days.',
    evidence: 'Reason',
    test: ['server/people/enable-account.db.test.ts', 'needs a second super admin, and the role is new again'],
  },
  {
    act: 'Give a role permissions on money',
    ask: ['access.assign'],
    rule: 'financeRole',
    limits: 'Approves money 7 days after receiving the role',
    evidence: 'The person, the role and the number of its permissions. No reason is asked for.',
    test: ['server/access/finance-role.db.test.ts', 'a second super admin approves it before the person has the permissions'],
  },
  {
    act: 'Add permissions on money to a role that people have',
    ask: ['access.roleUpdate'],
    rule: 'roleGrants',
    limits: 'The waiting period of everyone with the role begins again. They and the requester cannot approve for each other for 30 days.',
    evidence: 'The permissions that are added. No reason is asked for.',
    test: ['server/access/finance-role.db.test.ts', 'permissions on money start the waiting period of the holders again'],
  },
];
