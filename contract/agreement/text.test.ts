import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgreementBody, findUnknownFields, renderAgreement } from './body.ts';
import { buildAgreementFields, countLeaseMonths, listEscalationSteps, sampleAgreementFacts } from './fields.ts';
import { formatCentsInWords, formatNumberInEnglish, formatNumberInKiswahili } from './number-words.ts';

describe('agreement text: amounts in words', () => {
  test.each([
    [0, 'zero', 'sifuri'],
    [15, 'fifteen', 'kumi na tano'],
    [105, 'one hundred and five', 'mia moja na tano'],
    [1000, 'one thousand', 'elfu moja'],
    [40_005, 'forty thousand and five', 'elfu arobaini, na tano'],
    [45_000, 'forty-five thousand', 'elfu arobaini na tano'],
    [125_500, 'one hundred and twenty-five thousand, five hundred', 'laki moja, na elfu ishirini na tano, na mia tano'],
    [2_000_001, 'two million and one', 'milioni mbili, na moja'],
  ])('the number %i is written in words in English and Kiswahili', (n, en, sw) => {
    expect(formatNumberInEnglish(n)).toBe(en);
    expect(formatNumberInKiswahili(n)).toBe(sw);
  });

  test('an amount includes cents in words only when the cents are not zero', () => {
    expect(formatCentsInWords(4_500_050)).toEqual({
      en: 'Kenya shillings forty-five thousand and cents fifty',
      sw: 'shilingi za Kenya elfu arobaini na tano na senti hamsini',
    });
  });

  test('different amounts have different words', () => {
    const near = fc.integer({ min: 0, max: 999_999_999 });
    fc.assert(
      fc.property(near, near, (a, b) => {
        fc.pre(a !== b);
        expect(formatNumberInEnglish(a)).not.toBe(formatNumberInEnglish(b));
        expect(formatNumberInKiswahili(a)).not.toBe(formatNumberInKiswahili(b));
      }),
    );
    // Names that sound alike have digits that are close to each other.
    const seen = new Map<string, number>();
    const alike: string[] = [];
    for (let n = 0; n < 101_200; n += 1) {
      const words = formatNumberInKiswahili(n);
      if (seen.has(words)) alike.push(`${n} and ${seen.get(words)}: ${words}`);
      seen.set(words, n);
    }
    expect(alike).toEqual([]);
  });
});

test('agreement text: headings stay numbered without a gap when a clause is omitted', () => {
  const h = (n: number, clause?: string) => ({
    kind: 'heading' as const,
    en: `${n}. Of this`,
    sw: `${n}. Kuhusu hili`,
    ...(clause ? { clause } : {}),
  });
  const whole: AgreementBody = {
    title: { en: 'A', sw: 'A' },
    blocks: [h(1), h(2, 'pets'), { kind: 'text', en: '7. stays', sw: '7. hubaki' }, h(3)],
    clauses: [{ key: 'pets', en: 'Pets', sw: 'Wanyama', on: false }],
  };
  const said = (chosen: string[]) =>
    renderAgreement(whole, buildAgreementFields(sampleAgreementFacts), chosen).blocks.map(({ en, sw }) =>
      [en, sw].map((t) => t.split('.')[0]).join(),
    );
  expect(said([])).toEqual(['1,1', '7,7', '2,2']);
  expect(said(['pets'])).toEqual(['1,1', '2,2', '7,7', '3,3']);
});

const body: AgreementBody = {
  title: { en: 'Lease of {unit.name}', sw: 'Mkataba wa {unit.name}' },
  blocks: [
    { kind: 'text', en: '{tenant.all_names} pay {rent} ({rent.words}).', sw: '{tenant.all_names} hulipa {rent} ({rent.words}).' },
    { kind: 'text', en: 'A cat is fine.', sw: 'Paka ni sawa.', clause: 'pets' },
    { kind: 'text', en: 'Agent: {agent.name}', sw: 'Wakala: {agent.name}', clause: 'agent' },
  ],
  clauses: [
    { key: 'pets', en: 'Pets', sw: 'Wanyama', on: false },
    { key: 'agent', en: 'Agent', sw: 'Wakala', on: true },
  ],
};

describe('agreement text', () => {
  test('is filled in with the tenancy data in English and Kiswahili', () => {
    const { title, blocks, missing } = renderAgreement(body, buildAgreementFields(sampleAgreementFacts), []);
    expect(title.sw).toBe('Mkataba wa B4');
    expect(blocks).toEqual([
      {
        kind: 'text',
        en: 'Wanjirũ Kamau and Otieno Odhiambo pay KES 45,000 (Kenya shillings forty-five thousand).',
        sw: 'Wanjirũ Kamau na Otieno Odhiambo hulipa KES 45,000 (shilingi za Kenya elfu arobaini na tano).',
      },
    ]);
    expect(missing).toEqual([]);
  });

  test('shows an optional clause, and requires its fields, only when the clause is selected', () => {
    const fields = buildAgreementFields({ ...sampleAgreementFacts, agent: null });
    expect(renderAgreement(body, fields, ['pets']).blocks).toHaveLength(2);
    expect(renderAgreement(body, fields, ['pets']).missing).toEqual([]);
    const asks = renderAgreement(body, fields, ['agent']);
    expect(asks.missing).toEqual(['agent.name']);
    expect(asks.blocks[1]?.en).toContain('⟦agent.name⟧');
  });

  test('reports an unknown field of a template by its name', () => expect(findUnknownFields('{rent} {rent.wrods}')).toEqual(['rent.wrods']));

  test('lists the rent increases that fall within the term', () => {
    expect(listEscalationSteps(sampleAgreementFacts)).toEqual([{ on: '2028-01-01', cents: 4_725_000 }]);
    expect(listEscalationSteps({ ...sampleAgreementFacts, escalation: { kind: 'none' } })).toEqual([]);
    expect(listEscalationSteps({ ...sampleAgreementFacts, endsOn: null, escalation: { kind: 'amount', value: 100_000, every_months: 24 } })).toEqual([
      { on: '2029-01-01', cents: 4_600_000 },
      { on: '2031-01-01', cents: 4_700_000 },
    ]);
  });

  test('counts the months of a term from its first day to its last day', () => {
    expect(countLeaseMonths('2027-01-01', '2028-12-31')).toBe(24);
    expect(countLeaseMonths('2027-01-15', '2028-01-14')).toBe(12);
    expect(countLeaseMonths('2027-01-01', null)).toBeNull();
  });
});
