import type { AgreementBody } from '#contract/agreement/body.ts';

type Block = AgreementBody['blocks'][number];
export const buildHeadingBlock = (en: string, sw: string, clause?: string): Block => ({ kind: 'heading', en, sw, ...(clause ? { clause } : {}) });
export const buildTextBlock = (en: string, sw: string, clause?: string): Block => ({ kind: 'text', en, sw, ...(clause ? { clause } : {}) });

/** The clauses that residential and commercial leases share. */
export const sharedLeaseClauses: readonly Block[] = [
  buildHeadingBlock('6. Obligations of the landlord', '6. Wajibu wa mmiliki'),
  buildTextBlock(
    'The landlord must give the tenant quiet enjoyment and keep the roof, walls, wiring and pipes in repair. The landlord must repair anything that makes the premises unsafe as soon as the tenant reports it.',
    'Mmiliki humwacha mpangaji akae kwa amani, hutunza paa, kuta, nyaya na mabomba, na hurekebisha mara moja hatari yoyote anapoarifiwa.',
  ),
  buildTextBlock(
    'The landlord must pay the land rates, the land rent and the insurance of the building.',
    'Mmiliki hulipa ada za ardhi za kaunti, kodi ya ardhi na bima ya jengo.',
  ),
  buildHeadingBlock('7. Obligations of the tenant', '7. Wajibu wa mpangaji'),
  buildTextBlock(
    'The tenant must pay on time, keep the premises clean, report needed repairs at once, and pay for damage caused by the tenant or their visitors.',
    'Mpangaji hulipa kwa wakati, hutunza usafi, husema mara moja kinachohitaji kurekebishwa, na hurekebisha anachokiharibu yeye au wageni wake.',
  ),
  buildTextBlock(
    'The tenant must not alter, sublet or assign the premises without the landlord’s written consent. The landlord must not refuse consent without a good reason.',
    'Bila idhini ya maandishi ya mmiliki, ambayo haikataliwi bila sababu, mpangaji hajengi, hapangishi tena wala kumkabidhi mtu mwingine.',
  ),
  buildHeadingBlock('8. Entry by the landlord', '8. Kuingia'),
  buildTextBlock(
    'The landlord may enter only for a stated reason, at a reasonable time and with 24 hours’ notice. In an emergency the landlord may enter at once and must notify the tenant.',
    'Mmiliki huingia tu kwa notisi ya saa 24, saa za kawaida na kwa sababu; wakati wa dharura mara moja, na humwarifu mpangaji.',
  ),
  buildHeadingBlock('9. Personal data', '9. Taarifa binafsi'),
  buildTextBlock(
    'The parties may use each other’s personal data for this tenancy only and must protect it as the Data Protection Act, 2019 requires.',
    'Taarifa ambazo pande zinazo kuhusu nyingine hutumika kwa upangaji huu tu na huhifadhiwa kama Sheria ya Ulinzi wa Data ya 2019 inavyosema.',
  ),
];
