declare const ofTheCatalogue: unique symbol;
/** A text from the catalogue, in the current language. The type keeps literal texts out of error messages. */
export type Sentence = string & { readonly [ofTheCatalogue]: true };

/** Joins sentences into one text. */
export const joinSentences = (sentences: readonly Sentence[]): Sentence => sentences.join(' ') as Sentence;
