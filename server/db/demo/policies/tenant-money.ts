import { helpMailLink, makeEarlierVersion, makePolicyPage, moneyMailLink, privacyMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const refunds = {
  en: makePolicyPage`
<p>This page explains when you receive a refund, who holds your deposit and how it is refunded.</p>
<h2>Cancelling a booking</h2>
<table>
<thead><tr><th>Event</th><th>Refund</th></tr></thead>
<tbody>
<tr><td>You cancel before you pay</td><td>No payment is due</td></tr>
<tr><td>You cancel after you pay and before the tenancy starts</td><td>Full refund, less the reservation fee shown on your booking</td></tr>
<tr><td>The owner or agent cancels</td><td>Full refund</td></tr>
<tr><td>The listing is found to be fraudulent</td><td>Full refund, processed before other refunds</td></tr>
<tr><td>The reservation expires after you paid a part</td><td>The part becomes your tenant credit, and you may request a refund</td></tr>
</tbody>
</table>
<p>If your booking shows no reservation fee, no fee is deducted.</p>
<h2>Payment to a wrong account</h2>
<p>If you typed a wrong account number, your money is held as an unallocated payment and is not lost. Send Makao the M-Pesa code, for example
<code>SKL51ZDR4F</code>. We allocate the payment or refund it. If you paid into another paybill by mistake, ask Safaricom for a reversal immediately.
Only Safaricom can reverse that payment.</p>
<h2>Your deposit</h2>
<ul>
<li>Your tenancy page shows the amount. It also shows whether Makao, the owner or the agent holds the deposit.</li>
<li>A deposit held by Makao is kept in an account separate from Makao's own money. It is never used for payouts.</li>
<li>If the home is sold, your deposit is transferred to the new owner.</li>
<li>A deposit does not pay the last month's rent, unless both sides agree in writing.</li>
</ul>
<h2>Refund of your deposit</h2>
<ol>
<li>You and the manager inspect the home. The move-in photos are shown beside the new photos.</li>
<li>The manager proposes the amount to refund. Each deduction states the item, the cost and the proof.</li>
<li>You have 5 days to accept or dispute each item.</li>
<li>The undisputed part is paid out immediately.</li>
<li>For the disputed part, both sides write in one conversation. Makao, a court or a tribunal decides on the evidence.</li>
</ol>
<p>Makao's target is <strong>14 days from move-out</strong>. No Kenyan statute sets a period for ordinary homes, so check your lease too. If the
lease sets a shorter period, the lease applies.</p>
<h2>Allowed deductions</h2>
<p>Deductions may cover unpaid rent, unpaid water or electricity, and damage beyond fair wear. Paint and carpets lose value with age, and the charge
for them decreases in the same way. A deduction without proof is not accepted.</p>
<h2>How refunds are paid</h2>
<p>Refunds are sent to the M-Pesa number or bank account that paid. One M-Pesa payment is at most KES 250,000, so a larger refund is sent in parts or
by bank transfer. You receive an SMS and a receipt each time.</p>
<h2>If you disagree</h2>
<p>Write to ${moneyMailLink}. You may appeal a Makao decision once. You may also go to court. The Small Claims Court hears money claims of up to KES
1,000,000. This page states facts and is not legal advice.</p>`,
  sw: makePolicyPage`
<p>Ukurasa huu unaeleza ni lini unarejeshewa pesa, nani anashika amana (deposit) yako na inavyorudishwa.</p>
<h2>Kughairi ombi la nyumba</h2>
<table>
<thead><tr><th>Kinachotokea</th><th>Unachorudishiwa</th></tr></thead>
<tbody>
<tr><td>Unaghairi kabla ya kulipa</td><td>Hudaiwi chochote</td></tr>
<tr><td>Unaghairi baada ya kulipa na kabla ya upangaji kuanza</td><td>Pesa zote, ukitoa ada ya kushikilia nyumba iliyoonyeshwa kwenye ombi</td></tr>
<tr><td>Mwenye nyumba au wakala anaghairi</td><td>Pesa zote</td></tr>
<tr><td>Tangazo linapatikana kuwa la uongo</td><td>Pesa zote, na unawekwa mbele kwenye foleni ya marejesho</td></tr>
<tr><td>Muda unaisha na ulikuwa umelipa nusu</td><td>Inakuwa salio lako, na unaweza kuiomba irudishwe</td></tr>
</tbody>
</table>
<p>Kama ombi lako halionyeshi ada ya kushikilia nyumba, hakuna kinachokatwa.</p>
<h2>Ukilipa kwa akaunti isiyo sahihi</h2>
<p>Ukikosea nambari ya akaunti, pesa zako hukaa kwenye akaunti ya kusubiri. Hazijapotea. Tutumie nambari ya muamala wa M-Pesa, kwa mfano
<code>SKL51ZDR4F</code>. Tutayaelekeza malipo panapofaa au tuyarudishe. Ukituma kwa paybill nyingine kimakosa, wasiliana na Safaricom mara moja ili
warudishe. Wao pekee ndio wanaoweza.</p>
<h2>Amana yako</h2>
<ul>
<li>Ukurasa wa upangaji wako unaonyesha kiasi na anayekishika: Makao, mwenye nyumba au wakala.</li>
<li>Amana iliyo kwa Makao hukaa kwenye akaunti tofauti na pesa zetu. Haitumiki kamwe kulipa wengine.</li>
<li>Nyumba ikiuzwa, amana inakufuata kwa mmiliki mpya.</li>
<li>Amana si kodi ya mwezi wa mwisho, isipokuwa pande zote mbili zikubaliane kwa maandishi.</li>
</ul>
<h2>Jinsi ya kuipata</h2>
<ol>
<li>Wewe na msimamizi mnakagua nyumba. Picha za siku ya kuhamia zinawekwa kando ya picha mpya.</li>
<li>Msimamizi anapendekeza kiasi cha kurudisha. Kila makato yanataja kitu, gharama na ushahidi.</li>
<li>Una siku 5 kukubali au kupinga, kitu kimoja kimoja.</li>
<li>Sehemu isiyo na ubishi hulipwa papo hapo.</li>
<li>Kwa iliyobaki, pande zote mbili huandika mahali pamoja na Makao huamua kwa ushahidi, au mahakama au jopo liamue.</li>
</ol>
<p>Lengo letu ni <strong>siku 14 tangu ulipohama</strong>. Hakuna sheria ya Kenya inayotaja idadi ya siku kwa nyumba za kawaida, kwa hivyo angalia
pia mkataba wako. Ukiahidi muda mfupi zaidi, mkataba ndio unaofuatwa.</p>
<h2>Kinachoweza kukatwa</h2>
<p>Kodi, maji au stima ambayo hujalipa, na uharibifu unaozidi uchakavu wa kawaida. Rangi na zulia hupungua thamani kadiri miaka inavyopita, na
unachotozwa kinapungua pia. Makato yasiyo na ushahidi hayakubaliwi.</p>
<h2>Jinsi pesa zinavyokufikia</h2>
<p>Pesa hurudi kwa nambari ya M-Pesa au akaunti ya benki iliyolipa. Muamala mmoja wa M-Pesa haupiti KES 250,000, kwa hivyo kiasi kikubwa huja kwa
awamu au kupitia benki. Kila mara unapata SMS na risiti.</p>
<h2>Usipokubaliana</h2>
<p>Andika kwa ${moneyMailLink}. Unaweza kukata rufaa mara moja dhidi ya uamuzi wa Makao. Unaweza pia kwenda mahakamani. Small Claims Court husikiliza madai
ya pesa yasiyozidi KES 1,000,000. Haya ni maelezo, si ushauri wa kisheria.</p>`,
};

const secondRefunds = makeEarlierVersion(refunds, {
  en: [
    ['You have 5 days to accept', 'You have 3 days to accept'],
    ['<li>The undisputed part is paid out immediately.</li>\n', ''],
    ['<li>For the disputed part, both sides write', '<li>If you disagree, both sides write'],
  ],
  sw: [
    ['Una siku 5 kukubali', 'Una siku 3 kukubali'],
    ['<li>Sehemu isiyo na ubishi hulipwa papo hapo.</li>\n', ''],
    ['<li>Kwa iliyobaki, pande zote', '<li>Usipokubali, pande zote'],
  ],
});

const firstRefunds = makeEarlierVersion(secondRefunds, {
  en: [['14 days from move-out', '21 days from move-out']],
  sw: [['siku 14 tangu ulipohama', 'siku 21 tangu ulipohama']],
});

const cookies = {
  en: makePolicyPage`
<p>Makao stores small pieces of data in your browser so that the site works. This page lists all of this data.</p>
<h2>Data stored in your browser</h2>
<table>
<thead><tr><th>Data</th><th>Purpose</th><th>Duration</th></tr></thead>
<tbody>
<tr><td>Sign-in session</td><td>Keeps you signed in as you move between pages</td><td>Until you sign out or the session ends</td></tr>
<tr><td>Form protection</td><td>Confirms that a form was sent from a Makao page</td><td>Until you close the browser</td></tr>
<tr><td>Language</td><td>Saves your choice of English or Kiswahili</td><td>Until you clear it, at most 400 days</td></tr>
<tr><td>Light or dark colours</td><td>Saves the colours that you prefer</td><td>Until you clear it</td></tr>
<tr><td>Compare list</td><td>Saves up to four homes you compare before you sign in</td><td>Until you clear it</td></tr>
</tbody>
</table>
<p>The first two are cookies that the site needs to work. The others save your own choices. We store them only when you make these choices.</p>
<h2>Data and tools that we do not use</h2>
<ul>
<li>No advertising cookies and no tracking from one site to another.</li>
<li>No social media buttons that track you.</li>
<li>No copy of your M-Pesa PIN, ID number or password in the browser.</li>
</ul>
<p>We count views of a listing on our own server, so that an owner can see the number of views. The count does not identify you.</p>
<h2>Maps and outside links</h2>
<p>Makao provides the base map. If we use another map source, your browser requests map images from that source. The source then sees your IP
address, as any website does. Another site may also provide a virtual tour or a video. That site may set its own cookies only after you press
play.</p>
<h2>Your choices</h2>
<ul>
<li>You can clear the data in your browser settings at any time. You will be signed out and your compare list will be empty.</li>
<li>If you block all cookies, you can still search and read. You cannot sign in, book or pay.</li>
<li>On a shared phone or in a cyber cafe, sign out when you finish. You can end other sessions on the <a href="/dashboard/tenant/accounts">account
page</a>.</li>
</ul>
<h2>The law</h2>
<p>Data that can identify you is personal data under the Data Protection Act, 2019. The privacy notice explains your rights. Before we add a cookie
that the site does not need, we will ask for your consent. Send questions to ${privacyMailLink}, or write to ${helpMailLink} if a page does not work
as you expect.</p>`,
  sw: makePolicyPage`
<p>Makao huweka vipande vidogo vya data kwenye kivinjari chako ili tovuti ifanye kazi. Ukurasa huu unaorodhesha vyote.</p>
<h2>Tunachoweka kwenye kivinjari</h2>
<table>
<thead><tr><th>Kitu</th><th>Sababu</th><th>Muda</th></tr></thead>
<tbody>
<tr><td>Kipindi cha kuingia</td><td>Ubaki umeingia unapohama kurasa</td><td>Hadi utoke au kipindi kiishe</td></tr>
<tr><td>Ulinzi wa fomu</td><td>Kuthibitisha kwamba fomu imetoka kwenye ukurasa wetu</td><td>Hadi ufunge kivinjari</td></tr>
<tr><td>Lugha</td><td>Kukumbuka Kiswahili au Kiingereza</td><td>Hadi ufute, si zaidi ya siku 400</td></tr>
<tr><td>Rangi za mwanga au giza</td><td>Kukumbuka mwonekano unaopenda</td><td>Hadi ufute</td></tr>
<tr><td>Orodha ya kulinganisha</td><td>Kukumbuka hadi nyumba nne unazolinganisha kabla ya kuingia</td><td>Hadi ufute</td></tr>
</tbody>
</table>
<p>Mbili za kwanza ni kuki ambazo tovuti haiwezi kufanya kazi bila hizo. Zilizobaki ni chaguo lako. Tunaziweka tu unapochagua.</p>
<h2>Tusichotumia</h2>
<ul>
<li>Hatutumii kuki za matangazo, wala kukufuatilia kutoka tovuti moja hadi nyingine.</li>
<li>Hatuweki vitufe vya mitandao ya kijamii vinavyokuchunguza.</li>
<li>Hatuweki PIN yako ya M-Pesa, nambari ya kitambulisho au nenosiri kwenye kivinjari.</li>
</ul>
<p>Tunahesabu waliotazama tangazo kwenye seva yetu wenyewe, ili mwenye nyumba ajue ni wangapi. Hesabu hiyo haikutaji jina.</p>
<h2>Ramani na viungo vya nje</h2>
<p>Ramani ya msingi inatoka Makao. Tukitumia chanzo kingine cha ramani, kivinjari chako kitaomba vipande vya ramani huko na chanzo hicho kitaona
anwani yako ya IP, kama tovuti yoyote. Video au ziara ya mtandaoni inaweza kutoka tovuti nyingine. Inaweza kuweka kuki zake ukibonyeza kucheza, si
kabla.</p>
<h2>Chaguo lako</h2>
<ul>
<li>Futa data kwenye mipangilio ya kivinjari wakati wowote. Utatolewa kwenye akaunti na orodha ya kulinganisha itakuwa tupu.</li>
<li>Ukizuia kuki zote bado unaweza kutafuta na kusoma. Hutaweza kuingia, kuomba nyumba au kulipa.</li>
<li>Ukitumia simu ya pamoja au cyber, toka kwenye akaunti ukimaliza. Unaweza kufunga vipindi vingine kwenye <a
href="/dashboard/tenant/accounts">ukurasa wa akaunti</a>.</li>
</ul>
<h2>Sheria</h2>
<p>Data inayoweza kukutambulisha ni data binafsi chini ya Sheria ya Ulinzi wa Data ya 2019. Ilani ya faragha inaeleza haki zako. Tukitaka kuongeza
kuki isiyo ya lazima, tutakuuliza kwanza. Kwa swali lolote andika kwa ${privacyMailLink}, au kwa ${helpMailLink} ikiwa ukurasa haufanyi kazi vizuri.</p>`,
};

export const tenantMoneyPolicies: readonly DemoPolicy[] = [
  {
    slug: 'tenant-refunds-and-deposits',
    userType: userType.tenant,
    kind: 'refund',
    title: { en: 'Refunds and deposits', sw: 'Marejesho ya pesa na amana' },
    requiresConsent: true,
    effectiveFrom: '2026-09-01',
    status: 'published',
    versions: [
      { body: firstRefunds, summary: 'First version.', effectiveFrom: '2026-01-12' },
      { body: secondRefunds, summary: 'The target for returning a deposit is now 14 days from move-out instead of 21.', effectiveFrom: '2026-05-04' },
      {
        body: refunds,
        summary: 'You now have 5 days instead of 3 to accept or dispute a deduction. The undisputed part is paid out immediately.',
        effectiveFrom: '2026-09-01',
      },
    ],
  },
  {
    slug: 'tenant-cookies',
    userType: userType.tenant,
    kind: 'cookies',
    title: { en: 'Cookies and browser storage', sw: 'Kuki na data ya kivinjari' },
    requiresConsent: false,
    effectiveFrom: '2026-02-02',
    status: 'published',
    versions: [{ body: cookies, summary: 'First version.', effectiveFrom: '2026-02-02' }],
  },
];
