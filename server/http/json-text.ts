/** An answer whose JSON the database wrote already: it is sent as it is, and read only where somebody needs its parts. */
export class Premade {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const textOf = (answer: unknown): string => (answer instanceof Premade ? answer.text : JSON.stringify(answer));
export const opened = (answer: unknown): unknown => (answer instanceof Premade ? JSON.parse(answer.text) : answer);
