import { makePolicyPage, privacyMailLink, securityMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const handling = {
  en: makePolicyPage`
<p>As an admin you can open most records on Makao. This page says when you may, what you do with what you see and what you do when something goes
wrong. It is part of your work contract.</p>
<h2>Open only what a task needs</h2>
<ul>
<li>Have a reason on record: a verification, an abuse report, a suspense payment, a settlement error or a request from the person.</li>
<li>Write the reason when the page asks. Never look up a neighbour, a relative or a public figure for interest.</li>
<li>Acting as another user is for support only, with that user's agreement. The log shows both names.</li>
<li>Title papers, family details and marital status are sensitive data. IDs, income and bank details get the same care. Close them when you
finish.</li>
</ul>
<h2>Exports</h2>
<p>Export the fewest rows and columns that answer the question. Keep the file on a managed device and delete it when the task ends. Never send it by
personal mail or chat. Each export is logged with its filter and its size. A message to more than 500 people needs a second person.</p>
<h2>Requests from people</h2>
<table>
<thead><tr><th>Request</th><th>Act within</th></tr></thead>
<tbody>
<tr><td>See, correct, erase, object or restrict</td><td>7 days</td></tr>
<tr><td>Copy in a form other systems can read</td><td>30 days</td></tr>
<tr><td>Account deletion</td><td>30 days of grace, then removal</td></tr>
</tbody>
</table>
<p>Check who asks before you answer. Deletion waits while a tenancy, a deposit or a balance is open. Invoices, receipts and ledger entries stay at
least five years for tax, with the rest of the person anonymised. A refusal needs a written reason and the address of the ODPC.</p>
<h2>Requests from authorities</h2>
<p>Police, KRA or a court must ask in writing and name the law or the order. Pass every such request to the data protection officer at ${privacyMailLink}.
Give nothing over the phone.</p>
<h2>A breach</h2>
<ol>
<li>Report it to ${privacyMailLink} and ${securityMailLink} the moment you suspect it. Do not wait to be sure.</li>
<li>Stop the leak if you can do so safely. Keep the evidence. Delete nothing.</li>
<li>The officer tells the ODPC within 72 hours where people are at real risk, and tells those people without delay.</li>
<li>We write down what happened and what we change.</li>
</ol>
<h2>Decisions about people</h2>
<p>When you suspend, reject or hide, give the reason code and a sentence the person can understand. Hear the person first, unless money or safety is
at risk. Someone else decides the appeal. Do not handle a case in which you have an interest.</p>
<h2>The log</h2>
<p>What you do is kept in a log that no one can edit, and it is checked every night. It protects you as much as others. Breaking these rules can end
your access and your job, and misuse of personal data is an offence under the Data Protection Act, 2019.</p>`,
  sw: makePolicyPage`
<p>Ukiwa msimamizi unaweza kufungua rekodi nyingi za Makao. Ukurasa huu unaeleza ni lini unaruhusiwa, unachofanya na unachokiona, na hatua za
kuchukua mambo yakienda mrama. Ni sehemu ya mkataba wako wa kazi.</p>
<h2>Fungua tu kinachohitajika</h2>
<ul>
<li>Uwe na sababu iliyorekodiwa: uthibitishaji, ripoti ya udanganyifu, malipo yanayosubiri, hitilafu ya malipo au ombi la mhusika.</li>
<li>Andika sababu ukurasa unapoiuliza. Usimtafute jirani, jamaa au mtu maarufu kwa udadisi.</li>
<li>Kuingia kama mtumiaji mwingine ni kwa msaada tu, naye akikubali. Rekodi huonyesha majina yote mawili.</li>
<li>Hati za mali, maelezo ya familia na hali ya ndoa ni data nyeti. Vitambulisho, mapato na benki vipewe uangalifu uleule. Vifunge ukimaliza.</li>
</ul>
<h2>Kutoa nakala</h2>
<p>Toa mistari na safu chache zinazojibu swali. Weka faili kwenye kifaa cha kazi na uifute kazi ikiisha. Usiitume kwa barua pepe au chat yako binafsi.
Kila nakala hurekodiwa pamoja na kichujio na ukubwa wake. Ujumbe kwa zaidi ya watu 500 unahitaji mtu wa pili.</p>
<h2>Maombi ya watu</h2>
<table>
<thead><tr><th>Ombi</th><th>Muda</th></tr></thead>
<tbody>
<tr><td>Kuona, kusahihisha, kufuta, kupinga au kuwekea mipaka</td><td>Siku 7</td></tr>
<tr><td>Nakala inayosomeka na mifumo mingine</td><td>Siku 30</td></tr>
<tr><td>Kufuta akaunti</td><td>Siku 30 za kubadili nia, kisha kuondolewa</td></tr>
</tbody>
</table>
<p>Hakikisha anayeomba ni nani kabla ya kujibu. Kufuta husubiri kama kuna upangaji, amana au salio lililo wazi. Ankara, risiti na rekodi za hesabu
hukaa angalau miaka mitano kwa ushuru, na utambulisho wa mtu unaondolewa kwingine. Ukikataa ombi, toa sababu ya maandishi na anwani ya ODPC.</p>
<h2>Maombi ya serikali</h2>
<p>Polisi, KRA au mahakama lazima waombe kwa maandishi na wataje sheria au amri. Peleka kila ombi kama hilo kwa afisa wa ulinzi wa data kupitia
${privacyMailLink}. Usitoe chochote kwa simu.</p>
<h2>Data ikivuja</h2>
<ol>
<li>Ripoti kwa ${privacyMailLink} na ${securityMailLink} mara tu unaposhuku. Usisubiri hadi uwe na uhakika.</li>
<li>Zuia uvujaji kama unaweza kwa usalama. Hifadhi ushahidi. Usifute chochote.</li>
<li>Afisa huiarifu ODPC ndani ya saa 72 ikiwa watu wako hatarini, na huwaarifu watu hao bila kuchelewa.</li>
<li>Tunaandika kilichotokea na tutakachobadilisha.</li>
</ol>
<h2>Maamuzi kuhusu watu</h2>
<p>Unaposimamisha, kukataa au kuficha, taja sababu na uandike sentensi inayoeleweka. Msikilize mhusika kwanza, isipokuwa pesa au usalama uko
hatarini. Rufaa huamuliwa na mtu mwingine. Usishughulikie kesi uliyo na maslahi nayo.</p>
<h2>Rekodi</h2>
<p>Unachofanya huwekwa kwenye rekodi isiyoweza kubadilishwa na mtu yeyote, na hukaguliwa kila usiku. Inakulinda wewe na wengine. Kuvunja kanuni hizi
kunaweza kumaliza ruhusa na kazi yako, na matumizi mabaya ya data binafsi ni kosa chini ya Sheria ya Ulinzi wa Data ya 2019.</p>`,
};

const regional = {
  en: makePolicyPage`
<p>A sub admin looks after one or more regions. People there will know you by name. This page says how you use that position.</p>
<h2>Stay in your region</h2>
<ul>
<li>You act on properties, people and reports in the regions on your account. The system hides the rest. Do not ask a colleague to open it for
you.</li>
<li>If a case crosses two regions, both sub admins are named and an admin decides who leads.</li>
<li>You read money records. You do not move money, change a ledger or approve a payout.</li>
</ul>
<h2>Conflicts of interest</h2>
<p>Once a year, and whenever it changes, list the property, companies and close relatives you have in your regions. Pass on any case that touches
them. Do not deal in land or act as an agent in a region you supervise.</p>
<h2>Gifts and favours</h2>
<p>Take nothing from an owner, agent, dealer or contractor. Tea at a site visit is fine. Money, airtime, fare, a discount on rent or a job for a
relative is not. Report an offer to ${trustMailLink} within one day.</p>
<h2>Working with dealers</h2>
<ol>
<li>Give inspections by distance and workload, not by friendship.</li>
<li>Read the report, the photos and the position before you recommend it. Send it back with reasons if something is missing.</li>
<li>Visit a sample of verified properties yourself each month, without notice to the dealer.</li>
<li>Tell an admin at once if a report looks false.</li>
</ol>
<h2>Handling reports of abuse</h2>
<ul>
<li>Take a case where money is involved within 4 hours, any other within 48 hours.</li>
<li>A listing with three different reporters is already paused. Do not lift the pause before you have looked.</li>
<li>Hear both sides in writing. Do not reveal who reported.</li>
<li>You recommend, an admin closes the case. Lock-outs, threats and illegal eviction go straight to an admin. Tell the tenant that eviction needs an
order of a court or tribunal.</li>
<li>You do not settle a tenancy dispute for a fee, and you do not stand at an eviction or at distress for rent in the name of Makao.</li>
</ul>
<h2>Public life</h2>
<p>Makao takes no side in politics, clan or church. Do not use your account, your title or data from your region for a campaign, a harambee or a
debt collection.</p>
<h2>Data</h2>
<p>The Data Protection Act, 2019, applies to each page you open. Look only for work. No screenshots, no lists in notebooks, no files on your own
phone. Report a slip to ${privacyMailLink} on the same day.</p>
<h2>When you move or leave</h2>
<p>Hand over open cases in writing. Your regions change on the date your admin sets, and your sessions end on your last day. Breaking this code can
cost you your post. You are heard first and may appeal once.</p>`,
  sw: makePolicyPage`
<p>Msimamizi wa eneo huangalia eneo moja au zaidi. Watu huko watakujua kwa jina. Ukurasa huu unaeleza jinsi ya kutumia nafasi hiyo.</p>
<h2>Baki katika eneo lako</h2>
<ul>
<li>Unashughulikia mali, watu na ripoti za maeneo yaliyo kwenye akaunti yako. Mfumo huficha mengine. Usimwombe mwenzako akufungulie.</li>
<li>Kesi ikigusa maeneo mawili, wasimamizi wote wawili hutajwa na msimamizi wa juu huamua atakayeongoza.</li>
<li>Unasoma rekodi za pesa. Huhamishi pesa, hubadilishi hesabu wala kuidhinisha malipo.</li>
</ul>
<h2>Mgongano wa maslahi</h2>
<p>Kila mwaka, na mambo yanapobadilika, orodhesha mali, kampuni na jamaa wa karibu ulio nao katika maeneo yako. Kesi yoyote inayowagusa mpe
mwingine. Usifanye biashara ya ardhi wala uwakala katika eneo unalosimamia.</p>
<h2>Zawadi na upendeleo</h2>
<p>Usipokee chochote kutoka kwa mmiliki, wakala, dealer au fundi. Chai wakati wa ziara ni sawa. Pesa, airtime, nauli, punguzo la kodi au kazi kwa
jamaa si sawa. Ripoti ofa kwa ${trustMailLink} ndani ya siku moja.</p>
<h2>Kufanya kazi na dealer</h2>
<ol>
<li>Gawa ukaguzi kwa umbali na wingi wa kazi, si kwa urafiki.</li>
<li>Soma ripoti, picha na mahali kabla ya kupendekeza. Irudishe na sababu kama kuna kinachokosekana.</li>
<li>Tembelea mwenyewe baadhi ya mali zilizothibitishwa kila mwezi, bila kumwarifu dealer.</li>
<li>Ripoti ikionekana ya uongo, mwambie msimamizi mara moja.</li>
</ol>
<h2>Kushughulikia ripoti za udanganyifu</h2>
<ul>
<li>Kesi yenye pesa ianze ndani ya saa 4, nyingine ndani ya saa 48.</li>
<li>Tangazo lililoripotiwa na watu watatu tofauti tayari limesitishwa. Usilifungue kabla ya kuchunguza.</li>
<li>Sikiliza pande zote mbili kwa maandishi. Usimtaje aliyeripoti.</li>
<li>Wewe unapendekeza, msimamizi ndiye anayefunga kesi. Kufungia watu nje, vitisho na kufurusha kinyume cha sheria vipelekwe kwa msimamizi mara
moja. Mweleze mpangaji kwamba kufurushwa kunahitaji amri ya mahakama au jopo.</li>
<li>Hupatanishi mzozo wa upangaji kwa malipo, na husimamii ufurushaji au ukamataji wa mali kwa jina la Makao.</li>
</ul>
<h2>Maisha ya umma</h2>
<p>Makao haina upande katika siasa, ukoo au dini. Usitumie akaunti, cheo au data ya eneo lako kwa kampeni, harambee au kudai deni.</p>
<h2>Data</h2>
<p>Sheria ya Ulinzi wa Data ya 2019 inahusu kila ukurasa unaofungua. Tazama kwa kazi pekee. Usipige picha za skrini, usiandike orodha kwenye
daftari, usiweke faili kwenye simu yako. Ukikosea, ripoti siku hiyo kwa ${privacyMailLink}.</p>
<h2>Ukihamishwa au kuondoka</h2>
<p>Kabidhi kesi zilizo wazi kwa maandishi. Maeneo yako hubadilika tarehe iliyowekwa na msimamizi, na vipindi vyako hufungwa siku ya mwisho. Kuvunja
kanuni hizi kunaweza kukupotezea nafasi yako. Unasikilizwa kwanza na unaweza kukata rufaa mara moja.</p>`,
};

export const platformPolicies: readonly DemoPolicy[] = [
  {
    slug: 'admin-data-handling',
    userType: userType.admin,
    kind: 'privacy',
    title: { en: 'Data handling for admins', sw: 'Utunzaji wa data kwa wasimamizi' },
    requiresConsent: true,
    effectiveFrom: '2026-03-16',
    status: 'published',
    versions: [{ body: handling, summary: 'First version.', effectiveFrom: '2026-03-16' }],
  },
  {
    slug: 'sub-admin-regional-conduct',
    userType: userType.subAdmin,
    kind: 'conduct',
    title: { en: 'Regional conduct for sub admins', sw: 'Mwenendo wa wasimamizi wa maeneo' },
    requiresConsent: true,
    effectiveFrom: '2026-04-06',
    status: 'published',
    versions: [{ body: regional, summary: 'First version.', effectiveFrom: '2026-04-06' }],
  },
];
