/**
 * The facts that follow from a group's status. docs/carpool.md explains each status and how it
 * ends.
 */
export type Fact =
  /** Its creator has not paid a deposit yet. */
  | 'draft'
  /** It can be joined as far as the status is concerned, whether or not it is full. */
  | 'open'
  /** Open, with a seat left. */
  | 'joinable'
  /** Only its own people see it. */
  | 'hidden'
  /** A shared carpool with every seat taken, or a trip with enough people, until it has arrived. */
  | 'complete'
  /** A private car that goes once it is paid for. */
  | 'unpaidCar'
  /** A private car that is paid for, until it has arrived. */
  | 'paidCar'
  /** Complete or private: it goes, or is under way. */
  | 'going'
  /** It has been complete. Private cars don't count. */
  | 'filled'
  /** It travelled together. */
  | 'arrived'
  /** It travels together, or has travelled together. */
  | 'together'
  /** The price for each of its people is settled. */
  | 'priced'
  /** It goes ahead with those who have paid, or already has. */
  | 'paying'
  /** Balances are still being paid, so it is not certain that the group goes. */
  | 'awaitsBalance'
  /** A deposit is still needed, so a lost one is renewed or paid again. */
  | 'keepsDeposit'
  /** A deposit is charged as soon as it is placed. */
  | 'chargesDeposit'
  /** Too few people joined it in time. */
  | 'failed'
  /** It was complete or private, and nobody in it has paid. */
  | 'closed'
  /** An administrator cancelled it, or everybody left it. */
  | 'cancelled'
  /** It has ended for good. A failed group has not: it waits for its people. */
  | 'over'
  /** It won't go any more: it is over, or has failed. */
  | 'ended'

const GOES = ['going', 'together', 'priced', 'keepsDeposit'] as const
const COMPLETE = [...GOES, 'complete', 'filled', 'paying', 'chargesDeposit'] as const
const OVER = ['over', 'ended'] as const

/** The one table of statuses. Not every kind of group uses all of them. */
const STATUS = {
  PENDING: ['draft', 'hidden'],
  OPEN: ['open', 'joinable', 'keepsDeposit'],
  FULL: ['open', 'keepsDeposit'],
  SUCCESS_PENDING_PAYMENT: [...COMPLETE, 'awaitsBalance'],
  SUCCESS: COMPLETE,
  FAILED: ['failed', 'ended', 'hidden'],
  PRIVATE_PENDING_PAYMENT: [...GOES, 'unpaidCar', 'awaitsBalance'],
  PRIVATE: [...GOES, 'paidCar', 'paying', 'chargesDeposit'],
  COMPLETED: [...OVER, 'priced', 'paying', 'filled', 'arrived', 'together'],
  CLOSED: [...OVER, 'closed', 'priced', 'filled'],
  CANCELLED: [...OVER, 'cancelled', 'hidden'],
} as const satisfies Record<string, readonly Fact[]>

export type GroupStatus = keyof typeof STATUS
export const GROUP_STATUSES = Object.keys(STATUS) as [GroupStatus, ...GroupStatus[]]

/** Whether one of these facts holds in a status. */
export const is = (status: GroupStatus, ...facts: Fact[]): boolean =>
  (STATUS[status] as readonly Fact[]).some((fact) => facts.includes(fact))

/** The statuses with one of these facts, for a query. */
export const statusesThat = (...facts: Fact[]): GroupStatus[] =>
  GROUP_STATUSES.filter((status) => is(status, ...facts))
