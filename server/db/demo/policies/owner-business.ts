import { kraLink, makeEarlierVersion, makePolicyPage, moneyMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const listing = {
  en: makePolicyPage`
<p>People move house on the word of a listing. These standards keep that word good. They apply to every rent, lease and sale listing you publish.</p>
<h2>Before a listing goes live</h2>
<ul>
<li>At least three photos of this very place, a map pin and a price.</li>
<li>A verified company and a plan with room for one more listing.</li>
<li>One live listing for each unit and type. Do not post the same home twice.</li>
</ul>
<h2>Show the whole cost</h2>
<p>State rent, deposit, service charge, water, garbage, agent fee and any agreement fee. Makao adds them into a move-in total and a monthly total. A
charge you did not state cannot be added later to the move-in invoice. The price must be one you would accept today.</p>
<h2>Tell the truth</h2>
<ul>
<li>Photos show the unit as it is now, without watermarks, phone numbers or borrowed pictures. We compare photos across the site. A copy of another
owner's photo blocks the listing.</li>
<li>Say a bedsitter is a bedsitter. Count only rooms a person can sleep in.</li>
<li>Say how water comes: county supply, borehole, tanker, and on which days. Say if power is a token meter.</li>
<li>Give the distance to the stage or the tarmac as it is walked.</li>
<li>For land and sales, state freehold or leasehold, the size and whether the title is ready.</li>
</ul>
<h2>Fair to everyone</h2>
<p>Do not write or hint that a tribe, religion, sex, family size, marital status or disability is wanted or unwanted. House rules on pets, noise or
smoking are fine. List your criteria and use the same ones for all.</p>
<h2>No viewing fees</h2>
<p>A viewing is free. So is a tour by video. Asking for money before a booking invoice exists is a reason to suspend the account.</p>
<h2>Keep it fresh</h2>
<p>After 30 days we ask if the home is still available. One tap answers. After 37 days without an answer the listing is paused. Close it the day you
let the home. When a tenancy starts here, we close it for you.</p>
<h2>Reports and pauses</h2>
<ol>
<li>When three different people report a listing, or its photos match another owner's, it is paused for review.</li>
<li>We look within 4 hours where money is involved, else within 48 hours.</li>
<li>You may answer with evidence. You get the outcome in writing.</li>
<li>If fraud is found, the units are frozen, the company is suspended and people who paid are refunded first.</li>
<li>You may appeal once, at ${trustMailLink}.</li>
</ol>
<p>Featured places are always labelled. They never push a home past the filters a visitor has set.</p>`,
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
<p>This page says how rent becomes money in your account, what is taken off on the way and what happens when a transfer fails.</p>
<h2>How money moves</h2>
<ol>
<li>A tenant pays by paybill, M-Pesa prompt, bank or recorded cash. Makao sends a receipt once the payment is confirmed.</li>
<li>The payment is matched to the oldest open invoice. Rent comes first, then water and power, other charges and late fees, unless you set another
order.</li>
<li>What cannot be matched waits in a holding account until you, the agent or our staff match it.</li>
<li>Cleared money becomes yours and shows in your wallet.</li>
</ol>
<h2>What is deducted</h2>
<p>Each settlement lists its lines: gross collected, platform and agent commission, expenses you approved, tax held, reserve and adjustments. Each
line opens its source. If you cannot find where a shilling went, ask ${moneyMailLink}.</p>
<h2>When you are paid</h2>
<ul>
<li>Settlements are computed from cleared money only. Two people at Makao approve each run.</li>
<li>You may also withdraw what is available in your wallet, to a verified account, with a code sent to your phone.</li>
<li>A new payout account rests for 24 hours before money can go to it. You are told when one is added.</li>
<li>If deductions exceed income, the balance carries forward or we ask you for a contribution. We never take it from another owner.</li>
</ul>
<h2>Deposits are not income</h2>
<p>Deposits held by Makao stay in a separate account. They are never part of a payout. Only a deduction that was agreed or decided becomes yours. If
you hold deposits yourself, your tenant sees that and you must return them as the refund policy says.</p>
<h2>Failed and wrong payments</h2>
<p>A transfer may fail for a wrong account, a name that does not match, a limit or a bank delay. The money returns to your wallet and we tell you
why. We retry with the same reference, so you are never paid twice. If a tenant's payment is reversed, the share you received is taken back from
your next settlement.</p>
<h2>Tax facts, not advice</h2>
<table>
<thead><tr><th>Tax</th><th>What KRA publishes</th></tr></thead>
<tbody>
<tr><td>Residential rental income</td><td>7.5% of gross rent for residents who earn more than KES 288,000 and up to KES 15 million a year. Return
and payment by the 20th of the next month</td></tr>
<tr><td>Withholding, resident owner</td><td>Deducted only by agents KRA has appointed. You receive a certificate</td></tr>
<tr><td>Withholding, non-resident owner</td><td>30% of gross rent</td></tr>
<tr><td>VAT</td><td>16% on commercial rent if you are registered. Residential rent is exempt</td></tr>
</tbody>
</table>
<p>Rates change. Makao withholds only where the law or a KRA appointment obliges us. Check ${kraLink} or ask a tax adviser.</p>`,
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
    title: { en: 'Payouts and settlement', sw: 'Malipo kwa wamiliki' },
    requiresConsent: true,
    effectiveFrom: '2026-10-01',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(payouts, {
          en: [
            ['<li>A new payout account rests for 24 hours before money can go to it. You are told when one is added.</li>\n', ''],
            ['Two people at Makao approve each run.', 'Makao approves each run.'],
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
        summary: 'A new payout account now rests for 24 hours before use, and two people approve every settlement run.',
        effectiveFrom: '2026-10-01',
      },
    ],
  },
];
