import { makePolicyPage, privacyMailLink, securityMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const handling = {
  en: makePolicyPage`
<p>As an admin you can open most records on Makao. This page explains when you may open them and how you handle the data. It also covers what to do
after an incident. It is part of your employment contract.</p>
<h2>Open only what a task needs</h2>
<ul>
<li>Have a recorded reason: a verification, a complaint, an unallocated payment, a payout error or a request from the person.</li>
<li>Enter the reason when the page requests it. Never search for a neighbour, a relative or a public figure out of curiosity.</li>
<li>View Makao as another person for support only, with that person's agreement. The log shows both names.</li>
<li>Title documents, family details and marital status are sensitive data. Handle IDs, income and bank details with the same care. Close these
records when you finish.</li>
</ul>
<h2>Exports</h2>
<p>Export only the rows and columns that the task needs. Keep the file on a managed device and delete it when the task ends. Never send it by
personal email or chat. Each export is logged with its filter and its size. A broadcast to more than 500 people needs a second approver.</p>
<h2>Requests from people</h2>
<table>
<thead><tr><th>Request</th><th>Act within</th></tr></thead>
<tbody>
<tr><td>See, correct, erase, object or restrict</td><td>7 days</td></tr>
<tr><td>Copy in a format that other systems can read</td><td>30 days</td></tr>
<tr><td>Account deletion</td><td>Grace period of 30 days, then removal</td></tr>
</tbody>
</table>
<p>Verify the person's identity before you answer. Deletion is postponed while a tenancy, a deposit or a balance is open. Invoices, receipts and
ledger entries are kept for at least five years for tax. The person's other data is anonymised. A rejection needs a written reason and the address of
the ODPC.</p>
<h2>Requests from authorities</h2>
<p>The police, KRA or a court must send the request in writing and cite the law or the order. Forward every such request to the data protection
officer at ${privacyMailLink}. Do not give information by phone.</p>
<h2>Data breaches</h2>
<ol>
<li>Report a suspected breach immediately to ${privacyMailLink} and ${securityMailLink}. Do not wait for proof.</li>
<li>Stop the breach if you can do so safely. Keep the evidence. Do not delete anything.</li>
<li>The officer notifies the ODPC within 72 hours if people are at real risk. The officer also notifies those people without delay.</li>
<li>We record the incident and the corrective action.</li>
</ol>
<h2>Decisions about people</h2>
<p>When you suspend, reject or hide a record, give the reason code and a clear sentence for the person. Let the person respond first, unless money or
safety is at risk. Another person decides the appeal. Do not handle a case in which you have an interest.</p>
<h2>Audit log</h2>
<p>Your actions are recorded in an audit log that cannot be edited. The log is checked every night. It protects you and other people. Breaking these
rules can end your access and your employment. Misuse of personal data is an offence under the Data Protection Act, 2019.</p>`,
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
<p>A sub admin supervises one or more regions. People there will know you by name. This page explains how to use that position.</p>
<h2>Your region</h2>
<ul>
<li>You handle properties, people and complaints in the regions on your account. Makao hides all other records. Do not ask a colleague to open them
for you.</li>
<li>If a case concerns two regions, both sub admins are named. An admin decides which of them leads the case.</li>
<li>You may read payment records. You may not move money, change a ledger or approve a payout.</li>
</ul>
<h2>Conflicts of interest</h2>
<p>Declare your property, companies and close relatives in your regions once a year and after each change. Transfer any case that concerns them to
another person. Do not trade in land or act as an agent in a region you supervise.</p>
<h2>Gifts and favours</h2>
<p>Do not accept gifts or favours from an owner, agent, dealer or contractor. Refreshments at a site visit are allowed. Money, airtime, fare, a discount on
rent or a job for a relative is not allowed. Report any such gift or favour to ${trustMailLink} within one day.</p>
<h2>Working with dealers</h2>
<ol>
<li>Assign inspections by distance and workload, not by friendship.</li>
<li>Review the report, the photos and the location before you recommend approval. Return the report with reasons if information is missing.</li>
<li>Visit a sample of verified properties yourself each month, without notice to the dealer.</li>
<li>Notify an admin immediately if a report appears false.</li>
</ol>
<h2>Complaints</h2>
<ul>
<li>Start a case that involves money within 4 hours, and any other case within 48 hours.</li>
<li>A listing with three different complainants is already paused. Do not end the pause before you review the listing.</li>
<li>Ask both sides for a written statement. Do not reveal who complained.</li>
<li>You recommend a decision, and an admin closes the case. Refer lock-outs, threats and illegal evictions to an admin immediately. Inform the tenant
that eviction needs an order of a court or tribunal.</li>
<li>Do not settle a tenancy dispute for a fee. Do not supervise an eviction or distress for rent on behalf of Makao.</li>
</ul>
<h2>Public life</h2>
<p>Makao does not support any political party, clan or church. Do not use your account, your title or data from your region for a campaign, a
harambee or debt collection.</p>
<h2>Data</h2>
<p>The Data Protection Act, 2019, applies to each page you open. Open records only for work. Do not take screenshots, write lists in notebooks or
keep files on your own phone. Report a mistake to ${privacyMailLink} on the same day.</p>
<h2>When you change region or leave</h2>
<p>Transfer open cases in writing. Your regions change on the date your admin sets, and your sessions end on your last day. You can lose your
position if you break this code. You may respond first and may appeal once.</p>`,
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
