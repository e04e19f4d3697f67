/** The meter module: its interface for other modules and its call handlers. */
import type { RunningServices } from '#server/kernel/services.ts';
import { changeCycleStatus } from './cycle.ts';
import { importCheck, importReadings } from './import.ts';
import { create, createFromUnits, list, move, replace, update } from './meters.ts';
import { listMonth } from './month-readings.ts';
import { addPurchase, listPurchases, loss, removePurchase } from './purchases.ts';
import * as asking from './queries.ts';
import { addReading, addReadingPhoto, estimateReading, history, reviewReadings } from './readings.ts';
import { addTariff, listTariffs, removeTariff } from './tariffs.ts';

export {
  explainChargesOnLines,
  findMissingMeterCharges,
  lockBillable,
  type MeteredCharge,
  type MissingMeterCharge,
  markBilled,
  markUnbilled,
  readUnbilledCharges,
} from './billing.ts';
export { settleMonth } from './settle-month.ts';

export const meterService = (services: RunningServices) => ({
  ...{ list, createFromUnits, create, move, replace, update, changeCycleStatus },
  ...{
    listMonth: listMonth(services),
    history: history(services),
    addReading: addReading(services),
    addReadingPhoto: addReadingPhoto(services),
    reviewReadings: reviewReadings(services),
    estimateReading: estimateReading(services),
  },
});
export const meterUtilityService = {
  listTariffs,
  addTariff,
  removeTariff,
  listPurchases,
  addPurchase,
  removePurchase,
  loss,
  importCheck,
  importReadings,
};
export const meterQueryService = (services: RunningServices) => ({
  ...{ raiseQuery: asking.raiseQuery, withdraw: asking.withdraw },
  ...{ listMine: asking.listMine(services), listQueries: asking.listQueries(services), answer: asking.answer(services) },
});
