import type { House } from '#server/kernel/house.ts';
import { all, choices, create, details, move, pay } from './bookings.ts';
import { shown } from './clicks.ts';
import { payPhone, payWallet, toPay } from './pay.ts';
import { calendar, productCreate, products, productUpdate } from './products.ts';

export { all, calendar, choices, create, details, move, pay, payWallet, productCreate, products, productUpdate };

export const featuredService = (house: House) => ({
  ...{ all, choices, create, details, move, pay, payWallet, calendar, productCreate, products, productUpdate },
  ...{ toPay: toPay(house), payPhone: payPhone(house), shown: shown(house) },
});
