/** The tenancy room: what other rooms may use of it, and what its calls are served by. */
export { people, units } from './choices.ts';
export { all, counts, csv, mine } from './lists.ts';
export { checkMaking, create, type Made, type Making, make, type Person } from './make.ts';
export { chargesOf, details, termsOf } from './one.ts';
