import type { AgreementBody } from '#contract/agreement/body.ts';

type Block = AgreementBody['blocks'][number];
export const buildHeadingBlock = (en: string, sw: string, clause?: string): Block => ({ kind: 'heading', en, sw, ...(clause ? { clause } : {}) });
export const buildTextBlock = (en: string, sw: string, clause?: string): Block => ({ kind: 'text', en, sw, ...(clause ? { clause } : {}) });

/** The clauses that residential and commercial leases share. */
export const sharedLeaseClauses: readonly Block[] = [
  buildHeadingBlock('6. What the landlord does', '6. Wajibu wa mwenye nyumba'),
  buildTextBlock(
    'The landlord lets the tenant live in peace, keeps the roof, walls, wiring and pipes in repair, and puts right what makes the place unsafe as soon as they are told.',
    'Mwenye nyumba humwacha mpangaji akae kwa amani, hutunza paa, kuta, nyaya na mabomba, na hurekebisha mara moja hatari yoyote anapoarifiwa.',
  ),
  buildTextBlock(
    'The landlord pays the land rates, the land rent and the insurance of the building.',
    'Mwenye nyumba hulipa ada za ardhi za kaunti, kodi ya ardhi na bima ya jengo.',
  ),
  buildHeadingBlock('7. What the tenant does', '7. Wajibu wa mpangaji'),
  buildTextBlock(
    'The tenant pays in time, keeps the place clean, says at once what needs repair, and makes good what they or their visitors break.',
    'Mpangaji hulipa kwa wakati, hutunza usafi, husema mara moja kinachohitaji kurekebishwa, na hurekebisha anachokiharibu yeye au wageni wake.',
  ),
  buildTextBlock(
    'Without the landlord’s written consent, which is not refused without reason, the tenant does not build, sublet or hand the place to somebody else.',
    'Bila idhini ya maandishi ya mwenye nyumba, ambayo haikataliwi bila sababu, mpangaji hajengi, hapangishi tena wala kumkabidhi mtu mwingine.',
  ),
  buildHeadingBlock('8. Coming in', '8. Kuingia'),
  buildTextBlock(
    'The landlord comes in only with 24 hours’ notice, at a fair time of day and for a reason; in an emergency at once, and tells the tenant.',
    'Mwenye nyumba huingia tu kwa taarifa ya saa 24, saa za kawaida na kwa sababu; wakati wa dharura mara moja, na humwarifu mpangaji.',
  ),
  buildHeadingBlock('9. Personal data', '9. Taarifa binafsi'),
  buildTextBlock(
    'What the sides know of each other is used for this tenancy only and kept as the Data Protection Act, 2019 says.',
    'Taarifa ambazo pande zinazo kuhusu nyingine hutumika kwa upangaji huu tu na huhifadhiwa kama Sheria ya Ulinzi wa Data ya 2019 inavyosema.',
  ),
];
