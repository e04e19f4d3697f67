import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { meterCycleMachine, meterMachine, meterQueryMachine, meterReadingMachine } from './machine.ts';

/** Metered water and electricity: readings, tariffs, losses and the queries of occupants. */
export const meterModule = defineModule({
  machines: [meterMachine, meterReadingMachine, meterCycleMachine, meterQueryMachine],
  groups: { meter: m.meter_title },
  events: {
    /** An occupant disputes a reading: it is not billed until the query is answered. */
    'meter.queried': {
      group: 'meter',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ home: string; month: string; text: string }>(),
    },
    'meter.answered': {
      group: 'meter',
      channels: ['app', 'email', 'sms'],
      params: definePayload<{ home: string; month: string; outcome: string; text: string }>(),
    },
  },
  screens: {
    utilities: {
      title: m.screens_property_utilities,
      at: 'properties/:id/utilities',
      layouts: companyRoles,
      needs: ['property_utilities', 'read'],
      view: 'meter/utilities',
    },
  },
});
