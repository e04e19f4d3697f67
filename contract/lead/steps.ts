import type { StateOf } from '#contract/kernel/machine.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import type { leadMachine } from './machine.ts';

type Effect = {
  /** The stage the enquiry has reached at least. */
  readonly stage?: StateOf<typeof leadMachine>;
  /** The step is an act of the manager, so the enquiry counts as answered. */
  readonly answers?: true;
  /** From this step on, both sides may call each other. */
  readonly opens?: true;
};

/** What a later step means for the enquiry that started the process. */
export const leadStepEffects: Readonly<Partial<Record<LeadStep, Effect>>> = {
  'tour.requested': { stage: 'touring' },
  'tour.confirmed': { stage: 'touring', answers: true, opens: true },
  'tour.moved': { stage: 'touring' },
  'tour.declined': { answers: true },
  'tour.attended': { stage: 'touring', answers: true },
  'bid.countered': { answers: true },
  'bid.accepted': { answers: true },
  'bid.declined': { answers: true },
  'booking.made': { stage: 'applied' },
  'booking.more_asked': { stage: 'applied', answers: true },
  'booking.approved': { stage: 'applied', answers: true, opens: true },
  'booking.declined': { answers: true },
  'tenancy.activated': { stage: 'won', opens: true },
  'sale.opened': { stage: 'applied', opens: true },
  'sale.completed': { stage: 'won' },
};

/** The stages in order. Losing an enquiry is always a person's decision, so `lost` is not among them. */
export const leadStages = ['new', 'contacted', 'touring', 'applied', 'won'] as const satisfies readonly StateOf<typeof leadMachine>[];
