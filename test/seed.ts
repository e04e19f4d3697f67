import fc from 'fast-check';

/** The same random cases in every run, so that a red run is red for whoever looks; `FC_SEED=$RANDOM npm test -- unit` goes looking for others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 2026) });
