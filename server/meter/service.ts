/** The meter module: its interface for other modules and its call handlers. */
import type { RunningServices } from '#server/kernel/services.ts';
import { changeCycleStatus } from './cycle.ts';
import { importReadings, previewMeterReadingImport } from './import.ts';
import { createMeter, createMetersFromUnits, listMeters, moveMeter, replaceMeter, updateMeter } from './meters.ts';
import { listMonthReadings } from './month-readings.ts';
import { addUtilityPurchase, calculateMonthlyUtilityLoss, listUtilityPurchases, removeUtilityPurchase } from './purchases.ts';
import * as asking from './queries.ts';
import { addMeterReading, addMeterReadingPhoto, estimateMeterReading, readMeterHistory, reviewMeterReadings } from './readings.ts';
import { addMeterTariff, listMeterTariffs, removeMeterTariff } from './tariffs.ts';

export {
  explainChargesOnLines,
  findMissingMeterCharges,
  lockBillableCharges,
  type MeteredCharge,
  type MissingMeterCharge,
  markChargesBilled,
  markChargesUnbilled,
  readUnbilledCharges,
} from './billing.ts';
export { settleMeterMonth } from './settle-month.ts';

export const meterService = (services: RunningServices) => ({
  list: listMeters,
  createFromUnits: createMetersFromUnits,
  create: createMeter,
  move: moveMeter,
  replace: replaceMeter,
  update: updateMeter,
  changeCycleStatus,
  listMonth: listMonthReadings(services),
  history: readMeterHistory(services),
  addReading: addMeterReading(services),
  addReadingPhoto: addMeterReadingPhoto(services),
  reviewReadings: reviewMeterReadings(services),
  estimateReading: estimateMeterReading(services),
});
export const meterUtilityService = {
  listTariffs: listMeterTariffs,
  addTariff: addMeterTariff,
  removeTariff: removeMeterTariff,
  listPurchases: listUtilityPurchases,
  addPurchase: addUtilityPurchase,
  removePurchase: removeUtilityPurchase,
  loss: calculateMonthlyUtilityLoss,
  importCheck: previewMeterReadingImport,
  importReadings,
};
export const meterQueryService = (services: RunningServices) => ({
  raiseQuery: asking.raiseMeterQuery,
  withdraw: asking.withdrawMeterQuery,
  listMine: asking.listOwnMeterQueries(services),
  listQueries: asking.listMeterQueries(services),
  answer: asking.answerMeterQuery(services),
});
