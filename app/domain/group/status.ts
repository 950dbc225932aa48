/** What a status says about its group. docs/carpool.md explains each status and how it is left. */
type Fact =
  /** It can be joined as far as the status is concerned: it is open, whether or not it is full. */
  | 'open'
  /** Only its own people see it. */
  | 'hidden'
  /** Complete or private: it goes, or is under way. */
  | 'going'
  /** It was complete at some point, whatever happened later. Private cars don't count. */
  | 'filled'
  /** It travelled together. */
  | 'arrived'
  /** It goes ahead, or has, with whoever has paid. */
  | 'paying'
  /** Somebody may still have a balance to pay before anybody else's is worth anything. */
  | 'awaitsBalance'
  /** A deposit is still needed, so that a lost one is renewed or paid again. */
  | 'keepsDeposit'
  /** A deposit is charged as soon as it is placed. */
  | 'chargesDeposit'
  /** It has ended for good. A failed group has not: it waits for its people. */
  | 'over'
  /** It won't go any more: it is over, or has failed. */
  | 'ended'

/** The one table of statuses. Not every kind of group uses all of them. */
const STATUS = {
  PENDING: ['hidden'],
  OPEN: ['open', 'keepsDeposit'],
  FULL: ['open', 'keepsDeposit'],
  SUCCESS_PENDING_PAYMENT: [
    'going',
    'paying',
    'filled',
    'awaitsBalance',
    'keepsDeposit',
    'chargesDeposit',
  ],
  SUCCESS: ['going', 'paying', 'filled', 'keepsDeposit', 'chargesDeposit'],
  FAILED: ['ended', 'hidden'],
  PRIVATE_PENDING_PAYMENT: ['going', 'awaitsBalance', 'keepsDeposit'],
  PRIVATE: ['going', 'paying', 'keepsDeposit', 'chargesDeposit'],
  COMPLETED: ['over', 'ended', 'paying', 'filled', 'arrived'],
  CLOSED: ['over', 'ended', 'filled'],
  CANCELLED: ['over', 'ended', 'hidden'],
} as const satisfies Record<string, readonly Fact[]>

export type GroupStatus = keyof typeof STATUS
export const GROUP_STATUSES = Object.keys(STATUS) as [GroupStatus, ...GroupStatus[]]

export const is = (status: GroupStatus, fact: Fact): boolean =>
  (STATUS[status] as readonly Fact[]).includes(fact)

/** The statuses with one of these facts, for a query. */
export const statusesThat = (...facts: Fact[]): GroupStatus[] =>
  GROUP_STATUSES.filter((status) => facts.some((fact) => is(status, fact)))
