export { all, choices, create, details, move, pay } from './bookings.ts';
export { type Clicks, countClicks } from './clicks.ts';
export { calendar, productCreate, products, productUpdate } from './products.ts';
