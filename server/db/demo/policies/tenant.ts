import { helpMailLink, makeEarlierVersion, makePolicyPage, odpcLink, privacyMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const terms = {
  en: makePolicyPage`
<p>These terms apply when you search, book, rent or buy through Makao, with or without an account. They sit beside your tenancy contract. They do
not replace it.</p>
<h2>What Makao is</h2>
<p>Makao is a platform. Owners, agents and their staff put homes, shops and land on it. Your contract is with the owner, not with Makao, unless it
says otherwise. A verified badge shows what was checked and when. It is not a promise that nothing can go wrong.</p>
<h2>Your account</h2>
<ul>
<li>You are 18 or older. You use your real name and a phone number you control.</li>
<li>Keep your password and one-time codes to yourself. We never ask for your M-Pesa PIN.</li>
<li>You can delete your account on the <a href="/dashboard/tenant/accounts">account page</a>. It closes after 30 days and you can change your mind
until then. Settle any open tenancy or balance first.</li>
</ul>
<h2>Viewing a home</h2>
<p><strong>No one may charge you to view a home found on Makao.</strong> Report anyone who asks. Pay nothing until you have seen the home and have
an invoice from Makao. You may hold three open tours at a time. After two missed tours, a host must confirm each request you make for 30 days.</p>
<h2>Booking and moving in</h2>
<ol>
<li>You apply. The owner or agent has 72 hours to decide, by the criteria shown on the listing.</li>
<li>If you are approved, the home is held and you get a move-in invoice. Pay within 48 hours or the hold ends.</li>
<li>You sign the contract with a code sent to your phone. Read it first and ask what you do not understand.</li>
</ol>
<p>A refusal comes with a reason. It may never rest on tribe, religion, sex, pregnancy, disability, marital status or any other ground the
Constitution protects.</p>
<h2>Rent and receipts</h2>
<p>Pay to the paybill and account number on your invoice, or by the prompt we send to your phone. Rent is paid when M-Pesa or the bank confirms it
to us. You then get a receipt by SMS and e-mail. Cash handed to a caretaker is not paid rent until you hold a Makao receipt number.</p>
<h2>Notice, arrears and eviction</h2>
<ul>
<li>Give notice through Makao. For a monthly tenancy it is one month, unless your contract says otherwise.</li>
<li>No one may lock you out, remove a door, or cut water or power to force you out. Eviction needs an order of a court or tribunal.</li>
<li>Distress for rent means taking goods for arrears. Only a licensed auctioneer may carry it out under Cap 293, never at night or on a Sunday.
Where Cap 296 or Cap 301 applies, the tribunal must allow it first. On Makao a manager must show the court or tribunal paper before such a step is
recorded.</li>
<li>The Rent Restriction Act, Cap 296, covers homes with a standard rent of up to KES 2,500 a month.</li>
<li>Many shops, hotels and eating places are controlled tenancies under Cap 301. The landlord must use the set form and give at least two months.
You may go to the Business Premises Rent Tribunal.</li>
</ul>
<h2>Reports and reviews</h2>
<p>When three different people report a listing, it is paused until we have looked. We answer within 4 hours if money is involved, else within 48
hours. You may review after a tour you attended, after 60 days of tenancy and when you move out. Write what you saw yourself.</p>
<h2>Changes and disputes</h2>
<p>We tell you before these terms change and show you the difference. If you disagree you may close your account. The law of Kenya applies. Write to
us first at ${helpMailLink}. You keep your right to go to a court or tribunal.</p>`,
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
<p>This page says what Makao knows about you, why, who sees it and how you control it. It follows the Data Protection Act, 2019.</p>
<h2>Who is responsible</h2>
<p>Makao is the data controller for your account. The owner or agent you deal with is a controller for your application and your tenancy. The Office
of the Data Protection Commissioner (ODPC) supervises us all. Our data protection officer reads ${privacyMailLink}.</p>
<h2>What we collect and why</h2>
<table>
<thead><tr><th>Data</th><th>Why</th><th>Ground in law</th></tr></thead>
<tbody>
<tr><td>Name, phone, e-mail</td><td>To run your account and reach you</td><td>Contract</td></tr>
<tr><td>ID or passport, KRA PIN, income papers, references</td><td>To decide on your application</td><td>Your consent</td></tr>
<tr><td>Contracts, invoices, payments, repairs</td><td>To run your tenancy</td><td>Contract</td></tr>
<tr><td>Receipts and ledger entries</td><td>To meet tax and accounting duties</td><td>Legal duty</td></tr>
<tr><td>Sign-in times, device, IP address</td><td>To keep accounts safe and stop fraud</td><td>Legitimate interest</td></tr>
</tbody>
</table>
<p>Kenyan law treats property details, marital status and family details as sensitive. We ask for them only where a step needs them, such as a next
of kin. You must be 18. About a child who will live with you, we ask only what the contract needs.</p>
<h2>Who sees it</h2>
<ul>
<li>The owner or agent you apply to sees your application. Others do not.</li>
<li>Your phone number stays hidden from hosts until a tour is confirmed.</li>
<li>A contractor sees the job, the place and a contact number.</li>
<li>Safaricom and banks see what a payment needs. KRA, a court or the police see what the law obliges us to give.</li>
<li>We do not sell your data.</li>
</ul>
<h2>How long we keep it</h2>
<ul>
<li>An application can be reused for 30 days. You can withdraw it sooner.</li>
<li>You can read a finished tenancy for 24 months.</li>
<li>Invoices, receipts and ledger entries stay at least five years, as tax law asks.</li>
<li>When you delete your account you have 30 days to change your mind. After that we remove or anonymise what the law does not tell us to keep.</li>
</ul>
<h2>Your rights</h2>
<p>You may see your data, correct it, have it erased, object to a use, and withdraw a consent. We act within 7 days. You may have a copy you can
take elsewhere, within 30 days. A person, not only a score, decides on your application. All this is free. Start on the <a
href="/dashboard/tenant/accounts">account page</a> or write to ${privacyMailLink}.</p>
<p>We send offers and alerts only if you chose them. Each message says how to stop it.</p>
<h2>If something goes wrong</h2>
<p>If a breach puts you at real risk, we tell the ODPC within 72 hours and we tell you in plain words. If our answer does not satisfy you, complain
to the ODPC at ${odpcLink}. You need not ask us first.</p>`,
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
            [' After two missed tours, a host must confirm each request you make for 30 days.', ''],
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
        summary: 'You now have 48 hours instead of 24 to pay a move-in invoice, and the rule on missed tours is written down.',
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
            [' You may have a copy you can take elsewhere, within 30 days.', ''],
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
        summary: 'Hosts no longer see your phone number before a tour is confirmed, and you can take a copy of your data elsewhere.',
        effectiveFrom: '2026-06-15',
      },
    ],
  },
];
