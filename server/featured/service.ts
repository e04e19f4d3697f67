export { all, choices, create, details, move, pay } from './bookings.ts';
export { calendar, productCreate, products, productUpdate } from './products.ts';
