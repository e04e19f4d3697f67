import { helpMailLink, kraLink, makeEarlierVersion, makePolicyPage, moneyMailLink, privacyMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const terms = {
  en: makePolicyPage`
<p>A dealer is a regional field partner of Makao. You bring owners and agents onto the platform in your region, inspect property for verification
and earn commission. These terms say how.</p>
<h2>Your region</h2>
<p>Your region is set by an admin and shown on your account. It is not exclusive unless your letter of appointment says so. You are an independent
partner, not an employee. You may not sign for Makao, collect rent or deposits, or act as an estate agent. If you also practise as an agent, you
need EARB registration and a separate agent account.</p>
<h2>Recruiting</h2>
<ul>
<li>Invite owners and agents with your own link or code, so that they are counted to you.</li>
<li>Tell them the true price of a plan. You may not add a fee of your own or take cash for a plan.</li>
<li>The first valid invitation a company accepts decides whose recruit it is.</li>
</ul>
<h2>Verification inspections</h2>
<p>An inspection is assigned to you when an owner in your region asks for verification. Accept it within two working days or it passes on. The
report must show that the place exists, that you had access, that the person may act for the owner, how many units there are, and photos with the
one-time code card. Your phone must be within 150 metres of the pin.</p>
<h2>What you earn</h2>
<table>
<thead><tr><th>Source</th><th>When it accrues</th></tr></thead>
<tbody>
<tr><td>Plan payments of companies you recruited</td><td>When the payment clears, for the number of months in your commission rule</td></tr>
<tr><td>A verification inspection</td><td>When an admin accepts the report</td></tr>
</tbody>
</table>
<p>Your rates are on the commission page and in each calculation. A new rate never changes commission you have already earned. Commission comes from
the fees Makao earns. It is never taken from rent or deposits.</p>
<h2>Payment</h2>
<ul>
<li>Commission is accrued, approved, payable, then paid. You see each step.</li>
<li>You withdraw to a verified bank account or M-Pesa number with a code sent to your phone. A new account rests for 24 hours.</li>
<li>A refund to a company reverses the commission on it.</li>
<li>A rejected or false report earns nothing. If a false report is found later, its fee is taken back.</li>
<li>Query a line within 60 days on its own page or at ${moneyMailLink}.</li>
</ul>
<p>Tax is yours to file. As a fact and not as advice, the payer may have to withhold 5% on commission of KES 24,000 or more paid to a resident. We
give you the certificate. See ${kraLink}.</p>
<h2>Ending</h2>
<p>Either side may end this with 30 days' notice in writing. Commission already earned is paid. We may suspend you at once for a false report, a
bribe or a viewing fee, and we say why. You may appeal once. After you close the account you have 30 days to change your mind. Write to
${helpMailLink}.</p>`,
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
<p>A verified badge is worth only as much as the visit behind it. This code says how you carry out that visit and how you speak for Makao in your
region.</p>
<h2>Go there yourself</h2>
<ul>
<li>Visit in person, or send a staff member named on your account. Never report from photos someone sent you.</li>
<li>Take photos in the app, with the code card in view. Do not upload from the gallery.</li>
<li>Make an appointment. Show your Makao ID at the gate and to the caretaker.</li>
<li>If a tenant lives there, you need consent before you enter and before you photograph. Leave people, post and family pictures out of the
frame.</li>
</ul>
<h2>Write what you saw</h2>
<p>Count the units. Note what does not match the listing. If you could not get in, say so. A report that says no is worth as much to you as one that
says yes. The fee is for an honest report, whatever its result.</p>
<h2>No conflict of interest</h2>
<ul>
<li>Do not inspect property that you, a relative, a business partner or your landlord owns. Pass it on and say why.</li>
<li>Do not inspect a property you are being paid to market.</li>
<li>Take no money, meal, lift or gift from an owner or agent. Report the offer to ${trustMailLink} within one day.</li>
</ul>
<h2>Money you never touch</h2>
<p>You do not take rent, deposits, viewing fees, registration fees or plan payments. Plans are paid by paybill to Makao, with a receipt. Anyone who
asks you to hold money is told no.</p>
<h2>Fair recruiting</h2>
<p>Describe Makao as it is. Do not promise a listing rank, a quick verification or a tenant. Do not speak badly of another dealer or press a company
to leave one. Do not help an agent work without EARB registration or without a mandate.</p>
<h2>People's data</h2>
<p>You see title papers, IDs and phone numbers. They are protected by the Data Protection Act, 2019, and property details are sensitive data. Keep
them in the app. Do not forward, print or store them. Lock your phone. If it is lost, write to ${privacyMailLink} on the same day, because a serious breach
must reach the ODPC within 72 hours.</p>
<h2>Safety</h2>
<p>Tell a colleague where you are going. Leave if you feel unsafe and reschedule. In an emergency call <a href="tel:999">999</a> or <a
href="tel:112">112</a>.</p>
<h2>Checks on your work</h2>
<p>Admins repeat a sample of inspections without notice. Photos, times and positions are compared. A false report ends the partnership, its fee is
taken back and the police may be told. Smaller faults bring training or a warning first. You are heard before a decision and may appeal once.</p>`,
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
            ['Accept it within two working days', 'Accept it within three working days'],
            [' A new rate never changes commission you have already earned.', ''],
            ['Query a line within 60 days', 'Query a line within 30 days'],
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
        summary: 'Inspections must be accepted within two working days, new rates leave earned commission alone, and queries may come for 60 days.',
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
