import type { RunningServices } from '#server/kernel/services.ts';
import { payPhone, payWallet, toPay } from './booking-payment.ts';
import { choices, create, details, list, move, pay } from './bookings.ts';
import { recordImpressions } from './impressions.ts';
import { calendar, createProduct, listProducts, updateProduct } from './products.ts';

export { calendar, choices, create, createProduct, details, list, listProducts, move, pay, payWallet, updateProduct };

export const featuredService = (services: RunningServices) => ({
  ...{ list, choices, create, details, move, pay, payWallet, calendar, createProduct, listProducts, updateProduct },
  ...{ toPay: toPay(services), payPhone: payPhone(services), recordImpressions: recordImpressions(services) },
});
