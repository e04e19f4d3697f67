/** The meter room: what other rooms may use of it, and what its calls are served by. */
import type { House } from '#server/kernel/house.ts';
import * as asking from './ask.ts';
import { turn } from './cycle.ts';
import { grid } from './grid.ts';
import { importCheck, importReadings } from './import.ts';
import { all, bring, create, move, replace, update } from './meters.ts';
import { addPurchase, loss, purchases, removePurchase } from './purchases.ts';
import { estimate, history, judge, photo, read } from './readings.ts';
import { addTariff, removeTariff, tariffs } from './tariffs.ts';

export { billable, billedMany, explainedOn, type Metered, metered, unbilled, type Waiting, waiting } from './billing.ts';
export { settle as settleMonth } from './settle.ts';

export const meterService = (house: House) => ({
  ...{ all, bring, create, move, replace, update, turn },
  ...{ grid: grid(house), history: history(house), read: read(house), photo: photo(house), judge: judge(house), estimate: estimate(house) },
});
export const bookService = { tariffs, addTariff, removeTariff, purchases, addPurchase, removePurchase, loss, importCheck, importReadings };
export const askService = (house: House) => ({
  ...{ ask: asking.ask, withdraw: asking.withdraw },
  ...{ mine: asking.mine(house), queries: asking.queries(house), answer: asking.answer(house) },
});
