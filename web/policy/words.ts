import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { ConsentWay, PolicyKind } from '#contract/policy/kinds.ts';
import type { policyMachine } from '#contract/policy/machine.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

type Status = StateOf<typeof policyMachine>;
type Move = MoveOf<typeof policyMachine>;

export const kindNames: Readonly<Record<PolicyKind, () => string>> = {
  terms: m.policy_kind_terms,
  privacy: m.policy_kind_privacy,
  refund: m.policy_kind_refund,
  listing: m.policy_kind_listing,
  data_consent: m.policy_kind_data_consent,
  conduct: m.policy_kind_conduct,
  cookies: m.policy_kind_cookies,
};

export const wayNames: Readonly<Record<ConsentWay, () => string>> = {
  joining: m.policy_how_joining,
  invitation: m.policy_how_invitation,
  signed_in: m.policy_how_signed_in,
};

export const statusNames: Readonly<Record<Status, { label: () => string; tone: Tone }>> = {
  draft: { label: m.policy_status_draft, tone: 'neutral' },
  published: { label: m.policy_status_published, tone: 'good' },
  retired: { label: m.policy_status_retired, tone: 'done' },
};

/** What a move is called, asks and says will happen. */
export const moveWords: Readonly<
  Record<Move, { verb: () => string; asks: (given: { title: string }) => string; tells: (given: { date: string }) => string }>
> = {
  publish: { verb: m.policy_publish, asks: m.policy_publish_title, tells: m.policy_publish_text },
  retire: { verb: m.policy_retire, asks: m.policy_retire_title, tells: () => m.policy_retire_text() },
  reopen: { verb: m.policy_reopen, asks: m.policy_reopen_title, tells: () => m.policy_reopen_text() },
};
