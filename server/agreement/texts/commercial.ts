import type { AgreementBody } from '#contract/agreement/body.ts';
import { buildHeadingBlock, buildTextBlock, sharedLeaseClauses } from './common.ts';

/** Business premises. The text quotes the law on controlled tenancies, so that no party waives its protection unknowingly. */
export const commercialTemplate: AgreementBody = {
  title: { en: 'Lease of business premises: {unit.name}, {property.name}', sw: 'Mkataba wa pango la biashara: {unit.name}, {property.name}' },
  clauses: [
    { key: 'agent', en: 'An agent manages the premises', sw: 'Wakala anasimamia jengo', on: false },
    { key: 'escalation', en: 'The rent increases during the term', sw: 'Kodi hupanda katika muda wa mkataba', on: true },
    { key: 'signage', en: 'The tenant may put up a sign', sw: 'Mpangaji anaweza kuweka bango', on: true },
  ],
  blocks: [
    buildHeadingBlock('1. Parties', '1. Wanaokubaliana'),
    buildTextBlock(
      'This lease is between {owner.name} ("the landlord") and {tenant.all_names} ("the tenant").',
      'Mkataba huu ni kati ya {owner.name} ("mmiliki") na {tenant.all_names} ("mpangaji").',
    ),
    buildTextBlock(
      '{agent.name} manages the premises for the landlord and may give and receive notices on the landlord’s behalf.',
      '{agent.name} anasimamia jengo kwa niaba ya mmiliki na anaweza kutoa na kupokea notisi.',
      'agent',
    ),
    buildHeadingBlock('2. The premises', '2. Jengo'),
    buildTextBlock(
      'The landlord lets {unit.name} ({unit.code}) at {property.name}, {property.address}, {property.county} County, to the tenant for lawful business use.',
      'Mmiliki anapangisha {unit.name} ({unit.code}) katika {property.name}, {property.address}, Kaunti ya {property.county}, kwa biashara halali ya mpangaji.',
    ),
    buildHeadingBlock('3. The term', '3. Muda'),
    buildTextBlock(
      'The term begins on {start.day} {start.month} {start.year}. End date: {end}.',
      'Muda unaanza tarehe {start.day} {start.month} {start.year}. Siku ya mwisho: {end}.',
    ),
    buildHeadingBlock('4. The rent and charges', '4. Kodi na ada'),
    buildTextBlock(
      'The rent is {rent} ({rent.words}) per {rent.period}, due on day {due.day} of the month. Including the regular charges, the total is {rent.total_with_charges} per {rent.period}. Regular charges: {charges}.',
      'Kodi ni {rent} ({rent.words}) kila {rent.period}, inayolipwa tarehe {due.day} ya mwezi. Pamoja na ada za kawaida jumla ni {rent.total_with_charges} kila {rent.period}. Ada za kawaida: {charges}.',
    ),
    buildTextBlock('The rent changes as follows: {escalation_table}', 'Kodi inabadilika hivi: {escalation_table}', 'escalation'),
    buildTextBlock(
      'Value added tax (VAT) is added where the law requires it, with a tax invoice. The landlord must keep a rent book.',
      'Kodi ya ongezeko la thamani huongezwa pale sheria inapotaka, kwa ankara ya kodi. Mmiliki huweka kitabu cha kodi.',
    ),
    buildHeadingBlock('5. The deposit', '5. Amana'),
    buildTextBlock(
      'The tenant must pay a deposit of {deposit} ({deposit.words}). The landlord must refund it within 30 days after the lease ends. Unpaid rent and charges and the proven cost of damage beyond fair wear and tear may be deducted, as stated in writing.',
      'Mpangaji hulipa amana ya {deposit} ({deposit.words}). Ndani ya siku 30 baada ya mwisho hurudishwa, ikipunguzwa kodi na ada ambazo hazijalipwa na gharama iliyothibitishwa ya uharibifu uliozidi uchakavu wa kawaida, kwa maandishi.',
    ),
    ...sharedLeaseClauses,
    buildHeadingBlock('10. Signage', '10. Bango', 'signage'),
    buildTextBlock(
      'The tenant may put up a sign that the county permits, and must remove it when the lease ends.',
      'Mpangaji anaweza kuweka bango linaloruhusiwa na kaunti, na huliondoa mwishoni.',
      'signage',
    ),
    buildHeadingBlock('11. Controlled tenancy', '11. Upangaji unaolindwa'),
    buildTextBlock(
      'The Landlord and Tenant (Shops, Hotels and Catering Establishments) Act, Cap. 301, protects some business tenancies: as a rule, shops, hotels and catering places let without a written lease, or in writing for five years or less, or with a right to terminate within five years other than for breach. Where the Act applies, this tenancy may be terminated and its terms may be changed only by notice in the prescribed form, of at least two months. The tenant may apply to the Business Premises Rent Tribunal. Nothing in this lease limits that right.',
      'Pale ambapo Sheria ya Wenye Nyumba na Wapangaji (Maduka, Hoteli na Mikahawa), Sura ya 301, inalinda upangaji huu (kwa kawaida: duka, hoteli au mkahawa uliopangishwa bila maandishi, au kwa maandishi kwa miaka mitano au chini, au wenye haki ya kusitishwa ndani ya miaka mitano bila kuvunjwa kwa mkataba), unasitishwa au kubadilishwa tu kwa notisi ya fomu iliyowekwa na sheria hiyo, ya angalau miezi miwili, na mpangaji anaweza kwenda kwa Baraza la Kodi za Majengo ya Biashara. Hakuna kitu hapa kinachoondoa haki hiyo.',
    ),
    buildHeadingBlock('12. Termination', '12. Jinsi unavyoisha'),
    buildTextBlock(
      'Where Cap. 301 does not apply, either party may terminate this lease at the end of the term with {notice.days} days’ written notice. The landlord must not lock the tenant out or take goods, unless a court or tribunal orders it.',
      'Pale Sura ya 301 haihusiki, upande wowote unaweza kuusitisha mwishoni mwa muda kwa notisi ya maandishi ya siku {notice.days}. Hakuna atakayefungiwa nje wala mali kuchukuliwa isipokuwa kwa amri ya mahakama au baraza.',
    ),
    buildHeadingBlock('13. General', '13. Mengineyo'),
    buildTextBlock(
      'The laws of Kenya govern this lease. The tenant must pay the stamp duty and, if the term is longer than two years, register the lease, unless agreed otherwise. Changes must be in writing and signed by all parties.',
      'Mkataba huu uko chini ya sheria za Kenya. Ushuru wa stempu na, muda ukizidi miaka miwili, usajili hushughulikiwa na mpangaji isipokuwa ikikubaliwa vinginevyo. Mabadiliko ni kwa maandishi na hutiwa saini na wote.',
    ),
  ],
};
