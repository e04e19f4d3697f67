import { makePolicyPage, odpcLink, privacyMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const screening = {
  en: makePolicyPage`
<p>When you apply for a home, the owner or agent checks a few facts about you. This page lists those facts, the people who check them and the
consents you give. Read it before you tick a box. Each box is separate, and you may leave any box empty.</p>
<h2>Consents requested</h2>
<ol>
<li><strong>Identity check.</strong> A person compares your ID or passport with your selfie. Software does not decide whether the face is yours.</li>
<li><strong>Income check.</strong> You share payslips, a bank statement or an M-Pesa statement. You may cover lines that do not relate to income or
rent.</li>
<li><strong>Reference calls.</strong> The manager may call the landlord and the employer you name, once each. The manager may ask only the questions
listed on the form.</li>
<li><strong>Credit report.</strong> The manager may ask a licensed credit reference bureau for your report. This box is never ticked in advance.</li>
<li><strong>Sharing with this owner.</strong> The owner or agent of this listing may read your application for this decision only.</li>
</ol>
<h2>If you leave a box empty</h2>
<p>Your application is not rejected for that reason alone. The manager may request other proof, such as a guarantor. The listing shows the criteria
before you apply. The criteria are the same for all applicants.</p>
<h2>Data that is never used</h2>
<ul>
<li>Tribe, religion, political view, health, pregnancy, disability or marital status.</li>
<li>Your contacts, your photos or your social media.</li>
<li>Any secret list of tenants. Makao does not keep such a list.</li>
</ul>
<h2>How the decision is made</h2>
<p>You receive a score from 0 to 100 with the reason for each point. The score helps a person decide. The score alone does not decide. If your
application is rejected, you receive the reason. You may correct a wrong fact and request a second review.</p>
<h2>How long your consent lasts</h2>
<ul>
<li>You may reuse one application for 30 days. After that, you must give consent again.</li>
<li>The text and version you agreed to are kept with the date and time.</li>
<li>If you become a tenant, the documents are moved to your tenancy file. If not, the owner loses access when the booking ends.</li>
</ul>
<h2>Withdrawing consent</h2>
<p>You can withdraw any consent on your <a href="/dashboard/tenant/booking">bookings page</a>. Earlier checks remain lawful, but no further checks
are made and the manager is notified. You may also see, correct or erase the data you gave. We act within 7 days.</p>
<p>Your consent is given under the Data Protection Act, 2019. Send questions to ${privacyMailLink}. You may complain to the Office of the Data
Protection Commissioner at ${odpcLink}.</p>`,
  sw: makePolicyPage`
<p>Unapoomba nyumba, mwenye nyumba au wakala hukagua mambo machache kukuhusu. Ukurasa huu unaeleza mambo hayo, anayeyakagua na unachokubali. Usome
kabla ya kuweka alama. Kila kisanduku kinajitegemea na unaweza kuacha chochote wazi.</p>
<h2>Unachoombwa kuruhusu</h2>
<ol>
<li><strong>Utambulisho.</strong> Mtu analinganisha kitambulisho au pasipoti yako na picha yako. Mashine haiamui kama uso ni wako.</li>
<li><strong>Mapato.</strong> Unatoa payslip, taarifa ya benki au ya M-Pesa. Unaweza kufunika mistari isiyohusu mapato au kodi.</li>
<li><strong>Kupiga simu.</strong> Msimamizi anaweza kumpigia mwenye nyumba wa awali na mwajiri uliyemtaja, mara moja kila mmoja, na kuuliza maswali
yaliyo kwenye fomu pekee.</li>
<li><strong>Ripoti ya mikopo.</strong> Msimamizi anaweza kuomba ripoti yako kwa CRB yenye leseni. Kisanduku hiki hakiwekewi alama mapema.</li>
<li><strong>Kumwonyesha mwenye nyumba huyu.</strong> Mwenye tangazo hili anaweza kusoma ombi lako kwa uamuzi huu pekee.</li>
</ol>
<h2>Ukiacha kisanduku wazi</h2>
<p>Hutakataliwa kwa sababu hiyo pekee. Msimamizi anaweza kuomba uthibitisho mwingine, kama mdhamini. Tangazo huonyesha vigezo kabla ya kuomba, na
vigezo ni sawa kwa waombaji wote.</p>
<h2>Kisichotumika kamwe</h2>
<ul>
<li>Kabila, dini, msimamo wa kisiasa, afya, ujauzito, ulemavu au hali ya ndoa.</li>
<li>Nambari ulizohifadhi, picha zako au mitandao yako ya kijamii.</li>
<li>Orodha ya siri ya wapangaji. Makao haina orodha kama hiyo.</li>
</ul>
<h2>Uamuzi unavyofanywa</h2>
<p>Unapata alama kati ya 0 na 100 na sababu ya kila alama. Alama zinamsaidia mtu kuamua. Haziamui peke yake. Ukikataliwa unapewa sababu, na unaweza
kusahihisha kosa na kuomba ombi liangaliwe tena.</p>
<h2>Idhini inadumu muda gani</h2>
<ul>
<li>Ombi moja linaweza kutumika tena kwa siku 30. Baada ya hapo lazima ukubali upya.</li>
<li>Maneno na toleo ulilokubali huhifadhiwa pamoja na tarehe na saa.</li>
<li>Ukiwa mpangaji, hati huhamia faili ya upangaji wako. Usipokuwa, mwenye nyumba hawezi kuziona tena ombi likishafungwa.</li>
</ul>
<h2>Ukibadili nia</h2>
<p>Ondoa idhini yoyote kwenye <a href="/dashboard/tenant/booking">ukurasa wa maombi yako</a>. Kilichokaguliwa awali kinabaki halali, lakini hakuna
kingine kitakachokaguliwa na msimamizi ataarifiwa. Unaweza pia kuona, kusahihisha au kufuta ulichotoa. Tunachukua hatua ndani ya siku 7.</p>
<p>Idhini hii inatolewa chini ya Sheria ya Ulinzi wa Data ya 2019. Uliza maswali kupitia ${privacyMailLink}. Unaweza kulalamika kwa Ofisi ya Kamishna wa
Ulinzi wa Data kupitia ${odpcLink}.</p>`,
};

export const tenantConsentPolicies: readonly DemoPolicy[] = [
  {
    slug: 'tenant-screening-consent',
    userType: userType.tenant,
    kind: 'data_consent',
    title: { en: 'Consent to checks on your application', sw: 'Idhini ya ukaguzi wa ombi lako' },
    requiresConsent: true,
    effectiveFrom: '2026-11-30',
    status: 'draft',
    versions: [{ body: screening, summary: 'First version, under review before publication.', effectiveFrom: '2026-11-30' }],
  },
];
