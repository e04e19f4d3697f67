declare const ofTheCatalogue: unique symbol;
/** A text that came out of the catalogue, in the language in force: what a refusal says cannot be typed in beside it. */
export type Sentence = string & { readonly [ofTheCatalogue]: true };

/** Sentences one after the other are one more. */
export const together = (sentences: readonly Sentence[]): Sentence => sentences.join(' ') as Sentence;
