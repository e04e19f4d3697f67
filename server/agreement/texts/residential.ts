import type { AgreementBody } from '#contract/agreement/body.ts';
import { buildHeadingBlock, buildTextBlock, sharedLeaseClauses } from './common.ts';

/** A home for at most two years. No clause allows lock-outs, seizure or automatic forfeit of a deposit. */
export const residentialTemplate: AgreementBody = {
  title: { en: 'Residential tenancy agreement: {unit.name}, {property.name}', sw: 'Mkataba wa upangaji wa makazi: {unit.name}, {property.name}' },
  clauses: [
    { key: 'agent', en: 'An agent manages the home', sw: 'Wakala anasimamia nyumba', on: false },
    { key: 'guarantor', en: 'A guarantor guarantees the rent', sw: 'Mdhamini anamdhamini mpangaji', on: false },
    { key: 'pets', en: 'Pets are allowed', sw: 'Wanyama wa kufugwa wanaruhusiwa', on: false },
    { key: 'escalation', en: 'The rent increases during the term', sw: 'Kodi hupanda katika muda wa mkataba', on: false },
    { key: 'break', en: 'Either party may end the lease early', sw: 'Upande wowote unaweza kuusitisha mapema', on: true },
  ],
  blocks: [
    buildHeadingBlock('1. Parties', '1. Wanaokubaliana'),
    buildTextBlock(
      'This agreement is between {owner.name} ("the landlord") and {tenant.all_names} ("the tenant").',
      'Mkataba huu ni kati ya {owner.name} ("mmiliki") na {tenant.all_names} ("mpangaji").',
    ),
    buildTextBlock(
      '{agent.name} manages the home for the landlord and may give and receive notices on the landlord’s behalf.',
      '{agent.name} anasimamia nyumba kwa niaba ya mmiliki na anaweza kutoa na kupokea notisi kwa niaba yake.',
      'agent',
    ),
    buildHeadingBlock('2. The home', '2. Nyumba'),
    buildTextBlock(
      'The landlord lets the home {unit.name} ({unit.code}) at {property.name}, {property.address}, {property.county} County ("the premises"), to the tenant for residential use only.',
      'Mmiliki anampangisha mpangaji nyumba {unit.name} ({unit.code}) katika {property.name}, {property.address}, Kaunti ya {property.county}, kwa makazi tu.',
    ),
    buildTextBlock(
      'When the keys are handed over, both parties must record the condition of the home and its contents in an inspection report with photos. Each party gets a copy.',
      'Hali ya nyumba na vilivyomo huandikwa pamoja na picha wakati wa kukabidhi funguo. Kila upande hupata nakala.',
    ),
    buildHeadingBlock('3. The term', '3. Muda'),
    buildTextBlock(
      'The term begins on {start.day} {start.month} {start.year}. End date: {end}.',
      'Muda unaanza tarehe {start.day} {start.month} {start.year}. Siku ya mwisho: {end}.',
    ),
    buildTextBlock(
      'If the tenant stays after that day with the landlord’s consent, the tenancy continues month to month on the same terms. Either party may then end it with {notice.days} days’ written notice.',
      'Mpangaji akiendelea kukaa kwa idhini ya mmiliki, upangaji unaendelea mwezi hadi mwezi kwa masharti yaleyale hadi upande mmoja utoe notisi ya maandishi ya siku {notice.days}.',
    ),
    buildHeadingBlock('4. The rent', '4. Kodi'),
    buildTextBlock(
      'The rent is {rent} ({rent.words}) per {rent.period}, due on day {due.day} of the month. Including the regular charges, the total is {rent.total_with_charges} per {rent.period}.',
      'Kodi ni {rent} ({rent.words}) kila {rent.period}, inayolipwa tarehe {due.day} ya mwezi. Pamoja na ada za kawaida jumla ni {rent.total_with_charges} kila {rent.period}.',
    ),
    buildTextBlock(
      'Regular charges: {charges}. Metered charges are based on meter readings, which the tenant may check.',
      'Ada za kawaida: {charges}. Ada za mita ni kwa kiasi kilichotumika, kwa usomaji ambao mpangaji anaweza kuuona.',
    ),
    buildTextBlock('The rent changes as follows: {escalation_table}', 'Kodi inabadilika hivi: {escalation_table}', 'escalation'),
    buildTextBlock('The landlord must give a receipt for every payment.', 'Mmiliki hutoa risiti kwa kila malipo.'),
    buildHeadingBlock('5. The deposit', '5. Amana'),
    buildTextBlock(
      'The tenant must pay a deposit of {deposit} ({deposit.words}) before moving in. The deposit remains the tenant’s money. The landlord must hold it safely and must not use it as rent without the tenant’s consent.',
      'Mpangaji hulipa amana ya {deposit} ({deposit.words}) kabla ya kuhamia. Ni pesa za mpangaji. Mmiliki huzihifadhi na hawezi kuzitumia kama kodi bila idhini ya mpangaji.',
    ),
    buildTextBlock(
      'The landlord must refund the deposit within 30 days after the tenant moves out. The landlord may deduct only unpaid rent and charges, and the cost of damage beyond fair wear and tear. Each deduction must be stated in writing with evidence.',
      'Mpangaji akishatoka, mmiliki hurudisha amana ndani ya siku 30. Kinachoweza kukatwa ni kodi na ada ambazo hazijalipwa na gharama ya uharibifu uliozidi uchakavu wa kawaida, kila moja kwa ushahidi na kwa maandishi.',
    ),
    ...sharedLeaseClauses,
    buildHeadingBlock('10. Pets', '10. Wanyama wa kufugwa', 'pets'),
    buildTextBlock(
      'Pets are allowed if they do not disturb others. The tenant must pay for damage caused by pets.',
      'Wanyama wa kufugwa wanaruhusiwa mradi hawamsumbui mtu; mpangaji hurekebisha uharibifu wao.',
      'pets',
    ),
    buildHeadingBlock('11. Termination', '11. Jinsi unavyoisha'),
    buildTextBlock(
      'Either party may end this agreement before its last day with {notice.days} days’ written notice.',
      'Upande wowote unaweza kusitisha mkataba huu kabla ya siku ya mwisho kwa notisi ya maandishi ya siku {notice.days}.',
      'break',
    ),
    buildTextBlock(
      'If the tenant does not pay rent or breaches this agreement, the landlord must first give written notice and reasonable time to remedy the breach. The landlord must not evict the tenant, lock the tenant out, disconnect water or electricity, or take goods, unless a court or tribunal orders it.',
      'Kodi isipolipwa au wajibu usipotimizwa, mmiliki husema kwanza kwa maandishi na kutoa muda wa haki wa kurekebisha. Hakuna atakayefukuzwa, kufungiwa nje au kukatiwa maji au umeme, wala mali kuchukuliwa, isipokuwa kwa amri ya mahakama au baraza.',
    ),
    buildHeadingBlock('12. The guarantor', '12. Mdhamini', 'guarantor'),
    buildTextBlock(
      '{guarantor.name} guarantees the tenant’s debts under this agreement, up to three months’ rent. The guarantor must pay after a written demand.',
      '{guarantor.name} anaahidi kulipa anachodaiwa mpangaji chini ya mkataba huu asipolipa, hadi kodi ya miezi mitatu, baada ya kuarifiwa kwa maandishi.',
      'guarantor',
    ),
    buildHeadingBlock('13. General', '13. Mengineyo'),
    buildTextBlock(
      'The laws of Kenya govern this agreement. The parties must first try to settle a dispute by negotiation, then by mediation, and then in the competent court or tribunal. Changes must be in writing and signed by all parties.',
      'Mkataba huu uko chini ya sheria za Kenya. Pande hujaribu kwanza kumaliza mgogoro kwa mazungumzo, kisha kwa mpatanishi, kisha mbele ya mahakama au baraza husika. Mabadiliko ni kwa maandishi na hutiwa saini na wote.',
    ),
  ],
};
