/** The server's response to a request to prepare a payment. */
export type PaymentStart =
  | { kind: 'ready'; clientSecret: string }
  /**
   * It goes on in another app or on another page: at `to`, or else on our page that waits for the
   * result.
   */
  | { kind: 'elsewhere'; to?: string }
  /** There is nothing left to pay. */
  | { kind: 'paid' }
  /**
   * The amount due, or the effect of the payment, is no longer what the page showed. Nothing was
   * begun. `text`: what changed, unless it is the amount.
   */
  | { kind: 'changed'; text?: string }
  /** The outcome is unknown. Asking again returns the same payment. */
  | { kind: 'unanswered' }
  /** The reason, in the page's language. */
  | { kind: 'refused'; text: string }
