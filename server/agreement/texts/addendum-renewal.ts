import type { AgreementBody } from '#contract/agreement/body.ts';
import { buildHeadingBlock, buildTextBlock } from './common.ts';

/** The addendum to a lease that is renewed. */
export const addendumTemplate: AgreementBody = {
  title: { en: 'Addendum to the lease of {unit.name}, {property.name}', sw: 'Nyongeza ya mkataba wa {unit.name}, {property.name}' },
  clauses: [],
  blocks: [
    buildHeadingBlock('1. The lease', '1. Mkataba'),
    buildTextBlock(
      '{owner.name} and {tenant.all_names} add these terms to their lease of {unit.name} ({unit.code}) at {property.name}, which began on {start}.',
      '{owner.name} na {tenant.all_names} wanaongeza haya kwenye mkataba wao wa {unit.name} ({unit.code}) katika {property.name}, ulioanza {start}.',
    ),
    buildHeadingBlock('2. Tenants', '2. Walio ndani yake'),
    buildTextBlock(
      'From the day of the last signature, the tenants are {tenant.all_names}. The tenants are jointly and severally liable to the landlord for the rent, and share it among themselves as agreed.',
      'Kuanzia siku wa mwisho wao anapotia saini, wapangaji ni {tenant.all_names}. Kila mmoja anawajibika kwa kodi yote kwa mmiliki; kati yao hugawana walivyokubaliana.',
    ),
    buildHeadingBlock('3. Rent, charges and deposit', '3. Kinacholipwa'),
    buildTextBlock(
      'The rent is {rent} ({rent.words}) per {rent.period}. The regular charges are {charges}. The deposit is {deposit}.',
      'Kodi ni {rent} ({rent.words}) kila {rent.period}; ada za kawaida ni {charges}. Amana ni {deposit}.',
    ),
    buildHeadingBlock('4. Other terms', '4. Mengine'),
    buildTextBlock('All other terms of the lease remain unchanged.', 'Mengine yote kwenye mkataba yanabaki kama yalivyo.'),
  ],
};

export const renewalTemplate: AgreementBody = {
  title: { en: 'Renewal of the lease of {unit.name}, {property.name}', sw: 'Kuhuisha mkataba wa {unit.name}, {property.name}' },
  clauses: [{ key: 'escalation', en: 'The rent increases during the term', sw: 'Kodi hupanda katika muda wa mkataba', on: false }],
  blocks: [
    buildHeadingBlock('1. Renewal', '1. Mkataba unaendelea'),
    buildTextBlock(
      '{owner.name} and {tenant.all_names} renew their lease of {unit.name} ({unit.code}) at {property.name}. New end date: {end}.',
      '{owner.name} na {tenant.all_names} wanahuisha mkataba wao wa {unit.name} ({unit.code}) katika {property.name}. Siku mpya ya mwisho: {end}.',
    ),
    buildHeadingBlock('2. The rent', '2. Kodi'),
    buildTextBlock(
      'From {start} the rent is {rent} ({rent.words}) per {rent.period}, due on day {due.day} of the month. Regular charges: {charges}.',
      'Kuanzia {start} kodi ni {rent} ({rent.words}) kila {rent.period}, inayolipwa tarehe {due.day} ya mwezi. Ada za kawaida: {charges}.',
    ),
    buildTextBlock('The rent changes as follows: {escalation_table}', 'Kodi inabadilika hivi: {escalation_table}', 'escalation'),
    buildHeadingBlock('3. The deposit', '3. Amana'),
    buildTextBlock('The deposit of {deposit} is held on the same terms.', 'Amana ya {deposit} inaendelea kuhifadhiwa kwa masharti yaleyale.'),
    buildHeadingBlock('4. Other terms', '4. Mengine'),
    buildTextBlock('All other terms of the lease remain unchanged.', 'Mengine yote kwenye mkataba yanabaki kama yalivyo.'),
  ],
};
