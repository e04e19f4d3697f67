import { type Lexicon, namesOf, weakOf } from '#contract/intake/guess.ts';

/** What a column of a sheet of tenancies may hold; `name` is the unit's, as in a rent roll. */
export const portfolioFields = ['property', 'name', 'tenant', 'phone', 'email', 'since', 'until', 'rent', 'deposit', 'balance', 'as_of'] as const;
export type PortfolioField = (typeof portfolioFields)[number];

/** Those a rent roll has too are called as there. */
const own: Readonly<Partial<Record<PortfolioField, readonly string[]>>> = {
  property: ['block', 'blockname', 'apartment', 'apartments', 'plotname', 'estatename'],
  email: ['email', 'emailaddress', 'mail', 'baruapepe', 'barua'],
  since: ['start', 'starts', 'begins', 'commencement', 'commencementdate', 'tenancystartdate', 'tareheyakuanza', 'kuanza'],
  until: [
    ...['end', 'ends', 'enddate', 'leaseend', 'leaseenddate', 'tenancyend', 'tenancyenddate', 'expiry', 'expirydate', 'leaseexpiry', 'expires'],
    ...['until', 'to', 'mwisho', 'hadi', 'tareheyamwisho', 'tareheyakuisha'],
  ],
  deposit: namesOf('deposit_held'),
  as_of: ['asof', 'asat', 'balanceasof', 'balanceasat', 'balancedate', 'openingbalancedate', 'tareheyasalio', 'kufikia'],
};
const shared = (field: PortfolioField) => (field === 'email' || field === 'until' || field === 'as_of' ? null : field);

export const portfolioLexicon: Lexicon<PortfolioField> = {
  fields: portfolioFields,
  names: (field) => {
    const same = shared(field);
    return [...(same ? namesOf(same) : []), ...(own[field] ?? [])];
  },
  weak: (field) => {
    const same = shared(field);
    return same ? weakOf(same) : [];
  },
};

/** So many rows are written in one transaction; a sheet of more goes on from where it stopped, also after a crash. */
export const partRows = 200;
/** For so many days a sheet can be taken back. */
export const undoDays = 7;

/** What becomes of a line: it waits for its turn, is a tenancy, was left out, was taken back, or stayed when the rest was taken back. */
export const portfolioStates = ['waiting', 'brought', 'wrong', 'undone', 'kept'] as const;
export type PortfolioState = (typeof portfolioStates)[number];
