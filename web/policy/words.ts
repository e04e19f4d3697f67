import type { MoveOf } from '#contract/kernel/machine.ts';
import { policyStatusLabels } from '#contract/policy/labels.ts';
import type { policyMachine } from '#contract/policy/machine.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

type Move = MoveOf<typeof policyMachine>;

export const policyStatusNames = addTones(policyStatusLabels, { draft: 'neutral', published: 'good', retired: 'done' });

/** The name, question and explanation of each state change. */
export const policyMoveTexts: Readonly<
  Record<Move, { verb: () => string; asks: (given: { title: string }) => string; tells: (given: { date: string }) => string }>
> = {
  publish: { verb: m.policy_publish, asks: m.policy_publish_title, tells: m.policy_publish_text },
  retire: { verb: m.policy_retire, asks: m.policy_retire_title, tells: () => m.policy_retire_text() },
  reopen: { verb: m.policy_reopen, asks: m.policy_reopen_title, tells: () => m.policy_reopen_text() },
};
