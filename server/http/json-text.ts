/** An answer that the database already wrote as JSON: it is sent unchanged and parsed only if its parts are needed. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const toJsonText = (answer: unknown): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));
export const parseJsonText = (answer: unknown): unknown => (answer instanceof JsonText ? JSON.parse(answer.text) : answer);
