/** What the server says when a payment is to be made ready. */
export type Begun =
  | { kind: 'ready'; clientSecret: string }
  /** There is nothing to pay any more. */
  | { kind: 'paid' }
  /**
   * What is to be paid, or what comes of it, is no longer what the page has said. Nothing was
   * begun. `text`: unless it is the sum.
   */
  | { kind: 'changed'; text?: string }
  /** It is not known what it has done. Asking again gives the same payment. */
  | { kind: 'unanswered' }
  /** Why not, in the page's language. */
  | { kind: 'refused'; text: string }
