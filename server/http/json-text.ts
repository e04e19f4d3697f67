/** An answer whose JSON the database wrote already: it is sent as it is, and read only where somebody needs its parts. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const textOf = (answer: unknown): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));
export const opened = (answer: unknown): unknown => (answer instanceof JsonText ? JSON.parse(answer.text) : answer);
