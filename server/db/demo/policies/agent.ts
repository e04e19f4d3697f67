import { earbLink, helpMailLink, kraLink, makeEarlierVersion, makePolicyPage, privacyMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const terms = {
  en: makePolicyPage`
<p>These terms apply to agents and agency companies that market or manage property on Makao.</p>
<h2>Registration</h2>
<p>The Estate Agents Act, Cap 533, lets only persons registered with the Estate Agents Registration Board (EARB) practise. You need the registration
number and a practising certificate for the current year.</p>
<ul>
<li>Upload both before your first listing. The public can check you at ${earbLink}.</li>
<li>We remind you 60, 30 and 7 days before the certificate expires. When it expires your badge is removed and you cannot publish new listings.
Running tenancies go on.</li>
<li>An agent who is not registered commits an offence and cannot recover commission in court.</li>
</ul>
<h2>You need an active mandate</h2>
<p>You act for an owner only under a mandate both of you accepted on Makao. It names the properties, the scope, the dates, the commission, your
spending limit, and whether you may sign and collect. <strong>No active mandate, no access.</strong> You see nothing of that owner before it starts
or after it ends. Your rights are the smaller of your role and the mandate.</p>
<h2>Money</h2>
<ul>
<li>Rent goes to the paybill and account number on the invoice. Collect cash only if the mandate allows it, and record it the same day so that the
tenant gets a receipt.</li>
<li>Client money is never your money. Keep it in a separate account and account for it when asked.</li>
<li>Do not take a deposit in your own name or number.</li>
<li>An expense above your limit waits for the owner.</li>
</ul>
<h2>Commission</h2>
<p>Commission follows the mandate and accrues when a payment clears. A refund reverses it. Your fee to a tenant, if any, must be on the listing and
on the invoice. There is no fee for a viewing.</p>
<p>Two tax facts, not advice. Agency fees carry 16% VAT if you are registered. A payer may have to withhold 5% on agency fees of KES 24,000 or more
paid to a resident. See ${kraLink}.</p>
<h2>Your duties to tenants</h2>
<p>You carry the owner's duties when you act for the owner. You never lock out, cut supply or seize goods. Eviction and distress follow the court or
tribunal process. Business premises under Cap 301 need the set form and at least two months.</p>
<h2>If you are suspended</h2>
<p>We suspend for fraud, viewing fees, false listings or lost registration, and we say why. Your listings pause. Open tours and bookings pass to the
owner. You may appeal once.</p>
<h2>Leaving</h2>
<p>End your mandates and hand over files, keys and balances first. Your account then closes after a 30-day grace period. Invoices and receipts stay
for tax. Write to ${helpMailLink} with questions.</p>`,
  sw: makePolicyPage`
<p>Masharti haya yanawahusu mawakala na kampuni za uwakala zinazotangaza au kusimamia mali kwenye Makao.</p>
<h2>Usajili</h2>
<p>Sheria ya Estate Agents, Cap 533, inaruhusu tu waliosajiliwa na Estate Agents Registration Board (EARB) kufanya kazi hii. Unahitaji nambari ya
usajili na cheti cha kufanya kazi cha mwaka huu.</p>
<ul>
<li>Pakia zote mbili kabla ya tangazo la kwanza. Umma unaweza kukuangalia kwenye ${earbLink}.</li>
<li>Tunakukumbusha siku 60, 30 na 7 kabla cheti kuisha. Kikiisha, alama yako inaondolewa na huwezi kuchapisha matangazo mapya. Upangaji unaoendelea
hauathiriki.</li>
<li>Wakala asiyesajiliwa anavunja sheria na hawezi kudai kamisheni mahakamani.</li>
</ul>
<h2>Lazima uwe na hati ya uwakala</h2>
<p>Unamwakilisha mwenye nyumba tu kwa hati ya uwakala mliyokubaliana wote wawili kwenye Makao. Hutaja mali, kazi, tarehe, kamisheni, kikomo cha
matumizi, na kama unaweza kutia saini na kupokea pesa. <strong>Bila hati inayotumika, hakuna ruhusa.</strong> Huoni chochote cha mmiliki huyo kabla
ianze au ikishaisha. Unachoweza kufanya ni kile kinachoruhusiwa na cheo chako na hati kwa pamoja.</p>
<h2>Pesa</h2>
<ul>
<li>Kodi hulipwa kwa paybill na nambari ya akaunti iliyo kwenye ankara. Pokea pesa taslimu tu kama hati inaruhusu, na uzirekodi siku hiyohiyo ili
mpangaji apate risiti.</li>
<li>Pesa za mteja si zako. Ziweke kwenye akaunti tofauti na utoe hesabu unapoulizwa.</li>
<li>Usipokee amana kwa jina lako au nambari yako.</li>
<li>Gharama inayozidi kikomo chako husubiri idhini ya mmiliki.</li>
</ul>
<h2>Kamisheni</h2>
<p>Kamisheni hufuata hati ya uwakala na huhesabiwa malipo yakithibitika. Pesa zikirejeshwa, nayo inarudishwa. Ada unayomtoza mpangaji, kama ipo,
lazima iwe kwenye tangazo na kwenye ankara. Hakuna ada ya kutazama nyumba.</p>
<p>Mambo mawili ya ushuru, si ushauri. Ada ya uwakala hutozwa VAT ya 16% kama umesajiliwa. Anayekulipa anaweza kulazimika kukata zuio la 5% kwa ada
ya KES 24,000 au zaidi inayolipwa mkazi. Tazama ${kraLink}.</p>
<h2>Wajibu wako kwa wapangaji</h2>
<p>Unapomwakilisha mmiliki unabeba wajibu wake. Usifunge mtu nje, usikate maji au stima, usikamate mali. Kumfurusha mtu na kukamata mali hufuata
mchakato wa mahakama au jopo. Majengo ya biashara chini ya Cap 301 yanahitaji fomu rasmi na angalau miezi miwili.</p>
<h2>Ukisimamishwa</h2>
<p>Tunasimamisha kwa ulaghai, ada ya kutazama, matangazo ya uongo au kupoteza usajili, na tunaeleza sababu. Matangazo yako yanasitishwa. Miadi na
maombi yaliyo wazi huenda kwa mmiliki. Unaweza kukata rufaa mara moja.</p>
<h2>Kuondoka</h2>
<p>Maliza hati zako za uwakala na ukabidhi faili, funguo na hesabu kwanza. Akaunti hufungwa baada ya siku 30 za kubadili nia. Ankara na risiti
hubaki kwa ajili ya ushuru. Kwa maswali andika kwa ${helpMailLink}.</p>`,
};

const gifts = {
  en: makePolicyPage`
<h2>Gifts and referrals</h2>
<p>Do not take money from a fundi, a mover or another agent for sending a client, unless the client knows and agrees in writing. Do not offer gifts
to a dealer, a sub admin or any inspector.</p>`,
  sw: makePolicyPage`
<h2>Zawadi na marejeleo</h2>
<p>Usipokee pesa kutoka kwa fundi, mhamishaji au wakala mwingine kwa kumpelekea mteja, isipokuwa mteja ajue na akubali kwa maandishi. Usimpe zawadi
dealer, msimamizi wa eneo au mkaguzi yeyote.</p>`,
};

const conduct = {
  en: makePolicyPage`
<p>You are the face a tenant meets at the gate. This code says how you behave there, on the phone and on Makao.</p>
<h2>Be honest</h2>
<ul>
<li>Say who you are and whom you act for. Carry your EARB certificate and show it when asked.</li>
<li>Say what you know is wrong with the home: leaks, noise, flooding, water days, a dispute over the title.</li>
<li>Tell the owner about every offer and every application. Do not hide one to help another.</li>
<li>If you or a relative has an interest in the home, say so in writing to both sides.</li>
</ul>
<h2>Never charge to show a home</h2>
<p>No viewing fee, no transport fee, no booking fee by hand. All money goes through an invoice and its paybill account. A single proven case ends in
suspension.</p>
<h2>Turn up and answer</h2>
<ul>
<li>Keep your schedule true. Confirm or decline a tour request within 24 hours. After that it lapses and counts against you.</li>
<li>Come on time. Use the check-in code at the door, so that the visit is on record.</li>
<li>If a tenant still lives there, get consent and give 24 hours' notice.</li>
<li>Meet at the property in daylight where you can. Never ask a visitor to come alone to another place.</li>
</ul>
<h2>Treat people the same</h2>
<p>Apply the listing's criteria to everyone. Do not ask about tribe, church, mosque, pregnancy or marriage. Do not promise an owner that you will
keep a group out. Harassment of any kind, including requests for favours, ends your account and may go to the police.</p>
<h2>Respect data</h2>
<p>A number somebody gave to ask about a home is for that home. Do not collect numbers to sell or to fill a WhatsApp list. Take copies of IDs only inside
Makao. Delete what is on your phone. The Data Protection Act, 2019, applies to you as well. Report a lost phone to ${privacyMailLink} on the same day.</p>
${gifts.en}
<h2>No threats, no self-help</h2>
<p>You do not lock, disconnect, remove doors or hold goods. You do not send auctioneers without the lawful process. Talk, offer a payment plan,
serve proper notice, and leave the rest to the court or tribunal.</p>
<h2>When you break the code</h2>
<p>We look at the evidence and hear you. The steps are a warning, a pause of listings, suspension and removal. Serious cases go to the EARB. Report
a colleague who asks for viewing fees at ${trustMailLink}. We protect those who report in good faith.</p>`,
  sw: makePolicyPage`
<p>Wewe ndiye mpangaji anayekutana naye langoni. Kanuni hizi zinaeleza mwenendo wako huko, kwenye simu na kwenye Makao.</p>
<h2>Kuwa mkweli</h2>
<ul>
<li>Sema wewe ni nani na unamwakilisha nani. Beba cheti chako cha EARB na ukionyeshe ukiulizwa.</li>
<li>Sema kasoro za nyumba unazozijua: kuvuja, kelele, mafuriko, siku za maji, mzozo wa title.</li>
<li>Mwambie mmiliki kila ofa na kila ombi. Usifiche moja ili kumsaidia mwingine.</li>
<li>Kama wewe au jamaa yako ana maslahi kwenye nyumba, waandikie pande zote mbili.</li>
</ul>
<h2>Usitoze pesa ili kuonyesha nyumba</h2>
<p>Hakuna ada ya kutazama, ya usafiri wala ya kushikilia nyumba mkononi. Pesa zote hupitia ankara na akaunti yake ya paybill. Kisa kimoja
kikithibitishwa, unasimamishwa.</p>
<h2>Fika na ujibu</h2>
<ul>
<li>Ratiba yako iwe ya kweli. Kubali au kataa ombi la kutazama ndani ya saa 24. Baada ya hapo linaisha na linahesabiwa dhidi yako.</li>
<li>Fika kwa wakati. Tumieni msimbo wa ziara mlangoni, ili ziara irekodiwe.</li>
<li>Kama bado kuna mpangaji, pata idhini yake na utoe notisi ya saa 24.</li>
<li>Kutaneni kwenye nyumba yenyewe, mchana inapowezekana. Usimwite mgeni peke yake mahali pengine.</li>
</ul>
<h2>Watendee watu sawa</h2>
<p>Tumia vigezo vya tangazo kwa kila mtu. Usiulize kabila, kanisa, msikiti, ujauzito au ndoa. Usimwahidi mmiliki kwamba utazuia kundi fulani.
Unyanyasaji wowote, hata kuomba mapenzi, hufunga akaunti yako na unaweza kufika kwa polisi.</p>
<h2>Heshimu data</h2>
<p>Nambari aliyotoa mtu kuuliza kuhusu nyumba ni ya nyumba hiyo tu. Usizikusanye nambari ili kuuza au kujaza kikundi cha WhatsApp. Nakala za vitambulisho zichukuliwe ndani
ya Makao pekee. Futa zilizo kwenye simu yako. Sheria ya Ulinzi wa Data ya 2019 inakuhusu pia. Simu ikipotea, ripoti siku hiyo kwa ${privacyMailLink}.</p>
${gifts.sw}
<h2>Hakuna vitisho wala kujichukulia sheria</h2>
<p>Hufungi, hukati, hung'oi milango, hushiki mali. Hutumi madalali bila kufuata sheria. Zungumza, toa mpango wa kulipa, peleka notisi sahihi, na
mengine yaache kwa mahakama au jopo.</p>
<h2>Ukivunja kanuni</h2>
<p>Tunaangalia ushahidi na kukusikiliza. Hatua ni onyo, kusitisha matangazo, kusimamishwa na kuondolewa. Visa vizito hupelekwa EARB. Mripoti
mwenzako anayeitisha ada ya kutazama kupitia ${trustMailLink}. Tunawalinda wanaoripoti kwa nia njema.</p>`,
};

export const agentPolicies: readonly DemoPolicy[] = [
  {
    slug: 'agent-terms',
    userType: userType.agent,
    kind: 'terms',
    title: { en: 'Terms for agents', sw: 'Masharti kwa mawakala' },
    requiresConsent: true,
    effectiveFrom: '2026-01-12',
    status: 'published',
    versions: [{ body: terms, summary: 'First version.', effectiveFrom: '2026-01-12' }],
  },
  {
    slug: 'agent-conduct',
    userType: userType.agent,
    kind: 'conduct',
    title: { en: 'Code of conduct for agents', sw: 'Kanuni za mwenendo kwa mawakala' },
    requiresConsent: true,
    effectiveFrom: '2026-09-14',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(conduct, {
          en: [
            [`${gifts.en}\n`, ''],
            ['Confirm or decline a tour request within 24 hours.', 'Confirm or decline a tour request within 48 hours.'],
          ],
          sw: [
            [`${gifts.sw}\n`, ''],
            ['Kubali au kataa ombi la kutazama ndani ya saa 24.', 'Kubali au kataa ombi la kutazama ndani ya saa 48.'],
          ],
        }),
        summary: 'First version.',
        effectiveFrom: '2026-01-12',
      },
      {
        body: conduct,
        summary: 'Tour requests must now be answered within 24 hours instead of 48, and a section on gifts and referrals is added.',
        effectiveFrom: '2026-09-14',
      },
    ],
  },
];
