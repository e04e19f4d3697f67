/** Sentences of demo reviews by mood. Each review combines two sentences, so that no two reviews are alike. */
export type ReviewMood = 'good' | 'fair' | 'poor';

export const reviewOpenings: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: [
    'We saw it on a Saturday and moved in the same month.',
    'The best of the nine homes we toured.',
    'It looks exactly like the photos.',
    'We came back in the evening and it was just as quiet.',
    'My sister already lives here, and she was right to recommend it.',
    'The compound and the stairs are very clean.',
    'I would rent here again.',
    'The caretaker knows every tenant by name.',
    'Good value for this area.',
  ],
  fair: [
    'A decent place with a few things to fix.',
    'Okay for the price, but nothing special.',
    'Fine for a couple, but small for a family.',
    'The house is good, but the road to it is rough.',
    'We liked the rooms more than the compound.',
    'It matches the listing, but the photos are a few years old.',
    'Mostly fine, with a few bad days.',
  ],
  poor: [
    'The photos looked better than the house.',
    'Too many small things are broken.',
    'We waited a long time at the gate before the caretaker came.',
    'The charges went up between the first call and the tour.',
    'I would not live here with children yet.',
  ],
};

export const reviewDetails: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: [
    'There is borehole water every day and a big tank on the roof.',
    'The generator started within seconds when the electricity went off.',
    'The guards check every car, even at night.',
    'The stage is four minutes away on foot.',
    'Each house has its own token meter, so you pay only for what you use.',
    'Garbage is collected every Tuesday and Friday.',
    'Every house already has fibre internet.',
    'The neighbours are quiet after 9 PM.',
    'Three tenants said that repairs are done within two days.',
    'There is parking for two cars and for visitors.',
    'The stairs are well lit and are washed every morning.',
  ],
  fair: [
    'Water runs four days a week, so you need the tank.',
    'Parking is first come, first served after 6 PM.',
    'You can hear the matatus until 10 PM.',
    'The lift was not working on the day of our tour.',
    'The phone signal is weak in the back rooms.',
    'The service charge is fair, but we learnt about it late.',
    'The corridor needs painting.',
    'The caretaker is friendly but hard to reach on Sundays.',
  ],
  poor: [
    'There had been no water for a week, and the caretaker did not know why.',
    'The light at the gate does not work, and the lane is dark.',
    'There are exposed wires beside the meters.',
    'The drain smells after rain.',
    'Two windows on the ground floor do not lock.',
    'The office did not answer the phone for three days.',
  ],
};

export const reviewPros = [
  'Water every day',
  'Near the stage',
  'Good security',
  'Bright rooms',
  'Clear charges',
  'Quiet at night',
  'Fast repairs',
  'Space for children',
];
export const reviewCons = [
  'Parking fills up early',
  'Weak phone signal inside',
  'Dusty in the dry season',
  'No lift',
  'Small kitchen',
  'Dark lane',
  'Office replies slowly',
];

export const agentReviewLabels: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: [
    'Came on time and had the keys.',
    'Explained every fee before the tour.',
    'Knew the house well and explained the water supply.',
    'Took no money before the tour and gave us a receipt for the deposit.',
    'Showed us three houses in one morning and did not pressure us.',
  ],
  fair: ['Friendly, but moved the tour twice.', 'Knew the house well, but not the documents.', 'Replied only in the evenings, but always replied.'],
  poor: ['Forgot the keys, so we saw the house only from outside.', 'The fee was higher than the listing said.'],
};

export const reviewReplies: Readonly<Record<ReviewMood, readonly string[]>> = {
  good: [
    'Asante sana. We will let the caretaker know.',
    'Karibu tena, and greetings to your family.',
    'Thank you. We have passed this on to the guards.',
  ],
  fair: [
    'Thank you. We will repaint next month.',
    'Thank you for the feedback. We have ordered a second tank.',
    'The lift was repaired on Thursday.',
  ],
  poor: [
    'We are sorry. The lights at the gate and in the lane were replaced this week.',
    'We are sorry. The electrician repaired the wiring at the meter board on Monday.',
  ],
};
