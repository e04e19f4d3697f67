import type { AgreementBody } from '#contract/agreement/body.ts';
import { buildHeadingBlock, buildTextBlock, sharedLeaseClauses } from './common.ts';

/** Business premises. The text quotes the law on controlled tenancies, so that no party waives its protection unknowingly. */
export const commercialTemplate: AgreementBody = {
  title: { en: 'Lease of business premises: {unit.name}, {property.name}', sw: 'Mkataba wa pango la biashara: {unit.name}, {property.name}' },
  clauses: [
    { key: 'agent', en: 'An agent manages the premises', sw: 'Wakala anasimamia jengo', on: false },
    { key: 'escalation', en: 'The rent rises during the term', sw: 'Kodi hupanda katika muda wa mkataba', on: true },
    { key: 'signage', en: 'The tenant may put up a sign', sw: 'Mpangaji anaweza kuweka bango', on: true },
  ],
  blocks: [
    buildHeadingBlock('1. Who agrees', '1. Wanaokubaliana'),
    buildTextBlock(
      'This lease is between {owner.name} ("the landlord") and {tenant.all_names} ("the tenant").',
      'Mkataba huu ni kati ya {owner.name} ("mwenye jengo") na {tenant.all_names} ("mpangaji").',
    ),
    buildTextBlock(
      '{agent.name} manages the premises for the landlord and may give and receive notices for them.',
      '{agent.name} anasimamia jengo kwa niaba ya mwenye jengo na anaweza kutoa na kupokea taarifa.',
      'agent',
    ),
    buildHeadingBlock('2. The premises', '2. Jengo'),
    buildTextBlock(
      'The landlord lets {unit.name} ({unit.code}) at {property.name}, {property.address}, {property.county} County, for the tenant’s lawful business.',
      'Mwenye jengo anapangisha {unit.name} ({unit.code}) katika {property.name}, {property.address}, Kaunti ya {property.county}, kwa biashara halali ya mpangaji.',
    ),
    buildHeadingBlock('3. The term', '3. Muda'),
    buildTextBlock(
      'The term begins on {start.day} {start.month} {start.year} and its last day is {end}.',
      'Muda unaanza tarehe {start.day} {start.month} {start.year} na siku yake ya mwisho ni {end}.',
    ),
    buildHeadingBlock('4. The rent and charges', '4. Kodi na ada'),
    buildTextBlock(
      'The rent is {rent} ({rent.words}) each {rent.period}, due on day {due.day} of the month. With the regular charges this comes to {rent.total_with_charges} each {rent.period}. Regular charges: {charges}.',
      'Kodi ni {rent} ({rent.words}) kila {rent.period}, inayolipwa tarehe {due.day} ya mwezi. Pamoja na ada za kawaida jumla ni {rent.total_with_charges} kila {rent.period}. Ada za kawaida: {charges}.',
    ),
    buildTextBlock('The rent changes as follows: {escalation_table}', 'Kodi inabadilika hivi: {escalation_table}', 'escalation'),
    buildTextBlock(
      'Value added tax is added where the law asks for it, against a tax invoice. The landlord keeps a rent book.',
      'Kodi ya ongezeko la thamani huongezwa pale sheria inapotaka, kwa ankara ya kodi. Mwenye jengo huweka kitabu cha kodi.',
    ),
    buildHeadingBlock('5. The deposit', '5. Amana'),
    buildTextBlock(
      'The tenant pays a deposit of {deposit} ({deposit.words}). Within 30 days of the end it is given back, less unpaid rent and charges and the proven cost of damage beyond fair wear, set out in writing.',
      'Mpangaji hulipa amana ya {deposit} ({deposit.words}). Ndani ya siku 30 baada ya mwisho hurudishwa, ikipunguzwa kodi na ada ambazo hazijalipwa na gharama iliyothibitishwa ya uharibifu uliozidi uchakavu wa kawaida, kwa maandishi.',
    ),
    ...sharedLeaseClauses,
    buildTextBlock(
      'The tenant may put up a sign that the county allows, and takes it down at the end.',
      'Mpangaji anaweza kuweka bango linaloruhusiwa na kaunti, na huliondoa mwishoni.',
      'signage',
    ),
    buildHeadingBlock('10. Controlled tenancy', '10. Upangaji unaolindwa'),
    buildTextBlock(
      'Where the Landlord and Tenant (Shops, Hotels and Catering Establishments) Act, Cap. 301, protects this tenancy (as a rule: a shop, hotel or catering place let without writing, for five years or less, or with a right to end it within five years), it is ended or its terms changed only by the notice in the form that Act prescribes, of at least two months, and the tenant may go to the Business Premises Rent Tribunal. Nothing here takes that right away.',
      'Pale ambapo Sheria ya Wenye Nyumba na Wapangaji (Maduka, Hoteli na Mikahawa), Sura ya 301, inalinda upangaji huu (kwa kawaida: duka, hoteli au mkahawa uliopangishwa bila maandishi, kwa miaka mitano au chini, au wenye haki ya kusitishwa ndani ya miaka mitano), unasitishwa au kubadilishwa tu kwa taarifa ya fomu iliyowekwa na sheria hiyo, ya angalau miezi miwili, na mpangaji anaweza kwenda kwa Baraza la Kodi za Majengo ya Biashara. Hakuna kitu hapa kinachoondoa haki hiyo.',
    ),
    buildHeadingBlock('11. How it ends', '11. Jinsi unavyoisha'),
    buildTextBlock(
      'Where that Act does not apply, either side may end this lease at its end with {notice.days} days’ written notice. Nobody is locked out and no goods are taken except as a court or tribunal orders.',
      'Pale sheria hiyo haihusiki, upande wowote unaweza kuusitisha mwishoni mwa muda kwa taarifa ya maandishi ya siku {notice.days}. Hakuna atakayefungiwa nje wala mali kuchukuliwa isipokuwa kwa amri ya mahakama au baraza.',
    ),
    buildHeadingBlock('12. Last words', '12. Mengineyo'),
    buildTextBlock(
      'This lease is under the laws of Kenya. Stamp duty and, for a longer term, registration are seen to by the tenant unless agreed otherwise. Changes are in writing and signed by all.',
      'Mkataba huu uko chini ya sheria za Kenya. Ushuru wa stempu na, kwa muda mrefu, usajili hushughulikiwa na mpangaji isipokuwa ikikubaliwa vinginevyo. Mabadiliko ni kwa maandishi na husainiwa na wote.',
    ),
  ],
};
