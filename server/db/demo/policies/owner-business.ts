import { kraLink, makeEarlierVersion, makePolicyPage, moneyMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const listing = {
  en: makePolicyPage`
<p>Tenants and buyers rely on listings when they choose a home. These standards keep listings accurate. They apply to every rent, lease and sale
listing you publish.</p>
<h2>Before you publish a listing</h2>
<ul>
<li>At least three photos of the unit itself, a map pin and a price.</li>
<li>A verified company and a plan that allows one more listing.</li>
<li>One live listing for each unit and type. Do not publish the same home twice.</li>
</ul>
<h2>Show the whole cost</h2>
<p>State rent, deposit, service charge, water, garbage, agent fee and any agreement fee. Makao calculates the move-in cost and the monthly cost
from these amounts. You cannot add an unlisted charge to the move-in invoice later. The price must be one that you would accept today.</p>
<h2>Publish accurate information</h2>
<ul>
<li>Photos show the unit as it is now, without watermarks, phone numbers or pictures copied from other sources. We compare photos across all
listings. A copy of another owner's photo blocks the listing.</li>
<li>Describe a bedsitter as a bedsitter. Count only rooms that a person can sleep in.</li>
<li>State the water supply (county, borehole or tanker) and its days. State whether electricity has a token meter.</li>
<li>Give the walking distance to the bus stage or the tarmac road.</li>
<li>For land and sales, state freehold or leasehold, the size and whether the title is ready.</li>
</ul>
<h2>Equal treatment</h2>
<p>Do not write or suggest that a tribe, religion, sex, family size, marital status or disability is wanted or unwanted. House rules on pets,
noise or smoking are allowed. List your criteria and apply the same criteria to every applicant.</p>
<h2>No viewing fees</h2>
<p>A tour is free, and so is a video tour. We may suspend your account if you request money before a booking invoice exists.</p>
<h2>Keep the listing current</h2>
<p>After 30 days we ask you whether the home is still available. You can answer with one tap. After 37 days without an answer, the listing is
paused. Close it on the day you let the home. When a tenancy starts on Makao, the listing is closed automatically.</p>
<h2>Complaints and pauses</h2>
<ol>
<li>A listing is paused for review after complaints from three people, or if its photos match another owner's.</li>
<li>We review complaints that involve money within 4 hours, and all others within 48 hours.</li>
<li>You may reply with evidence. You receive the outcome in writing.</li>
<li>If fraud is confirmed, the units are frozen and the company is suspended. Persons who paid are refunded first.</li>
<li>You may appeal once, at ${trustMailLink}.</li>
</ol>
<p>Featured slots are always labelled. They never show a home that a visitor's filters exclude.</p>`,
  sw: makePolicyPage`
<p>Watu huhama kwa kuamini tangazo. Viwango hivi hulinda imani hiyo. Vinahusu kila tangazo la kupangisha, lease au kuuza unalochapisha.</p>
<h2>Kabla tangazo halijaonekana</h2>
<ul>
<li>Angalau picha tatu za mahali hapo hasa, alama kwenye ramani na bei.</li>
<li>Kampuni iliyothibitishwa na mpango wenye nafasi ya tangazo jingine.</li>
<li>Tangazo moja tu kwa kila nyumba na aina. Usiweke nyumba moja mara mbili.</li>
</ul>
<h2>Onyesha gharama yote</h2>
<p>Taja kodi, amana, service charge, maji, taka, ada ya wakala na ada ya mkataba kama ipo. Makao hujumlisha gharama ya kuhamia na gharama ya kila
mwezi. Usichotaja hakiwezi kuongezwa baadaye kwenye ankara ya kuhamia. Bei iwe ile ungekubali leo.</p>
<h2>Sema ukweli</h2>
<ul>
<li>Picha zionyeshe nyumba ilivyo sasa, bila watermark, nambari za simu au picha za kuazima. Tunalinganisha picha za tovuti nzima. Picha ya
mmiliki mwingine huzuia tangazo.</li>
<li>Bedsitter iitwe bedsitter. Hesabu tu vyumba ambavyo mtu anaweza kulala.</li>
<li>Eleza maji yanavyopatikana: ya kaunti, borehole au lori, na siku gani. Sema kama stima ni ya token.</li>
<li>Taja umbali hadi stage au lami kama mtu anavyotembea.</li>
<li>Kwa ardhi na mauzo, sema kama ni freehold au leasehold, ukubwa, na kama title iko tayari.</li>
</ul>
<h2>Haki kwa wote</h2>
<p>Usiandike wala kudokeza kwamba kabila, dini, jinsia, idadi ya familia, hali ya ndoa au ulemavu fulani unatakiwa au hautakiwi. Kanuni za wanyama,
kelele au sigara zinakubalika. Orodhesha vigezo vyako na uvitumie sawa kwa kila mtu.</p>
<h2>Hakuna ada ya kutazama</h2>
<p>Kutazama nyumba ni bure. Kutazama kwa video pia ni bure. Kuitisha pesa kabla ya ankara ya nyumba kuwepo ni sababu ya kusimamisha akaunti.</p>
<h2>Liwe la sasa</h2>
<p>Baada ya siku 30 tunauliza kama nyumba bado ipo. Unajibu kwa mguso mmoja. Siku 37 zikipita bila jibu, tangazo linasitishwa. Lifunge siku
unayopata mpangaji. Upangaji ukianzia hapa, tunalifunga kwa niaba yako.</p>
<h2>Ripoti na kusitishwa</h2>
<ol>
<li>Watu watatu tofauti wakiripoti tangazo, au picha zikifanana na za mmiliki mwingine, linasitishwa ili lichunguzwe.</li>
<li>Tunaangalia ndani ya saa 4 ikiwa kuna pesa, vinginevyo ndani ya saa 48.</li>
<li>Unaweza kujibu kwa ushahidi. Utapata matokeo kwa maandishi.</li>
<li>Ulaghai ukithibitishwa, nyumba zinazuiwa, kampuni inasimamishwa na waliolipa wanarejeshewa kwanza.</li>
<li>Unaweza kukata rufaa mara moja kupitia ${trustMailLink}.</li>
</ol>
<p>Matangazo ya kulipiwa huwa na alama kila mara. Hayavuki vichujio alivyoweka mgeni.</p>`,
};

const payouts = {
  en: makePolicyPage`
<p>This page explains how rent is paid out to your account and which amounts are deducted. It also explains failed transfers.</p>
<h2>How payments are processed</h2>
<ol>
<li>A tenant pays by paybill, M-Pesa prompt, bank or recorded cash. Makao sends a receipt once the payment is confirmed.</li>
<li>The payment is allocated to the oldest unpaid invoice. Rent is paid first, then water and electricity, other charges and late fees, unless
you set another order.</li>
<li>An unallocated payment remains in a holding account until you, the agent or Makao staff allocate it.</li>
<li>Cleared money belongs to you and appears in your wallet.</li>
</ol>
<h2>Deductions</h2>
<p>Each payout lists the gross amount collected, Makao and agent commission, and expenses you approved. It also lists withheld tax, the reserve
and adjustments. Each line links to its source. If you cannot trace an amount, write to ${moneyMailLink}.</p>
<h2>When you are paid</h2>
<ul>
<li>Payouts are calculated from cleared money only. Two people at Makao approve each payout run.</li>
<li>You may also withdraw the available wallet balance to a verified account, with a code sent to your phone.</li>
<li>A new payout account cannot receive money for 24 hours. You are notified when an account is added.</li>
<li>If deductions exceed income, the balance is carried forward or we request a contribution from you. We never deduct it from another owner's
money.</li>
</ul>
<h2>Deposits are not income</h2>
<p>Deposits held by Makao stay in a separate account. They are never part of a payout. Only a deduction that was agreed or decided is paid to
you. If you hold deposits yourself, your tenant can see this. You must refund them as the refund policy requires.</p>
<h2>Failed and incorrect payments</h2>
<p>A transfer may fail because of a wrong account, a name mismatch, a limit or a bank delay. The money returns to your wallet, and we notify you
of the reason. We retry with the same reference, so you are never paid twice. If a tenant's payment is reversed, the amount paid out to you
is deducted from your next payout.</p>
<h2>Tax information, not advice</h2>
<table>
<thead><tr><th>Tax</th><th>What KRA publishes</th></tr></thead>
<tbody>
<tr><td>Residential rental income</td><td>7.5% of gross rent for residents who earn more than KES 288,000 and up to KES 15 million a year. Return
and payment by the 20th of the next month</td></tr>
<tr><td>Withholding, resident owner</td><td>Deducted only by agents that KRA has appointed. You receive a certificate</td></tr>
<tr><td>Withholding, non-resident owner</td><td>30% of gross rent</td></tr>
<tr><td>VAT</td><td>16% on commercial rent if you are registered. Residential rent is exempt</td></tr>
</tbody>
</table>
<p>Rates change. Makao withholds tax only where the law or a KRA appointment requires it. Check ${kraLink} or ask a tax adviser.</p>`,
  sw: makePolicyPage`
<p>Ukurasa huu unaeleza jinsi kodi inavyofika kwenye akaunti yako, kinachokatwa njiani na kinachotokea malipo yakikwama.</p>
<h2>Pesa zinavyosafiri</h2>
<ol>
<li>Mpangaji hulipa kwa paybill, ombi la M-Pesa, benki au pesa taslimu zilizorekodiwa. Makao hutuma risiti malipo yakithibitishwa.</li>
<li>Malipo huelekezwa kwa ankara ya zamani zaidi. Kodi huanza, kisha maji na stima, gharama nyingine na faini za kuchelewa, isipokuwa upange
vingine.</li>
<li>Yasiyolingana hukaa kwenye akaunti ya kusubiri hadi wewe, wakala au wafanyakazi wetu wayaelekeze.</li>
<li>Pesa zilizothibitika huwa zako na huonekana kwenye pochi yako.</li>
</ol>
<h2>Kinachokatwa</h2>
<p>Kila malipo huorodhesha mistari yake: jumla iliyokusanywa, kamisheni ya Makao na wakala, gharama ulizoidhinisha, ushuru ulioshikwa, akiba na
marekebisho. Kila mstari unafungua chanzo chake. Usipojua shilingi ilikoenda, uliza ${moneyMailLink}.</p>
<h2>Unalipwa lini</h2>
<ul>
<li>Malipo huhesabiwa kwa pesa zilizothibitika pekee. Watu wawili wa Makao huidhinisha kila awamu.</li>
<li>Unaweza pia kutoa pesa zilizopo kwenye pochi, kwa akaunti iliyothibitishwa, kwa msimbo unaotumwa kwa simu yako.</li>
<li>Akaunti mpya ya kupokea pesa hupumzika saa 24 kabla ya kutumika. Unaarifiwa inapoongezwa.</li>
<li>Makato yakizidi mapato, salio linasogezwa mbele au tunakuomba uchangie. Hatulitoi kamwe kwa mmiliki mwingine.</li>
</ul>
<h2>Amana si mapato</h2>
<p>Amana zinazoshikwa na Makao hukaa kwenye akaunti tofauti. Hazilipwi kama mapato. Makato yaliyokubaliwa au kuamuliwa pekee ndiyo huwa yako.
Ukishika amana mwenyewe, mpangaji anaona hivyo na lazima uirudishe kama sera ya marejesho inavyosema.</p>
<h2>Malipo yaliyokwama au kukosewa</h2>
<p>Malipo yanaweza kukwama kwa akaunti isiyo sahihi, jina lisilolingana, kikomo au kucheleweshwa na benki. Pesa hurudi kwenye pochi na tunakueleza
sababu. Tunajaribu tena kwa rejea ileile, hivyo hulipwi mara mbili. Malipo ya mpangaji yakirudishwa, sehemu uliyopata hukatwa kwenye malipo yako
yajayo.</p>
<h2>Ukweli kuhusu ushuru, si ushauri</h2>
<table>
<thead><tr><th>Ushuru</th><th>KRA inachochapisha</th></tr></thead>
<tbody>
<tr><td>Mapato ya kodi ya makazi</td><td>7.5% ya kodi yote kwa mkazi anayepata zaidi ya KES 288,000 na hadi KES milioni 15 kwa mwaka. Ripoti na
malipo kufikia tarehe 20 ya mwezi unaofuata</td></tr>
<tr><td>Ushuru wa zuio, mmiliki mkazi</td><td>Hukatwa tu na mawakala walioteuliwa na KRA. Unapata cheti</td></tr>
<tr><td>Ushuru wa zuio, mmiliki asiye mkazi</td><td>30% ya kodi yote</td></tr>
<tr><td>VAT</td><td>16% kwa kodi ya biashara kama umesajiliwa. Kodi ya makazi haitozwi</td></tr>
</tbody>
</table>
<p>Viwango hubadilika. Makao hukata ushuru tu pale sheria au uteuzi wa KRA unapotulazimu. Angalia ${kraLink} au muulize mshauri wa ushuru.</p>`,
};

export const ownerBusinessPolicies: readonly DemoPolicy[] = [
  {
    slug: 'owner-listing-standards',
    userType: userType.owner,
    kind: 'listing',
    title: { en: 'Listing standards for owners', sw: 'Viwango vya matangazo kwa wamiliki' },
    requiresConsent: true,
    effectiveFrom: '2026-02-02',
    status: 'published',
    versions: [{ body: listing, summary: 'First version.', effectiveFrom: '2026-02-02' }],
  },
  {
    slug: 'owner-payouts-and-settlement',
    userType: userType.owner,
    kind: 'refund',
    title: { en: 'Payouts to owners', sw: 'Malipo kwa wamiliki' },
    requiresConsent: true,
    effectiveFrom: '2026-10-01',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(payouts, {
          en: [
            ['<li>A new payout account cannot receive money for 24 hours. You are notified when an account is added.</li>\n', ''],
            ['Two people at Makao approve each payout run.', 'Makao approves each payout run.'],
          ],
          sw: [
            ['<li>Akaunti mpya ya kupokea pesa hupumzika saa 24 kabla ya kutumika. Unaarifiwa inapoongezwa.</li>\n', ''],
            ['Watu wawili wa Makao huidhinisha kila awamu.', 'Makao huidhinisha kila awamu.'],
          ],
        }),
        summary: 'First version.',
        effectiveFrom: '2026-01-12',
      },
      {
        body: payouts,
        summary: 'A new payout account now cannot receive money for 24 hours. Two people approve every payout run.',
        effectiveFrom: '2026-10-01',
      },
    ],
  },
];
