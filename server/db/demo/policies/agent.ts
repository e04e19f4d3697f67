import { earbLink, helpMailLink, kraLink, makeEarlierVersion, makePolicyPage, privacyMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const terms = {
  en: makePolicyPage`
<p>These terms apply to agents and agency companies that market or manage property on Makao.</p>
<h2>Registration</h2>
<p>Under the Estate Agents Act, Cap 533, only persons registered with the Estate Agents Registration Board (EARB) may practise. You need a
registration number and a practising certificate for the current year.</p>
<ul>
<li>Upload both before you publish your first listing. The public can check your registration at ${earbLink}.</li>
<li>We remind you 60, 30 and 7 days before the certificate expires. When it expires, your badge is removed and you cannot publish new listings.
Current tenancies continue.</li>
<li>An unregistered agent commits an offence and cannot recover commission in court.</li>
</ul>
<h2>You need an active mandate</h2>
<p>You act for an owner only under a mandate that you both accepted on Makao. The mandate states the properties, the scope, the dates, the
commission and your spending limit. It also states whether you may sign documents and collect payments. <strong>Access requires an active
mandate.</strong> You cannot see the owner's records before the mandate starts or after it ends. You may do only what both your role and the
mandate permit.</p>
<h2>Money</h2>
<ul>
<li>Rent is paid to the paybill and account number on the invoice. Collect cash only if the mandate allows it. Record the cash on the same day,
so that the tenant receives a receipt.</li>
<li>Client money does not belong to you. Keep it in a separate account and provide a statement on request.</li>
<li>Do not accept a deposit in your own name or on your own number.</li>
<li>An expense above your limit needs the owner's approval.</li>
</ul>
<h2>Commission</h2>
<p>The mandate sets the commission, which accrues when a payment clears. A refund reverses the commission. Any fee that you charge a tenant must
appear in the listing and on the invoice. There is no viewing fee.</p>
<p>The following tax information is not advice. Agency fees are subject to 16% VAT if you are registered for VAT. A payer may have to withhold 5%
of agency fees of KES 24,000 or more paid to a resident. See ${kraLink}.</p>
<h2>Your duties to tenants</h2>
<p>When you act for the owner, you have the owner's duties. Never lock a tenant out, cut water or electricity, or seize goods. Eviction and
distress for rent follow the court or tribunal process. Business premises under Cap 301 need the prescribed notice form and at least two
months.</p>
<h2>If you are suspended</h2>
<p>We suspend accounts for fraud, viewing fees, false listings or loss of registration, and state the reason. Your listings are paused. Open
tours and bookings are transferred to the owner. You may appeal once.</p>
<h2>Closing your account</h2>
<p>First end your mandates and return all files, keys and balances. Your account then closes after a 30-day grace period. Invoices and receipts
are kept for tax. Send questions to ${helpMailLink}.</p>`,
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
<p>Do not accept money from a contractor, a mover or another agent for referring a client. The only exception is when the client knows and agrees
in writing. Do not offer gifts to a dealer, a sub admin or any inspector.</p>`,
  sw: makePolicyPage`
<h2>Zawadi na marejeleo</h2>
<p>Usipokee pesa kutoka kwa fundi, mhamishaji au wakala mwingine kwa kumpelekea mteja, isipokuwa mteja ajue na akubali kwa maandishi. Usimpe zawadi
dealer, msimamizi wa eneo au mkaguzi yeyote.</p>`,
};

const conduct = {
  en: makePolicyPage`
<p>You meet tenants in person on behalf of the owner. This code describes your conduct in person, by phone and on Makao.</p>
<h2>Be honest</h2>
<ul>
<li>State your name and the owner you act for. Carry your EARB certificate and show it on request.</li>
<li>Disclose the problems that you know, such as leaks, noise, flooding, limited water days or a title dispute.</li>
<li>Notify the owner of every bid and every application. Do not withhold one to favour another.</li>
<li>If you or a relative has an interest in the home, disclose it in writing to both parties.</li>
</ul>
<h2>Never charge a viewing fee</h2>
<p>Do not charge viewing or transport fees. Do not collect booking fees in person. Every payment needs an invoice and is made to its paybill
account. A single proven case leads to suspension.</p>
<h2>Attend tours and answer requests</h2>
<ul>
<li>Keep your schedule up to date. Confirm or decline a tour request within 24 hours. After that the request expires and is recorded against
you.</li>
<li>Arrive on time. Use the check-in code at the door, so that the tour is recorded.</li>
<li>If the home is occupied, obtain the tenant's consent and give 24 hours' notice.</li>
<li>Where possible, meet at the property in daylight. Never ask a visitor to meet you alone at another location.</li>
</ul>
<h2>Treat people equally</h2>
<p>Apply the listing's criteria to every applicant. Do not ask about tribe, church, mosque, pregnancy or marriage. Do not promise an owner that
you will exclude a group of people. We close your account for harassment of any kind, including requests for sexual favours, and may notify the
police.</p>
<h2>Respect data</h2>
<p>Use the phone number from an enquiry only for that home. Do not collect numbers for sale or for a WhatsApp list. Copy ID documents only inside
Makao. Delete any copies on your phone. The Data Protection Act, 2019, applies to you as well. Report a lost phone to ${privacyMailLink} on the
same day.</p>
${gifts.en}
<h2>No threats or unlawful enforcement</h2>
<p>Do not lock a tenant out, disconnect a supply, remove doors or keep goods. Do not send auctioneers without the lawful process. Discuss the
arrears, offer a payment plan and serve proper notice. Leave any further step to the court or tribunal.</p>
<h2>Breaches of this code</h2>
<p>We review the evidence and your reply. The measures are a warning, a pause of listings, suspension and removal. We refer serious cases to the
EARB. Report a colleague who charges viewing fees to ${trustMailLink}. We protect persons who report in good faith.</p>`,
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
        summary: 'Tour requests must now be answered within 24 hours instead of 48. A new section covers gifts and referrals.',
        effectiveFrom: '2026-09-14',
      },
    ],
  },
];
