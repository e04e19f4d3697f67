/** Sentences of demo reviews by mood. Each review combines two sentences, so that no two reviews are alike. */
export type ReviewMood = 'good' | 'fair' | 'poor';

export const reviewOpenings: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: [
    'We saw it on a Saturday and moved in the same month.',
    'The best of the nine places we toured.',
    'Exactly as the pictures showed it.',
    'Came back a second time in the evening and it was just as calm.',
    'My sister lives here already and she was right to send me.',
    'Clean from the gate to the roof.',
    'I would take it again.',
    'The caretaker knows every tenant by name.',
    'Good value for what one pays in this area.',
  ],
  fair: [
    'A decent place with a few things to mend.',
    'Good for the price, not more.',
    'Fine for a couple, tight for a family.',
    'The house is good, the road to it less so.',
    'We liked the rooms more than the compound.',
    'It is what it says, though the pictures are some years old.',
    'Some days are better than others here.',
  ],
  poor: [
    'I had hoped for more after the pictures.',
    'Too many small things are broken.',
    'We waited long for somebody to open the gate.',
    'The charges grew between the first call and the tour.',
    'Not a place I would bring children to yet.',
  ],
};

export const reviewDetails: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: [
    'Borehole water every day, and the tank on the roof covers the dry weeks.',
    'The generator took over within seconds when KPLC went off.',
    'Guards check every car, also at night.',
    'The stage is four minutes on foot.',
    'Tokens are per house, so nobody pays for the neighbour.',
    'Garbage goes out on Tuesdays and Fridays without being asked for.',
    'Fibre is in every house already.',
    'Quiet after nine, and the neighbours keep it so.',
    'Repairs are done within two days, I asked three tenants.',
    'There is room for two cars and visitors.',
    'The stairs are lit and washed every morning.',
  ],
  fair: [
    'Water runs four days a week; one needs the tank.',
    'Parking is first come, first served after six.',
    'The matatus are heard until ten.',
    'The lift was out on the day we came.',
    'Phone signal is weak in the back rooms.',
    'The service charge is fair but was told late.',
    'Paint in the corridor is due.',
    'The caretaker is friendly and hard to reach on Sundays.',
  ],
  poor: [
    'Water had been off for a week and nobody could say why.',
    'The lamp at the gate is dead and the lane is dark.',
    'Wires hang open beside the meters.',
    'The drain smells after rain.',
    'Two windows on the ground floor do not lock.',
    'Nobody answered the office phone for three days.',
  ],
};

export const reviewPros = [
  'Water every day',
  'Near the stage',
  'Good guards',
  'Bright rooms',
  'Honest charges',
  'Quiet at night',
  'Fast repairs',
  'Space for children',
];
export const reviewCons = [
  'Parking fills up early',
  'Weak signal inside',
  'Dust in the dry months',
  'Stairs only',
  'Small kitchen',
  'Dark lane',
  'Slow office',
];

export const agentReviewLabels: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: [
    'Came on time and had the keys with him.',
    'Told us every fee before we left home.',
    'Knew which side gets the afternoon sun and where the water comes from.',
    'Asked for nothing before the tour and gave a receipt after.',
    'Showed three houses in one morning and pressed us for none.',
  ],
  fair: [
    'Friendly, though the tour was moved twice.',
    'Knew the house well and the papers less.',
    'Answered in the evenings only, but always answered.',
  ],
  poor: ['Forgot the keys, so we saw the house from outside.', 'The fee was higher than the page said.'],
};

export const reviewReplies: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: ['Asante sana. We will tell the caretaker.', 'Karibu tena, and greet the family.', 'Thank you. We have passed this on to the guards.'],
  fair: ['Thank you. The painter comes next month.', 'Fair points. We have asked for a second tank.', 'The lift works again since Thursday.'],
  poor: ['We are sorry. The lamp and the lane light were replaced this week.', 'The electrician closed the meter board on Monday. Come and see.'],
};
