import type { StateOf } from '#contract/kernel/machine.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import type { leadMachine } from './machine.ts';

type Effect = {
  /** The stage an enquiry has reached at least. */
  readonly stage?: StateOf<typeof leadMachine>;
  /** Whoever manages the home did it: the enquiry is answered. */
  readonly answers?: true;
  /** From now on both sides may ring each other up. */
  readonly opens?: true;
};

/** What a later step means for the enquiry it began with. */
export const stepEffects: Readonly<Partial<Record<LeadStep, Effect>>> = {
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

/** The way forward; lost is left to whoever lost it. */
export const forward = ['new', 'contacted', 'touring', 'applied', 'won'] as const satisfies readonly StateOf<typeof leadMachine>[];
