/** One message on its way out. `key` names it for good: sending the same key again is the same message. */
export type Outgoing = {
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar?: string;
};

export type Carrier = {
  readonly name: string;
  /** Answers the carrier's own name for the message, where it gives one. */
  send(message: Outgoing): Promise<string | null>;
  close(): Promise<void>;
};

/** Why it did not go. A lasting problem (no such mailbox) is not tried again. */
export class CarrierProblem extends Error {
  readonly lasting: boolean;
  constructor(message: string, lasting: boolean) {
    super(message);
    this.lasting = lasting;
  }
}
