/** What the server says when a payment is to be made ready. */
export type Begun =
  | { kind: 'ready'; clientSecret: string }
  /** There is nothing to pay any more. */
  | { kind: 'paid' }
  /** What is to be paid is no longer what she has seen. Nothing was begun. */
  | { kind: 'changed' }
  /** Why not, in the page's language. */
  | { kind: 'refused'; text: string }
