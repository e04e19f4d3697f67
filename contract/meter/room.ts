import { payload } from '#contract/kernel/payload.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { cycleMachine, meterMachine, queryMachine, readingMachine } from './machine.ts';

/** Water and power by the meter: who reads it, what it costs, what is lost on the way, and what those who live there ask. */
export const meterRoom = room({
  machines: [meterMachine, readingMachine, cycleMachine, queryMachine],
  groups: { meter: m.meter_title },
  events: {
    /** Somebody who lives there does not believe a reading: it is not billed until they have an answer. */
    'meter.queried': {
      group: 'meter',
      channels: ['app', 'email'],
      type: 'warning',
      params: payload<{ home: string; month: string; text: string }>(),
    },
    'meter.answered': {
      group: 'meter',
      channels: ['app', 'email', 'sms'],
      params: payload<{ home: string; month: string; outcome: string; text: string }>(),
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
