import type { AgreementBody } from '#contract/agreement/body.ts';
import { buildHeadingBlock, buildTextBlock, sharedLeaseClauses } from './common.ts';

/** A home for at most two years. No clause allows lock-outs, seizure or automatic forfeit of a deposit. */
export const residentialTemplate: AgreementBody = {
  title: { en: 'Residential tenancy agreement: {unit.name}, {property.name}', sw: 'Mkataba wa upangaji wa makazi: {unit.name}, {property.name}' },
  clauses: [
    { key: 'agent', en: 'An agent manages the home', sw: 'Wakala anasimamia nyumba', on: false },
    { key: 'guarantor', en: 'A guarantor stands for the tenant', sw: 'Mdhamini anamdhamini mpangaji', on: false },
    { key: 'pets', en: 'Pets are allowed', sw: 'Wanyama wa kufugwa wanaruhusiwa', on: false },
    { key: 'escalation', en: 'The rent rises during the term', sw: 'Kodi hupanda katika muda wa mkataba', on: false },
    { key: 'break', en: 'Either side may end it early', sw: 'Upande wowote unaweza kuusitisha mapema', on: true },
  ],
  blocks: [
    buildHeadingBlock('1. Who agrees', '1. Wanaokubaliana'),
    buildTextBlock(
      'This agreement is between {owner.name} ("the landlord") and {tenant.all_names} ("the tenant").',
      'Mkataba huu ni kati ya {owner.name} ("mwenye nyumba") na {tenant.all_names} ("mpangaji").',
    ),
    buildTextBlock(
      '{agent.name} manages the home for the landlord and may give and receive notices for them.',
      '{agent.name} anasimamia nyumba kwa niaba ya mwenye nyumba na anaweza kutoa na kupokea taarifa kwa niaba yake.',
      'agent',
    ),
    buildHeadingBlock('2. The home', '2. Nyumba'),
    buildTextBlock(
      'The landlord lets to the tenant the home {unit.name} ({unit.code}) at {property.name}, {property.address}, {property.county} County, to live in and for no other use.',
      'Mwenye nyumba anampangisha mpangaji nyumba {unit.name} ({unit.code}) katika {property.name}, {property.address}, Kaunti ya {property.county}, kwa makazi tu.',
    ),
    buildTextBlock(
      'The condition of the home and of what is in it is written down together when the keys are handed over, with photos. Both sides get a copy.',
      'Hali ya nyumba na vilivyomo huandikwa pamoja na picha wakati wa kukabidhi funguo. Kila upande hupata nakala.',
    ),
    buildHeadingBlock('3. The term', '3. Muda'),
    buildTextBlock(
      'The term begins on {start.day} {start.month} {start.year} and its last day is {end}.',
      'Muda unaanza tarehe {start.day} {start.month} {start.year} na siku yake ya mwisho ni {end}.',
    ),
    buildTextBlock(
      'If the tenant stays on with the landlord’s consent after that, the tenancy goes on from month to month on the same terms until either side ends it with {notice.days} days’ written notice.',
      'Mpangaji akiendelea kukaa kwa idhini ya mwenye nyumba, upangaji unaendelea mwezi hadi mwezi kwa masharti yaleyale hadi upande mmoja utoe taarifa ya maandishi ya siku {notice.days}.',
    ),
    buildHeadingBlock('4. The rent', '4. Kodi'),
    buildTextBlock(
      'The rent is {rent} ({rent.words}) each {rent.period}, due on day {due.day} of the month. With the regular charges this comes to {rent.total_with_charges} each {rent.period}.',
      'Kodi ni {rent} ({rent.words}) kila {rent.period}, inayolipwa tarehe {due.day} ya mwezi. Pamoja na ada za kawaida jumla ni {rent.total_with_charges} kila {rent.period}.',
    ),
    buildTextBlock(
      'Regular charges: {charges}. Metered charges are for what was used, by a reading the tenant may see.',
      'Ada za kawaida: {charges}. Ada za mita ni kwa kiasi kilichotumika, kwa usomaji ambao mpangaji anaweza kuuona.',
    ),
    buildTextBlock('The rent changes as follows: {escalation_table}', 'Kodi inabadilika hivi: {escalation_table}', 'escalation'),
    buildTextBlock('The landlord gives a receipt for every payment.', 'Mwenye nyumba hutoa risiti kwa kila malipo.'),
    buildHeadingBlock('5. The deposit', '5. Amana'),
    buildTextBlock(
      'The tenant pays a deposit of {deposit} ({deposit.words}) before moving in. It stays the tenant’s money. The landlord keeps it safe and may not use it as rent without the tenant’s consent.',
      'Mpangaji hulipa amana ya {deposit} ({deposit.words}) kabla ya kuhamia. Ni pesa za mpangaji. Mwenye nyumba huzihifadhi na hawezi kuzitumia kama kodi bila idhini ya mpangaji.',
    ),
    buildTextBlock(
      'When the tenant has left, the landlord gives the deposit back within 30 days. Only unpaid rent and charges and the cost of damage beyond fair wear may be taken off, each with its proof and in writing.',
      'Mpangaji akishatoka, mwenye nyumba hurudisha amana ndani ya siku 30. Kinachoweza kukatwa ni kodi na ada ambazo hazijalipwa na gharama ya uharibifu uliozidi uchakavu wa kawaida, kila moja kwa ushahidi na kwa maandishi.',
    ),
    ...sharedLeaseClauses,
    buildTextBlock(
      'Pets are allowed as long as they disturb nobody; damage they do is made good by the tenant.',
      'Wanyama wa kufugwa wanaruhusiwa mradi hawamsumbui mtu; mpangaji hurekebisha uharibifu wao.',
      'pets',
    ),
    buildHeadingBlock('10. How it ends', '10. Jinsi unavyoisha'),
    buildTextBlock(
      'Either side may end this agreement before its last day with {notice.days} days’ written notice.',
      'Upande wowote unaweza kusitisha mkataba huu kabla ya siku ya mwisho kwa taarifa ya maandishi ya siku {notice.days}.',
      'break',
    ),
    buildTextBlock(
      'If rent stays unpaid or a duty is not met, the landlord first says so in writing and gives a fair time to put it right. Nobody is put out, locked out or cut off from water or power, and no goods are taken, except as a court or tribunal orders.',
      'Kodi isipolipwa au wajibu usipotimizwa, mwenye nyumba husema kwanza kwa maandishi na kutoa muda wa haki wa kurekebisha. Hakuna atakayefukuzwa, kufungiwa nje au kukatiwa maji au umeme, wala mali kuchukuliwa, isipokuwa kwa amri ya mahakama au baraza.',
    ),
    buildHeadingBlock('11. The guarantor', '11. Mdhamini', 'guarantor'),
    buildTextBlock(
      '{guarantor.name} promises to pay what the tenant owes under this agreement and does not pay, up to three months’ rent, after being told in writing.',
      '{guarantor.name} anaahidi kulipa anachodaiwa mpangaji chini ya mkataba huu asipolipa, hadi kodi ya miezi mitatu, baada ya kuarifiwa kwa maandishi.',
      'guarantor',
    ),
    buildHeadingBlock('12. Last words', '12. Mengineyo'),
    buildTextBlock(
      'This agreement is under the laws of Kenya. The sides first try to settle a dispute by talking, then with a mediator, then before the court or tribunal that hears it. Changes are in writing and signed by all.',
      'Mkataba huu uko chini ya sheria za Kenya. Pande hujaribu kwanza kumaliza mgogoro kwa mazungumzo, kisha kwa mpatanishi, kisha mbele ya mahakama au baraza husika. Mabadiliko ni kwa maandishi na husainiwa na wote.',
    ),
  ],
};
