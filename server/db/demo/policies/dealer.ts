import { helpMailLink, kraLink, makeEarlierVersion, makePolicyPage, moneyMailLink, privacyMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const terms = {
  en: makePolicyPage`
<p>A dealer is a regional field partner of Makao. You invite owners and agents to Makao in your region, inspect property for verification and
earn commission. These terms set the rules.</p>
<h2>Your region</h2>
<p>An admin sets your region, and your account shows it. The region is exclusive only if your letter of appointment states this. You are an
independent partner, not an employee. You may not sign on behalf of Makao, collect rent or deposits, or act as an estate agent. If you also
practise as an agent, you need EARB registration and a separate agent account.</p>
<h2>Recruiting</h2>
<ul>
<li>Invite owners and agents with your own link or code, so that they are recorded as your recruits.</li>
<li>State the correct price of a plan. You may not add a fee of your own or accept cash for a plan.</li>
<li>A company is the recruit of the dealer whose valid invitation it accepts first.</li>
</ul>
<h2>Verification inspections</h2>
<p>An inspection is assigned to you when an owner in your region requests verification. Accept the inspection within two working days, or it is
assigned to another dealer. The report must confirm that the property exists, that you had access, and that the person may represent the owner.
It must also contain the number of units and photos with the one-time code card. Your phone must be within 150 metres of the map pin.</p>
<h2>What you earn</h2>
<table>
<thead><tr><th>Source</th><th>When it accrues</th></tr></thead>
<tbody>
<tr><td>Plan payments of companies you recruited</td><td>When the payment clears, for the number of months in your commission rule</td></tr>
<tr><td>A verification inspection</td><td>When an admin accepts the report</td></tr>
</tbody>
</table>
<p>Your rates appear on the commission page and in each calculation. A new rate never changes commission you have already earned. Commission is
paid from the fees that Makao earns. It is never deducted from rent or deposits.</p>
<h2>Payment</h2>
<ul>
<li>Commission is first accrued, then approved, then payable, then paid. You can see each state.</li>
<li>You withdraw to a verified bank account or M-Pesa number, with a code sent to your phone. A new account cannot receive money for 24
hours.</li>
<li>A refund to a company reverses the commission on the refunded payment.</li>
<li>No fee is paid for a rejected or false report. If a report is found to be false later, its fee is reversed.</li>
<li>Query a commission line within 60 days on its page or at ${moneyMailLink}.</li>
</ul>
<p>You file your own tax returns. The following information is not advice. The payer may have to withhold 5% of commission of KES 24,000 or more
paid to a resident. You receive the certificate from Makao. See ${kraLink}.</p>
<h2>Ending the partnership</h2>
<p>Either party may end the partnership with 30 days' notice in writing. Commission already earned is paid. We may suspend you immediately for a
false report, a bribe or a viewing fee, and state the reason. You may appeal once. After you close the account, you have 30 days to cancel the
closure. Write to ${helpMailLink}.</p>`,
  sw: makePolicyPage`
<p>Dealer ni mshirika wa Makao katika eneo fulani. Unawaleta wamiliki na mawakala kwenye jukwaa, unakagua mali ili zithibitishwe, na unapata
kamisheni. Masharti haya yanaeleza namna.</p>
<h2>Eneo lako</h2>
<p>Eneo lako hupangwa na msimamizi na huonekana kwenye akaunti yako. Si lako peke yako isipokuwa barua ya uteuzi iseme hivyo. Wewe ni mshirika huru,
si mwajiriwa. Huwezi kutia saini kwa niaba ya Makao, kupokea kodi au amana, wala kufanya kazi ya wakala wa nyumba. Ukiwa wakala pia, unahitaji
usajili wa EARB na akaunti tofauti ya wakala.</p>
<h2>Kuleta wateja</h2>
<ul>
<li>Waalike wamiliki na mawakala kwa kiungo au msimbo wako, ili wahesabiwe kwako.</li>
<li>Waambie bei ya kweli ya mpango. Usiongeze ada yako wala kupokea pesa taslimu za mpango.</li>
<li>Mwaliko halali wa kwanza ambao kampuni imekubali ndio unaoamua aliyeileta.</li>
</ul>
<h2>Ukaguzi wa uthibitishaji</h2>
<p>Mmiliki wa eneo lako akiomba uthibitishaji, ukaguzi unakuja kwako. Ukubali ndani ya siku mbili za kazi, la sivyo unapewa mwingine. Ripoti lazima
ionyeshe kwamba mahali papo, kwamba uliingia, kwamba mtu huyo ana mamlaka ya mmiliki, idadi ya nyumba, na picha zenye kadi ya msimbo wa mara moja.
Simu yako iwe ndani ya mita 150 kutoka alama ya ramani.</p>
<h2>Unachopata</h2>
<table>
<thead><tr><th>Chanzo</th><th>Huhesabiwa lini</th></tr></thead>
<tbody>
<tr><td>Malipo ya mipango ya kampuni ulizoleta</td><td>Malipo yakithibitika, kwa idadi ya miezi iliyo kwenye kanuni yako ya kamisheni</td></tr>
<tr><td>Ukaguzi wa uthibitishaji</td><td>Msimamizi akikubali ripoti</td></tr>
</tbody>
</table>
<p>Viwango vyako viko kwenye ukurasa wa kamisheni na kwenye kila hesabu. Kiwango kipya hakibadilishi kamisheni uliyokwisha kupata. Kamisheni hutoka
kwenye ada za Makao. Haitolewi kamwe kwenye kodi au amana.</p>
<h2>Malipo</h2>
<ul>
<li>Kamisheni huhesabiwa, huidhinishwa, huwa tayari kulipwa, kisha hulipwa. Unaona kila hatua.</li>
<li>Unatoa pesa kwa akaunti ya benki au nambari ya M-Pesa iliyothibitishwa, kwa msimbo unaotumwa kwa simu yako. Akaunti mpya hupumzika saa 24.</li>
<li>Kampuni ikirejeshewa pesa, kamisheni yake inarudishwa.</li>
<li>Ripoti iliyokataliwa au ya uongo hailipwi. Uongo ukigunduliwa baadaye, malipo yake yanachukuliwa tena.</li>
<li>Uliza kuhusu mstari wowote ndani ya siku 60 kwenye ukurasa wake au kupitia ${moneyMailLink}.</li>
</ul>
<p>Ushuru unawasilisha mwenyewe. Kama ukweli na si ushauri, anayelipa anaweza kulazimika kukata zuio la 5% kwa kamisheni ya KES 24,000 au zaidi
inayolipwa mkazi. Tunakupa cheti. Tazama ${kraLink}.</p>
<h2>Kumaliza</h2>
<p>Upande wowote unaweza kumaliza kwa notisi ya maandishi ya siku 30. Kamisheni uliyokwisha kupata inalipwa. Tunaweza kukusimamisha mara moja kwa
ripoti ya uongo, hongo au ada ya kutazama, na tunaeleza sababu. Unaweza kukata rufaa mara moja. Ukifunga akaunti una siku 30 za kubadili nia. Andika
kwa ${helpMailLink}.</p>`,
};

const conduct = {
  en: makePolicyPage`
<p>A verified badge is only as reliable as the inspection. This code describes how you inspect property and how you represent Makao in your
region.</p>
<h2>Inspect in person</h2>
<ul>
<li>Visit in person, or send a staff member named on your account. Never base a report on photos from another person.</li>
<li>Take photos in the app, with the code card visible. Do not upload photos from the phone's gallery.</li>
<li>Make an appointment. Show your Makao ID at the gate and to the caretaker.</li>
<li>If the home is occupied, obtain the tenant's consent before you enter or take photos. Do not photograph people, mail or family
photos.</li>
</ul>
<h2>Report what you observed</h2>
<p>Count the units. Record every difference from the listing. If you had no access, report this. You earn the same fee for a negative report as
for a positive one. The fee is for an honest report, regardless of the result.</p>
<h2>No conflict of interest</h2>
<ul>
<li>Do not inspect property that you, a relative, a business partner or your landlord owns. Decline the inspection and state the reason.</li>
<li>Do not inspect a property that you are paid to market.</li>
<li>Do not accept money, meals, transport or gifts from an owner or agent. Report any proposed gift or payment to ${trustMailLink} within one
day.</li>
</ul>
<h2>Payments you may not accept</h2>
<p>Do not accept rent, deposits, viewing fees, registration fees or plan payments. Plans are paid by paybill to Makao, with a receipt. Decline
every request to hold money.</p>
<h2>Fair recruiting</h2>
<p>Describe Makao accurately. Do not promise a search position, quick verification or a tenant. Do not speak badly of another dealer or pressure
a company to leave one. Do not help an agent to work without EARB registration or without a mandate.</p>
<h2>People's data</h2>
<p>You can see title documents, IDs and phone numbers. The Data Protection Act, 2019, protects this data, and property details are sensitive
data. Keep the data in the app. Do not forward, print or store it. Lock your phone. If the phone is lost, write to ${privacyMailLink} on the same
day. A serious breach must be reported to the ODPC within 72 hours.</p>
<h2>Safety</h2>
<p>Share the location of the inspection with a colleague. If you feel unsafe, leave and reschedule. In an emergency, call <a
href="tel:999">999</a> or <a href="tel:112">112</a>.</p>
<h2>Checks on your work</h2>
<p>Admins repeat a sample of inspections without notice. They compare photos, times and locations. A false report ends the partnership, its fee
is reversed and the police may be notified. Minor faults first lead to training or a warning. You may reply before a decision and may appeal
once.</p>`,
  sw: makePolicyPage`
<p>Alama ya kuthibitishwa ina thamani sawa na ziara iliyoizaa. Kanuni hizi zinaeleza jinsi ya kufanya ziara hiyo na kuiwakilisha Makao katika eneo
lako.</p>
<h2>Nenda mwenyewe</h2>
<ul>
<li>Tembelea mwenyewe, au utume mfanyakazi aliyetajwa kwenye akaunti yako. Usiandike ripoti kwa picha ulizotumiwa.</li>
<li>Piga picha ndani ya programu, kadi ya msimbo ikionekana. Usipakie kutoka kwenye galari.</li>
<li>Weka miadi. Onyesha kitambulisho chako cha Makao langoni na kwa caretaker.</li>
<li>Kama kuna mpangaji, unahitaji idhini kabla ya kuingia na kabla ya kupiga picha. Usipige watu, barua wala picha za familia.</li>
</ul>
<h2>Andika ulichoona</h2>
<p>Hesabu nyumba. Andika kisicholingana na tangazo. Usipoweza kuingia, sema hivyo. Ripoti inayosema hapana ina thamani sawa kwako na ile inayosema
ndiyo. Unalipwa kwa ripoti ya kweli, matokeo yawe yoyote.</p>
<h2>Hakuna mgongano wa maslahi</h2>
<ul>
<li>Usikague mali yako, ya jamaa, ya mshirika wa biashara au ya mwenye nyumba unayopanga. Mpe mwingine na ueleze sababu.</li>
<li>Usikague mali unayolipwa kuitangaza.</li>
<li>Usipokee pesa, chakula, usafiri wala zawadi kutoka kwa mmiliki au wakala. Ripoti ofa hiyo kwa ${trustMailLink} ndani ya siku moja.</li>
</ul>
<h2>Pesa usizogusa</h2>
<p>Hupokei kodi, amana, ada ya kutazama, ada ya usajili wala malipo ya mpango. Mipango hulipwa kwa paybill ya Makao, na risiti hutolewa. Anayekuomba
umshikie pesa, mkatalie.</p>
<h2>Kuleta wateja kwa haki</h2>
<p>Eleza Makao ilivyo. Usiahidi nafasi ya juu, uthibitishaji wa haraka wala mpangaji. Usimseme vibaya dealer mwingine wala kushinikiza kampuni
imwache. Usimsaidie wakala kufanya kazi bila usajili wa EARB au bila hati ya uwakala.</p>
<h2>Data ya watu</h2>
<p>Unaona hati za mali, vitambulisho na nambari za simu. Zinalindwa na Sheria ya Ulinzi wa Data ya 2019, na maelezo ya mali ni data nyeti. Zibaki
ndani ya programu. Usizisambaze, usizichapishe, usizihifadhi. Funga simu yako kwa PIN. Ikipotea, andika siku hiyo kwa ${privacyMailLink}, kwa sababu uvujaji
mkubwa lazima uifikie ODPC ndani ya saa 72.</p>
<h2>Usalama</h2>
<p>Mwambie mwenzako unakoenda. Ondoka ukihisi hatari na upange siku nyingine. Kwa dharura piga <a href="tel:999">999</a> au <a
href="tel:112">112</a>.</p>
<h2>Kazi yako inavyokaguliwa</h2>
<p>Wasimamizi hurudia baadhi ya ukaguzi bila taarifa. Picha, saa na mahali hulinganishwa. Ripoti ya uongo huvunja ushirika, malipo yake
yanachukuliwa tena na polisi wanaweza kuarifiwa. Makosa madogo huanza kwa mafunzo au onyo. Unasikilizwa kabla ya uamuzi na unaweza kukata rufaa mara
moja.</p>`,
};

export const dealerPolicies: readonly DemoPolicy[] = [
  {
    slug: 'dealer-terms-and-commission',
    userType: userType.dealer,
    kind: 'terms',
    title: { en: 'Dealer terms and commission', sw: 'Masharti na kamisheni ya dealer' },
    requiresConsent: true,
    effectiveFrom: '2026-10-15',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(terms, {
          en: [
            ['Accept the inspection within two working days', 'Accept the inspection within three working days'],
            [' A new rate never changes commission you have already earned.', ''],
            ['Query a commission line within 60 days', 'Query a commission line within 30 days'],
          ],
          sw: [
            ['Ukubali ndani ya siku mbili za kazi', 'Ukubali ndani ya siku tatu za kazi'],
            [' Kiwango kipya hakibadilishi kamisheni uliyokwisha kupata.', ''],
            ['Uliza kuhusu mstari wowote ndani ya siku 60', 'Uliza kuhusu mstari wowote ndani ya siku 30'],
          ],
        }),
        summary: 'First version.',
        effectiveFrom: '2026-02-16',
      },
      {
        body: terms,
        summary: 'Inspections must be accepted within two working days. New rates do not change earned commission. Queries are accepted for 60 days.',
        effectiveFrom: '2026-10-15',
      },
    ],
  },
  {
    slug: 'dealer-conduct',
    userType: userType.dealer,
    kind: 'conduct',
    title: { en: 'Code of conduct for dealers', sw: 'Kanuni za mwenendo kwa dealer' },
    requiresConsent: true,
    effectiveFrom: '2026-02-16',
    status: 'published',
    versions: [{ body: conduct, summary: 'First version.', effectiveFrom: '2026-02-16' }],
  },
];
