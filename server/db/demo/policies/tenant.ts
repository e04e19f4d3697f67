import { helpMailLink, makeEarlierVersion, makePolicyPage, odpcLink, privacyMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const terms = {
  en: makePolicyPage`
<p>These terms apply when you search, book, rent or buy through Makao, with or without an account. They apply together with your lease. They do not
replace it.</p>
<h2>What Makao is</h2>
<p>Makao is a platform. Owners, agents and their staff list homes, shops and land on Makao. Your lease or sale agreement is with the owner, not with
Makao, unless it states otherwise. A verified badge shows the completed checks and their date. It does not guarantee that no problem will occur.</p>
<h2>Your account</h2>
<ul>
<li>You must be 18 or older. You must use your real name and a phone number you control.</li>
<li>Do not share your password or one-time codes. We never ask for your M-Pesa PIN.</li>
<li>You can delete your account on the <a href="/dashboard/tenant/accounts">account page</a>. The account closes after 30 days, and you can cancel
the deletion until then. End any tenancy and pay any balance first.</li>
</ul>
<h2>Tours of a home</h2>
<p><strong>Viewing fees are not allowed for any home on Makao.</strong> Report any request for a viewing fee. Do not pay until you have seen the home
and have an invoice from Makao. You may have three open tours at a time. After two missed tours, a host must confirm each of your tour requests for
30 days.</p>
<h2>Booking and moving in</h2>
<ol>
<li>You apply. The owner or agent has 72 hours to decide, according to the criteria shown on the listing.</li>
<li>If your application is approved, the home is reserved and you receive a move-in invoice. Pay within 48 hours, or the reservation expires.</li>
<li>You sign the lease with a code sent to your phone. Read the lease first and ask about any part you do not understand.</li>
</ol>
<p>A rejection includes a reason. The reason may never be tribe, religion, sex, pregnancy, disability, marital status or any other ground the
Constitution protects.</p>
<h2>Rent and receipts</h2>
<p>Pay to the paybill and account number on your invoice, or by the M-Pesa prompt sent to your phone. Rent is paid when M-Pesa or the bank confirms
the payment to Makao. You then receive a receipt by SMS and email. Cash given to a caretaker does not count as paid rent until you have a Makao
receipt number.</p>
<h2>Notice, arrears and eviction</h2>
<ul>
<li>Give notice through Makao. For a monthly tenancy the notice period is one month, unless your lease states otherwise.</li>
<li>No person may lock you out, remove a door, or disconnect water or electricity to force you out. Eviction needs an order of a court or
tribunal.</li>
<li>Distress for rent means seizing goods to recover arrears. Only a licensed auctioneer may carry it out under Cap 293, never at night or on a
Sunday. Where Cap 296 or Cap 301 applies, the tribunal must permit it first. On Makao a manager must show the court or tribunal document before this
step is recorded.</li>
<li>The Rent Restriction Act, Cap 296, covers homes with a standard rent of up to KES 2,500 a month.</li>
<li>Many shops, hotels and restaurants are controlled tenancies under Cap 301. The landlord must use the prescribed form and give at least two
months' notice. You may apply to the Business Premises Rent Tribunal.</li>
</ul>
<h2>Complaints and reviews</h2>
<p>When three different people complain about a listing, it is paused until we review it. We answer within 4 hours if money is involved, and
otherwise within 48 hours. You may write a review after a tour you attended, after 60 days of tenancy and when you move out. Describe only your own
experience.</p>
<h2>Changes and disputes</h2>
<p>We notify you before these terms change and show you the changes. If you disagree, you may close your account. The law of Kenya applies. Contact
Makao first at ${helpMailLink}. You keep your right to go to a court or tribunal.</p>`,
  sw: makePolicyPage`
<p>Masharti haya yanakuhusu unapotafuta, kuomba, kupanga au kununua nyumba kupitia Makao, uwe na akaunti au la. Yanaenda pamoja na mkataba wako wa
upangaji. Hayachukui nafasi yake.</p>
<h2>Makao ni nini</h2>
<p>Makao ni jukwaa. Wenye nyumba, mawakala na wafanyakazi wao ndio wanaoweka nyumba, maduka na viwanja hapa. Mkataba wako ni kati yako na mwenye
nyumba, si Makao, isipokuwa useme vingine. Alama ya kuthibitishwa huonyesha tulichokagua na siku tuliyokikagua. Si ahadi kwamba hakuna
kitakachoharibika.</p>
<h2>Akaunti yako</h2>
<ul>
<li>Una miaka 18 au zaidi. Unatumia jina lako halisi na nambari ya simu iliyo mikononi mwako.</li>
<li>Usimpe mtu nenosiri wala msimbo unaotumiwa. Hatutakuuliza PIN yako ya M-Pesa hata siku moja.</li>
<li>Unaweza kufuta akaunti kwenye <a href="/dashboard/tenant/accounts">ukurasa wa akaunti</a>. Itafungwa baada ya siku 30, na unaweza kubadili nia
kabla ya hapo. Maliza kwanza upangaji unaoendelea na deni lolote.</li>
</ul>
<h2>Kutazama nyumba</h2>
<p><strong>Hakuna anayeruhusiwa kukutoza pesa ili utazame nyumba uliyoipata Makao.</strong> Anayeitisha ada hiyo, mripoti. Usilipe chochote kabla ya
kuiona nyumba na kupata ankara ya Makao. Unaweza kuwa na miadi mitatu ya kutazama kwa wakati mmoja. Ukikosa miadi miwili, kila ombi lako litasubiri
kukubaliwa na mwenyeji kwa siku 30.</p>
<h2>Kuomba nyumba na kuhamia</h2>
<ol>
<li>Unatuma ombi. Mwenye nyumba au wakala ana saa 72 kuamua, kwa kufuata vigezo vilivyo kwenye tangazo.</li>
<li>Ukikubaliwa, nyumba inawekwa kando kwa ajili yako na unapata ankara ya kuhamia. Lipa ndani ya saa 48, la sivyo nafasi inaisha.</li>
<li>Unatia saini mkataba kwa msimbo unaotumwa kwa simu yako. Usome kwanza, na uulize usichoelewa.</li>
</ol>
<p>Ukikataliwa utapewa sababu. Sababu hiyo haiwezi kuwa kabila, dini, jinsia, ujauzito, ulemavu, hali ya ndoa au msingi mwingine unaolindwa na
Katiba.</p>
<h2>Kodi na risiti</h2>
<p>Lipa kwa paybill na nambari ya akaunti zilizo kwenye ankara, au kwa ombi la malipo tunalotuma kwa simu yako. Kodi huhesabiwa imelipwa M-Pesa au
benki inapotuthibitishia. Kisha unapata risiti kwa SMS na barua pepe. Pesa taslimu uliyompa caretaker si kodi iliyolipwa hadi upate nambari ya
risiti ya Makao.</p>
<h2>Notisi, malimbikizo na kufurushwa</h2>
<ul>
<li>Toa notisi kupitia Makao. Kwa upangaji wa kila mwezi ni mwezi mmoja, isipokuwa mkataba useme vingine.</li>
<li>Hakuna anayeruhusiwa kukufungia nje, kuondoa mlango, au kukata maji au stima ili uhame. Kufurushwa kunahitaji amri ya mahakama au jopo la
kisheria.</li>
<li>Kukamata mali kwa sababu ya kodi ni kazi ya dalali mwenye leseni pekee chini ya Cap 293, kamwe si usiku wala Jumapili. Panapotumika Cap 296 au
Cap 301, jopo lazima liruhusu kwanza. Kwenye Makao, msimamizi lazima aonyeshe hati ya mahakama au jopo kabla ya hatua hiyo kurekodiwa.</li>
<li>Sheria ya Rent Restriction, Cap 296, inahusu nyumba ambazo kodi yake ya kiwango haizidi KES 2,500 kwa mwezi.</li>
<li>Maduka, hoteli na mikahawa mingi inalindwa na Cap 301. Mwenye jengo lazima atumie fomu rasmi na atoe angalau miezi miwili. Unaweza kwenda kwa
Business Premises Rent Tribunal.</li>
</ul>
<h2>Ripoti na maoni</h2>
<p>Watu watatu tofauti wakiripoti tangazo, linasitishwa hadi tulichunguze. Tunajibu ndani ya saa 4 ikiwa kuna pesa, vinginevyo ndani ya saa 48.
Unaweza kutoa maoni baada ya kutazama nyumba, baada ya siku 60 za upangaji na unapohama. Andika ulichokiona mwenyewe.</p>
<h2>Mabadiliko na mizozo</h2>
<p>Tutakuarifu kabla ya kubadilisha masharti haya na kukuonyesha kilichobadilika. Usipokubali unaweza kufunga akaunti. Sheria za Kenya ndizo
zinazotumika. Tuandikie kwanza kupitia ${helpMailLink}. Haki yako ya kwenda mahakamani au kwa jopo inabaki palepale.</p>`,
};

const data = {
  en: makePolicyPage`
<p>This page explains the data Makao holds about you, its purpose, its recipients and your choices. It follows the Data Protection Act, 2019.</p>
<h2>Data controllers</h2>
<p>Makao is the data controller for your account. The owner or agent you deal with is a controller for your application and your tenancy. The Office
of the Data Protection Commissioner (ODPC) supervises all controllers. Contact Makao's data protection officer at ${privacyMailLink}.</p>
<h2>Data we collect and its purpose</h2>
<table>
<thead><tr><th>Data</th><th>Purpose</th><th>Legal basis</th></tr></thead>
<tbody>
<tr><td>Name, phone, email</td><td>To operate your account and contact you</td><td>Contract</td></tr>
<tr><td>ID or passport, KRA PIN, income documents, referees</td><td>To decide on your application</td><td>Your consent</td></tr>
<tr><td>Leases, invoices, payments, maintenance requests</td><td>To manage your tenancy</td><td>Contract</td></tr>
<tr><td>Receipts and ledger entries</td><td>To meet tax and accounting duties</td><td>Legal obligation</td></tr>
<tr><td>Sign-in times, device, IP address</td><td>To protect accounts and prevent fraud</td><td>Legitimate interest</td></tr>
</tbody>
</table>
<p>Kenyan law treats property details, marital status and family details as sensitive. We request them only where a step needs them, such as next of
kin. You must be 18 or older. About a child who will live with you, we request only the data that the lease needs.</p>
<h2>Who sees your data</h2>
<ul>
<li>Only the owner or agent you apply to sees your application.</li>
<li>Your phone number stays hidden from hosts until a tour is confirmed.</li>
<li>A contractor sees the job, the location and a contact number.</li>
<li>Safaricom and banks see the data that a payment needs. KRA, a court or the police see the data that the law requires Makao to provide.</li>
<li>We do not sell your data.</li>
</ul>
<h2>How long we keep your data</h2>
<ul>
<li>An application can be reused for 30 days. You can withdraw it sooner.</li>
<li>You can view the records of an ended tenancy for 24 months.</li>
<li>Invoices, receipts and ledger entries are kept for at least five years, as tax law requires.</li>
<li>When you delete your account, you have 30 days to cancel the deletion. After that, we remove or anonymise all data that the law does not require
Makao to keep.</li>
</ul>
<h2>Your rights</h2>
<p>You may see your data, correct it, have it erased, object to a use, and withdraw a consent. We act within 7 days. You may request a copy for use
elsewhere and receive it within 30 days. A person, not only a score, decides on your application. These rights are free of charge. Use the <a
href="/dashboard/tenant/accounts">account page</a> or write to ${privacyMailLink}.</p>
<p>We send promotions and alerts only if you chose them. Each message explains how to stop them.</p>
<h2>Data breaches and complaints</h2>
<p>If a breach puts you at real risk, we notify the ODPC within 72 hours. We also notify you. If our answer does not satisfy you,
complain to the ODPC at ${odpcLink}. You do not have to contact Makao first.</p>`,
  sw: makePolicyPage`
<p>Ukurasa huu unaeleza Makao inachojua kukuhusu, sababu yake, nani anakiona na jinsi unavyokidhibiti. Unafuata Sheria ya Ulinzi wa Data ya 2019.</p>
<h2>Nani anawajibika</h2>
<p>Makao ndiyo inayosimamia data ya akaunti yako. Mwenye nyumba au wakala unayeshughulika naye anasimamia data ya ombi lako na upangaji wako. Ofisi
ya Kamishna wa Ulinzi wa Data (ODPC) inatuangalia sote. Afisa wetu wa ulinzi wa data anapatikana kupitia ${privacyMailLink}.</p>
<h2>Tunachokusanya na sababu</h2>
<table>
<thead><tr><th>Data</th><th>Sababu</th><th>Msingi wa kisheria</th></tr></thead>
<tbody>
<tr><td>Jina, simu, barua pepe</td><td>Kuendesha akaunti na kukufikia</td><td>Mkataba</td></tr>
<tr><td>Kitambulisho au pasipoti, PIN ya KRA, hati za mapato, watu wa kuulizwa</td><td>Kuamua kuhusu ombi lako</td><td>Idhini yako</td></tr>
<tr><td>Mikataba, ankara, malipo, ukarabati</td><td>Kuendesha upangaji wako</td><td>Mkataba</td></tr>
<tr><td>Risiti na rekodi za hesabu</td><td>Kutimiza wajibu wa ushuru na uhasibu</td><td>Wajibu wa kisheria</td></tr>
<tr><td>Saa za kuingia, kifaa, anwani ya IP</td><td>Kulinda akaunti na kuzuia ulaghai</td><td>Maslahi halali</td></tr>
</tbody>
</table>
<p>Sheria ya Kenya inachukulia maelezo ya mali, hali ya ndoa na familia kuwa data nyeti. Tunayaomba pale tu hatua fulani inapoyahitaji, kwa mfano
jamaa wa karibu. Lazima uwe na miaka 18. Kuhusu mtoto utakayeishi naye, tunaomba tu kinachohitajika kwa mkataba.</p>
<h2>Nani anaiona</h2>
<ul>
<li>Mwenye nyumba au wakala uliyemtumia ombi ndiye anayeliona. Wengine hawalioni.</li>
<li>Nambari yako ya simu inafichwa hadi miadi ya kutazama nyumba ithibitishwe.</li>
<li>Fundi anaona kazi, mahali na nambari ya kupiga.</li>
<li>Safaricom na benki huona kinachohitajika kwa malipo. KRA, mahakama au polisi huona tunachoagizwa na sheria kutoa.</li>
<li>Hatuuzi data yako.</li>
</ul>
<h2>Tunaiweka kwa muda gani</h2>
<ul>
<li>Ombi moja linaweza kutumika tena kwa siku 30. Unaweza kuliondoa mapema.</li>
<li>Upangaji uliokwisha unaweza kuusoma kwa miezi 24.</li>
<li>Ankara, risiti na rekodi za hesabu hukaa angalau miaka mitano, kama sheria ya ushuru inavyotaka.</li>
<li>Ukifuta akaunti una siku 30 za kubadili nia. Baada ya hapo tunaondoa data, au tunaifanya isikutambulishe, isipokuwa ile tunayotakiwa kuhifadhi
na sheria.</li>
</ul>
<h2>Haki zako</h2>
<p>Unaweza kuona data yako, kuisahihisha, kuomba ifutwe, kupinga matumizi fulani na kuondoa idhini. Tunachukua hatua ndani ya siku 7. Unaweza kupata
nakala ya kupeleka kwingine, ndani ya siku 30. Uamuzi kuhusu ombi lako hufanywa na mtu, si alama pekee. Yote haya ni bure. Anza kwenye <a
href="/dashboard/tenant/accounts">ukurasa wa akaunti</a> au andika kwa ${privacyMailLink}.</p>
<p>Matangazo na arifa hutumwa tu ikiwa umezichagua. Kila ujumbe unaeleza jinsi ya kuusimamisha.</p>
<h2>Kukitokea tatizo</h2>
<p>Data ikivuja na kukuweka hatarini, tunaiarifu ODPC ndani ya saa 72 na kukueleza kwa lugha rahisi. Usiporidhika na jibu letu, peleka lalamiko kwa
ODPC kupitia ${odpcLink}. Si lazima utuulize kwanza.</p>`,
};

export const tenantPolicies: readonly DemoPolicy[] = [
  {
    slug: 'tenant-terms',
    userType: userType.tenant,
    kind: 'terms',
    title: { en: 'Terms for tenants and visitors', sw: 'Masharti kwa wapangaji na wageni' },
    requiresConsent: true,
    effectiveFrom: '2026-08-01',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(terms, {
          en: [
            [' After two missed tours, a host must confirm each of your tour requests for 30 days.', ''],
            ['Pay within 48 hours', 'Pay within 24 hours'],
          ],
          sw: [
            [' Ukikosa miadi miwili, kila ombi lako litasubiri kukubaliwa na mwenyeji kwa siku 30.', ''],
            ['Lipa ndani ya saa 48', 'Lipa ndani ya saa 24'],
          ],
        }),
        summary: 'First version.',
        effectiveFrom: '2026-01-12',
      },
      {
        body: terms,
        summary: 'You now have 48 hours instead of 24 to pay a move-in invoice. A rule on missed tours is added.',
        effectiveFrom: '2026-08-01',
      },
    ],
  },
  {
    slug: 'tenant-privacy',
    userType: userType.tenant,
    kind: 'privacy',
    title: { en: 'Privacy notice for tenants and visitors', sw: 'Ilani ya faragha kwa wapangaji na wageni' },
    requiresConsent: true,
    effectiveFrom: '2026-06-15',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(data, {
          en: [
            ['<li>Your phone number stays hidden from hosts until a tour is confirmed.</li>\n', ''],
            [' You may request a copy for use elsewhere and receive it within 30 days.', ''],
          ],
          sw: [
            ['<li>Nambari yako ya simu inafichwa hadi miadi ya kutazama nyumba ithibitishwe.</li>\n', ''],
            [' Unaweza kupata nakala ya kupeleka kwingine, ndani ya siku 30.', ''],
          ],
        }),
        summary: 'First version.',
        effectiveFrom: '2026-01-12',
      },
      {
        body: data,
        summary: 'Hosts no longer see your phone number before a tour is confirmed. You can request a copy of your data for use elsewhere.',
        effectiveFrom: '2026-06-15',
      },
    ],
  },
];
