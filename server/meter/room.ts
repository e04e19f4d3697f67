import { meterAskCalls } from '#contract/meter/ask-calls.ts';
import { meterBookCalls } from '#contract/meter/book-calls.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import { fillMeters } from '#server/db/demo/meter.ts';
import { serve } from '#server/http/registry.ts';
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
};
