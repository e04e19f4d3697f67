import { meterAskCalls } from '#contract/meter/ask-calls.ts';
import { meterBookCalls } from '#contract/meter/book-calls.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import { fillMeters } from '#server/db/demo/meter.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { forgetMeter, meterHoldings } from './personal-data.ts';
import { meterScopes } from './scopes.ts';
import { askService, bookService, meterService } from './service.ts';
import { meterTexts } from './texts.ts';

export const meterRoom: ServerRoom = {
  scopes: meterScopes,
  calls: { meter: { ...meterCalls, ...meterBookCalls, ...meterAskCalls } },
  routes: (house) => [...serve(meterCalls, meterService(house)), ...serve(meterBookCalls, bookService), ...serve(meterAskCalls, askService(house))],
  demo: fillMeters,
  texts: meterTexts,
  holdings: meterHoldings,
  forget: forgetMeter,
  without: {
    ...because('Meters and readings are reached from the property.', 'search', 'personPage'),
    pending: 'Open: queries about a reading are listed with the property only.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'The invoice keeps the account open, not the reading.',
  },
};
