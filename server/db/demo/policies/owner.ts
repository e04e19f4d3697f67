import { helpMailLink, kraLink, makeEarlierVersion, makePolicyPage, odpcLink, privacyMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const terms = {
  en: makePolicyPage`
<p>These terms apply to owners who let, lease, sell or manage property on Makao, and to the staff they invite.</p>
<h2>Your right to the property</h2>
<ul>
<li>You must have the title, a lease or written authority for every property you add. Upload the proof. Tenants and visitors cannot see it.</li>
<li>If you have co-owners, name them with their shares. The shares must add up to 100 per cent.</li>
<li>Notify Makao of a sale, a court case or a caution on the land. A change of owner or address requires a new verification.</li>
</ul>
<h2>Verification</h2>
<p>A dealer or an admin visits the property. They check that the property exists and that you may act for it. They also check the number of
units, and that the photos were taken at the property. The public page shows the checks and their dates. You can manage an unverified property.
It can be listed only where Makao allows it, with a clear label.</p>
<h2>Agents and staff</h2>
<p>An agent may act for you only under an active mandate. The mandate states the properties, the end date and the commission. It also states
whether the agent may sign documents and collect payments. You may end the mandate at any time, as its terms allow. The agent then loses access.
Check the agent's EARB registration before you accept a mandate.</p>
<h2>Treating tenants lawfully</h2>
<ul>
<li>Apply the criteria in the listing and give a reason when you reject an application. Do not use a ground that the Constitution protects.</li>
<li>Never charge a viewing fee. Makao has no such fee, and you may not collect one outside Makao.</li>
<li>Give 24 hours' notice before you enter a home, except in an emergency.</li>
<li>Do not lock a tenant out, or cut water or electricity. Makao has no such action. Eviction needs an order of a court or tribunal. Upload the
order before you end the tenancy on that ground.</li>
<li>Only a licensed auctioneer may levy distress for rent under Cap 293. Where Cap 301 or Cap 296 applies, distress needs leave of the tribunal.
Show Makao the court or tribunal document before you record the distress.</li>
<li>For a controlled tenancy under Cap 301, use the prescribed notice form and state your grounds. Allow at least two months.</li>
<li>The Rent Restriction Act, Cap 296, applies to homes with a standard rent of up to KES 2,500 a month. The rent may increase only as that Act
allows.</li>
</ul>
<h2>Plans and fees</h2>
<p>You choose a plan or a commission. The price and the limits are shown before you accept. A plan is suspended 5 days after its invoice becomes
overdue. Your listings are then hidden, but you can still read your data and receive rent.</p>
<h2>Tax</h2>
<p>You file your own tax returns. We prepare figures that you can use and organise your eTIMS invoices. This is information, not advice. KRA
publishes the rules at ${kraLink}.</p>
<h2>Ending and disputes</h2>
<p>You can delete your account when no tenancy, deposit or balance is open. There is a 30-day grace period. We may suspend an account for fraud,
false listings or unlawful eviction. You receive the reason and may appeal once. The law of Kenya applies. In a dispute, write first to
${helpMailLink}.</p>`,
  sw: makePolicyPage`
<p>Masharti haya yanawahusu wamiliki wanaopangisha, kukodisha kwa muda mrefu, kuuza au kusimamia mali kwenye Makao, pamoja na wafanyakazi
wanaowaalika.</p>
<h2>Haki yako juu ya mali</h2>
<ul>
<li>Una hati miliki, lease au idhini ya maandishi kwa kila mali unayoweka. Pakia uthibitisho. Wapangaji na wageni hawauoni.</li>
<li>Ukimiliki pamoja na wengine, wataje na hisa zao. Hisa zote lazima zifike asilimia 100.</li>
<li>Tuambie kukiwa na mauzo, kesi mahakamani au caution kwenye ardhi. Mmiliki au anwani ikibadilika, uthibitishaji unaanza upya.</li>
</ul>
<h2>Uthibitishaji</h2>
<p>Dealer au msimamizi hutembelea mali. Huangalia kwamba mahali papo, kwamba una mamlaka, kwamba idadi ya nyumba ni sahihi na kwamba picha zilipigwa
hapo. Ukurasa wa umma huonyesha kilichokaguliwa na siku yake. Mali isiyothibitishwa inaweza kusimamiwa. Inatangazwa tu pale tovuti inaporuhusu,
ikiwa na alama wazi.</p>
<h2>Mawakala na wafanyakazi</h2>
<p>Wakala anaweza kukuwakilisha tu akiwa na hati ya uwakala inayotumika. Hati hiyo hutaja mali gani, hadi lini, kwa kamisheni gani, na kama wakala
anaweza kutia saini na kupokea pesa. Unaweza kuisitisha kulingana na masharti yake. Wakala hapo hupoteza ruhusa ya kuona. Hakikisha amesajiliwa na
EARB kabla ya kukubaliana.</p>
<h2>Kuwatendea wapangaji kwa mujibu wa sheria</h2>
<ul>
<li>Amua kwa vigezo vilivyo kwenye tangazo na utoe sababu unapokataa. Usitumie msingi wowote unaolindwa na Katiba.</li>
<li>Usitoze ada ya kutazama nyumba. Mfumo hauna ada hiyo, na isichukuliwe nje ya mfumo.</li>
<li>Toa notisi ya saa 24 kabla ya kuingia nyumba ya mpangaji, isipokuwa kwa dharura.</li>
<li>Usimfungie mpangaji nje wala kukata maji au stima. Makao haina hatua hiyo. Kumfurusha mtu kunahitaji amri ya mahakama au jopo. Ipakie kabla ya
kumaliza upangaji kwa sababu hiyo.</li>
<li>Kukamata mali kwa kodi ni kazi ya dalali mwenye leseni chini ya Cap 293. Panapotumika Cap 301 au Cap 296, jopo lazima liruhusu kwanza. Tuonyeshe
hati ya mahakama au jopo kabla ya kurekodi.</li>
<li>Kwa upangaji wa biashara unaolindwa na Cap 301, tumia fomu rasmi, taja sababu na utoe angalau miezi miwili.</li>
<li>Nyumba yenye kodi ya kiwango isiyozidi KES 2,500 kwa mwezi iko chini ya Rent Restriction Act, Cap 296. Kodi hupandishwa tu kama sheria hiyo
inavyoruhusu.</li>
</ul>
<h2>Mipango na ada</h2>
<p>Unachagua mpango wa malipo au kamisheni. Bei na mipaka huonyeshwa kabla ya kukubali. Mpango husimamishwa siku 5 baada ya ankara yake kuchelewa.
Matangazo yako hufichwa, lakini data yako inasomeka na kodi inaendelea kuingia.</p>
<h2>Ushuru</h2>
<p>Unawasilisha ushuru wako mwenyewe. Tunakuandalia hesabu na kupanga ankara zako za eTIMS. Hayo ni maelezo, si ushauri. KRA huchapisha kanuni
kwenye ${kraLink}.</p>
<h2>Kufunga akaunti na mizozo</h2>
<p>Unaweza kufuta akaunti kama hakuna upangaji, amana au salio lililo wazi. Kuna siku 30 za kubadili nia. Tunaweza kusimamisha akaunti kwa ulaghai,
matangazo ya uongo au kufurusha watu kinyume cha sheria. Utapewa sababu na nafasi moja ya rufaa. Sheria za Kenya ndizo zinazotumika. Andika kwanza
kwa ${helpMailLink}.</p>`,
};

const data = {
  en: makePolicyPage`
<p>This notice has two parts. The first describes the data that Makao keeps about you. The second describes the data that you keep about your
tenants.</p>
<h2>Data that Makao keeps about you</h2>
<table>
<thead><tr><th>Data</th><th>Why</th></tr></thead>
<tbody>
<tr><td>Name, ID, phone, email, company documents</td><td>To identify you and to contact you</td></tr>
<tr><td>KRA PIN and tax profile</td><td>To issue proper invoices and prepare your tax figures</td></tr>
<tr><td>Title, plot number, rates and insurance documents</td><td>To check your right to let or sell</td></tr>
<tr><td>Bank account or M-Pesa number</td><td>To pay you</td></tr>
<tr><td>Actions by you and your staff on Makao</td><td>To keep an accurate log and to find errors</td></tr>
</tbody>
</table>
<p>Property details are sensitive personal data in Kenya. Only persons who need these details for a check or a payment can open them. Each access
is logged.</p>
<h2>What the public can see</h2>
<p>The public can see your company name, listings, reviews and verification date. Your ID, plot number and bank account are never public. The map
shows a circle of 250 metres unless you choose the exact pin.</p>
<h2>Other access to your data</h2>
<ul>
<li>An agent with an active mandate sees the data that your agent permissions allow, for those properties only.</li>
<li>A dealer sees the data required for an inspection.</li>
<li>Safaricom and banks see the data required for a payout. KRA sees the data that the law requires Makao to send.</li>
</ul>
<h2>Your duties to tenants</h2>
<p>For applications and tenancies you are also a data controller. The ODPC requires controllers that manage property to register, even small
ones. Check your status at ${odpcLink}.</p>
<ul>
<li>Request only the data you need for your decision. Do not copy ID cards into WhatsApp groups or notebooks.</li>
<li>Use data only for the tenancy. Do not use it to shame a tenant, and do not sell it. Do not post lists of tenants in arrears at the gate or
online.</li>
<li>Limit staff access by role. Hide ID numbers, income and bank data from staff who do not need them.</li>
<li>If documents or a phone are lost, notify Makao immediately at ${privacyMailLink}. A serious breach must be reported to the ODPC within 72
hours.</li>
<li>When a tenant asks to see, correct or erase data, answer within 7 days. Makao helps you to answer.</li>
</ul>
<h2>How long we keep data</h2>
<p>Account data is kept until you delete the account and the 30-day grace period ends. Invoices, receipts, statements and journal entries are
kept for at least five years for tax. No person can edit the log of actions.</p>
<h2>Your rights</h2>
<p>You may see, correct or erase your data, object to its use, restrict it and receive a copy. Start on the <a
href="/dashboard/owner/accounts">account page</a>. We act within 7 days, and within 30 days for a copy in a format that other systems can read.
You may complain to the ODPC at any time.</p>`,
  sw: makePolicyPage`
<p>Ilani hii ina sehemu mbili. Ya kwanza ni data yako tunayoshika. Ya pili ni data ya wapangaji unayoshika wewe.</p>
<h2>Tunachoshika kukuhusu</h2>
<table>
<thead><tr><th>Data</th><th>Sababu</th></tr></thead>
<tbody>
<tr><td>Jina, kitambulisho, simu, barua pepe, hati za kampuni</td><td>Kukutambua na kukufikia</td></tr>
<tr><td>PIN ya KRA na maelezo ya ushuru</td><td>Kutoa ankara sahihi na kuandaa hesabu zako za ushuru</td></tr>
<tr><td>Hati miliki, nambari ya ploti, hati za rates na bima</td><td>Kuthibitisha haki yako ya kupangisha au kuuza</td></tr>
<tr><td>Akaunti ya benki au nambari ya M-Pesa</td><td>Kukulipa</td></tr>
<tr><td>Unachofanya wewe na wafanyakazi wako kwenye Makao</td><td>Kuweka rekodi ya kweli na kupata makosa</td></tr>
</tbody>
</table>
<p>Maelezo ya mali ni data nyeti nchini Kenya. Anayeyahitaji kwa ukaguzi au malipo ndiye tu anayeweza kuyafungua, na kila anapofungua hurekodiwa.</p>
<h2>Umma unaona nini</h2>
<p>Jina la kampuni yako, matangazo, maoni ya watu na tarehe ya uthibitishaji. Kitambulisho, nambari ya ploti na akaunti ya benki havionekani kamwe.
Ramani huonyesha duara la mita 250 isipokuwa uchague kuonyesha mahali kamili.</p>
<h2>Nani mwingine anaona</h2>
<ul>
<li>Wakala mwenye hati ya uwakala inayotumika huona ulichomruhusu, kwa mali hizo pekee.</li>
<li>Dealer huona kinachohitajika kwa ukaguzi.</li>
<li>Safaricom na benki huona kinachohitajika kukulipa. KRA huona tunachoagizwa na sheria kutuma.</li>
</ul>
<h2>Wajibu wako kwa wapangaji</h2>
<p>Kwa maombi na upangaji, wewe pia ni msimamizi wa data kisheria. Usimamizi wa mali ni miongoni mwa shughuli ambazo ODPC inataka zisajiliwe, hata
kwa wadogo. Angalia hali yako kwenye ${odpcLink}.</p>
<ul>
<li>Omba tu unachohitaji kuamua. Usisambaze nakala za vitambulisho kwenye vikundi vya WhatsApp au madaftari.</li>
<li>Tumia data kwa upangaji, si kuaibisha mtu wala kuiuza. Orodha ya wenye madeni isibandikwe langoni wala mtandaoni.</li>
<li>Wape wafanyakazi ruhusa kulingana na kazi yao. Wasiohitaji nambari za kitambulisho, mapato au benki wasizione.</li>
<li>Hati au simu ikipotea, tuambie mara moja kupitia ${privacyMailLink}. Uvujaji mkubwa lazima uifikie ODPC ndani ya saa 72.</li>
<li>Mpangaji akiomba kuona, kusahihisha au kufuta data, jibu ndani ya siku 7. Makao itakusaidia.</li>
</ul>
<h2>Tunaiweka kwa muda gani</h2>
<p>Data ya akaunti hukaa hadi uifute na siku 30 za kubadili nia ziishe. Ankara, risiti, taarifa na rekodi za hesabu hukaa angalau miaka mitano kwa
ajili ya ushuru. Rekodi ya matendo haiwezi kubadilishwa na mtu yeyote.</p>
<h2>Haki zako</h2>
<p>Kuona, kusahihisha, kufuta, kupinga, kuwekea mipaka na kuchukua nakala. Anza kwenye <a href="/dashboard/owner/accounts">ukurasa wa akaunti</a>.
Tunachukua hatua ndani ya siku 7, na ndani ya siku 30 kwa nakala inayosomeka na mifumo mingine. Unaweza kulalamika kwa ODPC wakati wowote.</p>`,
};

export const ownerPolicies: readonly DemoPolicy[] = [
  {
    slug: 'owner-terms',
    userType: userType.owner,
    kind: 'terms',
    title: { en: 'Terms for owners', sw: 'Masharti kwa wamiliki' },
    requiresConsent: true,
    effectiveFrom: '2026-07-01',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(terms, {
          en: [
            ['<li>If you have co-owners, name them with their shares. The shares must add up to 100 per cent.</li>\n', ''],
            ['A plan is suspended 5 days after', 'A plan is suspended 3 days after'],
          ],
          sw: [
            ['<li>Ukimiliki pamoja na wengine, wataje na hisa zao. Hisa zote lazima zifike asilimia 100.</li>\n', ''],
            ['Mpango husimamishwa siku 5 baada', 'Mpango husimamishwa siku 3 baada'],
          ],
        }),
        summary: 'First version.',
        effectiveFrom: '2026-01-12',
      },
      {
        body: terms,
        summary: 'A plan is now suspended 5 days after its invoice becomes overdue, instead of 3. Co-owners must be named with their shares.',
        effectiveFrom: '2026-07-01',
      },
    ],
  },
  {
    slug: 'owner-privacy',
    userType: userType.owner,
    kind: 'privacy',
    title: { en: 'Privacy notice for owners', sw: 'Ilani ya faragha kwa wamiliki' },
    requiresConsent: true,
    effectiveFrom: '2026-01-12',
    status: 'published',
    versions: [{ body: data, summary: 'First version.', effectiveFrom: '2026-01-12' }],
  },
];
