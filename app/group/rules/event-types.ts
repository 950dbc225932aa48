import type { Event } from './event.ts'
import { type AnyEvent, EXTENSIONS } from './extensions.ts'
import { GROUP_STATUSES } from './status.ts'

/** Thrown for stored events that a newer version of the code wrote and this one does not know. */
export class NewerVersion extends Error {
  readonly what: string

  constructor(what: string) {
    super(`${NEWER}: ${what}`)
    this.what = what
  }
}
/** The start of the message; nothing else of an error survives a call to an object. */
export const NEWER = 'written by a newer version'

const TYPES: Record<Event['type'], true> = {
  drafted: true,
  tripDrafted: true,
  draftChanged: true,
  privateOpened: true,
  balancePriceSet: true,
  groupCancelled: true,
  statusChanged: true,
  seatHeld: true,
  partyChanged: true,
  holdLapsing: true,
  seatFreed: true,
  seatTaken: true,
  seatLeft: true,
  converted: true,
  chargeBegun: true,
  chargeReserved: true,
  chargeAttached: true,
  chargeClosing: true,
  chargeLost: true,
  chargeHeld: true,
  chargePaid: true,
  chargeReleased: true,
  depositDeadlinePassed: true,
  renewalDue: true,
  renewalFailed: true,
  strayFound: true,
  strayReturned: true,
  placeRefunded: true,
  moneyReturned: true,
  refundFailed: true,
  disputeOpened: true,
  disputeClosed: true,
  placeMoved: true,
  placeArrived: true,
  wentWithFewer: true,
}
export const EVENT_TYPES = [TYPES, ...EXTENSIONS.map(({ events }) => events)].flatMap(Object.keys)

/** A new status, size or price changes what everybody owes. */
const CONCERN_ALL: readonly string[] = ['statusChanged', 'balancePriceSet', 'wentWithFewer']

/** Whether an event of this type changes what the lists show of every place. */
export const concernsAll = (type: string): boolean =>
  CONCERN_ALL.includes(type) ||
  EXTENSIONS.some(({ concernsAll = [] }) => concernsAll.some((one) => one === type))

/** Whether an event belongs to the group itself and not to one of its features. */
export const isOfGroup = (event: AnyEvent): event is Event => Object.hasOwn(TYPES, event.type)

/**
 * Throws for an event of a type, or with a status, that this version does not know. Whatever else
 * is new in an event has to be of a new type, or optional (event.ts).
 */
export function assertKnown(event: AnyEvent): void {
  if (!EVENT_TYPES.includes(event.type)) throw new NewerVersion(event.type)
  if (event.type === 'statusChanged' && !GROUP_STATUSES.includes(event.to))
    throw new NewerVersion(event.to)
}
