import type { RunningServices } from '#server/kernel/services.ts';
import { payFeaturedByPhone, payFeaturedFromWallet, readFeaturedBookingToPay } from './booking-payment.ts';
import {
  createFeaturedBooking,
  listFeaturableListings,
  listFeaturedBookings,
  moveFeaturedBooking,
  readFeaturedDetails,
  recordFeaturedPayment,
} from './bookings.ts';
import { recordFeaturedImpressions } from './impressions.ts';
import { createFeaturedProduct, listFeaturedProducts, readSlotCalendar, updateFeaturedProduct } from './products.ts';

export {
  createFeaturedBooking,
  createFeaturedProduct,
  listFeaturableListings,
  listFeaturedBookings,
  listFeaturedProducts,
  moveFeaturedBooking,
  payFeaturedFromWallet,
  readFeaturedDetails,
  readSlotCalendar,
  recordFeaturedPayment,
  updateFeaturedProduct,
};

export const featuredService = (services: RunningServices) => ({
  list: listFeaturedBookings,
  choices: listFeaturableListings,
  create: createFeaturedBooking,
  details: readFeaturedDetails,
  move: moveFeaturedBooking,
  pay: recordFeaturedPayment,
  payWallet: payFeaturedFromWallet,
  calendar: readSlotCalendar,
  createProduct: createFeaturedProduct,
  listProducts: listFeaturedProducts,
  updateProduct: updateFeaturedProduct,
  toPay: readFeaturedBookingToPay(services),
  payPhone: payFeaturedByPhone(services),
  recordImpressions: recordFeaturedImpressions(services),
});
