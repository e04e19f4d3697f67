import { Avatar } from '@mantine/core';
import { companyHeadUserTypes } from '#contract/kernel/roles.ts';
import type { PersonSummary } from '#contract/people/calls.ts';
import { getInitials } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { accountStatusNames } from './words.ts';

/** The picture, or initials without one. The name appears beside it, so it has no alternative text. */
export const PersonPortrait = ({ person, size = 34 }: { person: { name: string; image: string | null }; size?: number }) => (
  <Avatar src={person.image} size={size} color="primary" aria-hidden alt="">
    {getInitials(person.name)}
  </Avatar>
);

export const ApprovalBadge = ({ status }: { status: PersonSummary['verified_status'] }) => (
  <ToneBadge tone={accountStatusNames[status].tone}>{accountStatusNames[status].label()}</ToneBadge>
);
export const AccountActiveBadge = ({ active }: { active: boolean }) => (
  <ToneBadge tone={active ? 'good' : 'done'}>{active ? m.people_active() : m.people_disabled()}</ToneBadge>
);

/** Owners, agents and dealers are approved; other accounts are only active or inactive. */
export const requiresAccountApproval = (userType: number): boolean => companyHeadUserTypes.includes(userType);
