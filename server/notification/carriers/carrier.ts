/** An outgoing message. `key` is its permanent identity: two messages with the same key are the same message. */
export type OutgoingMessage = {
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar?: string;
};

export type MessageCarrier = {
  readonly name: string;
  /** Returns the carrier's id of the message, if it has one. */
  send(message: OutgoingMessage): Promise<string | null>;
  close(): Promise<void>;
};

/** The reason why a message was not sent. A permanent failure (for example an unknown mailbox) is not retried. */
export class MessageCarrierError extends Error {
  readonly lasting: boolean;
  constructor(message: string, lasting: boolean) {
    super(message);
    this.lasting = lasting;
  }
}
