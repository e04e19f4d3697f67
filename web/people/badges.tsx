import { Avatar } from '@mantine/core';
import { headTypes } from '#contract/kernel/roles.ts';
import type { PersonHead } from '#contract/people/calls.ts';
import { initials } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { statusNames } from './words.ts';

/** The picture, or the initials where there is none. The name stands beside it, so it says nothing itself. */
export const Face = ({ person, size = 34 }: { person: { name: string; image: string | null }; size?: number }) => (
  <Avatar src={person.image} size={size} color="primary" aria-hidden alt="">
    {initials(person.name)}
  </Avatar>
);

export const Approval = ({ status }: { status: PersonHead['verified_status'] }) => (
  <ToneBadge tone={statusNames[status].tone}>{statusNames[status].label()}</ToneBadge>
);
export const SignIn = ({ active }: { active: boolean }) => (
  <ToneBadge tone={active ? 'good' : 'done'}>{active ? m.people_active() : m.people_disabled()}</ToneBadge>
);

/** Approval concerns owners, agents and dealers; others are only active or not. */
export const hasApproval = (userType: number): boolean => headTypes.includes(userType);
