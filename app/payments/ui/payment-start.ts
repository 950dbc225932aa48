/** What the server answers when asked to prepare a payment. */
export type PaymentStart =
  | { kind: 'ready'; clientSecret: string }
  /** There is nothing left to pay. */
  | { kind: 'paid' }
  /**
   * What is due, or what the payment leads to, is no longer what the page showed. Nothing was
   * begun. `text`: what changed, unless it is the amount.
   */
  | { kind: 'changed'; text?: string }
  /** Its effect is unknown. Asking again returns the same payment. */
  | { kind: 'unanswered' }
  /** The reason, in the page's language. */
  | { kind: 'refused'; text: string }
