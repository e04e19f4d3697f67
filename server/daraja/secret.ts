import { inspect } from 'node:util';

/** A secret that cannot be logged by accident: logs, JSON and error messages show dots, only `reveal` returns the text. */
export class HiddenSecret {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  reveal(): string {
    return this.#text;
  }
  toString(): string {
    return '•••';
  }
  toJSON(): string {
    return '•••';
  }
  [inspect.custom](): string {
    return '•••';
  }
}
