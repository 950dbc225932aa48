import { createHash, randomBytes } from 'node:crypto'

/**
 * What all peers of the joins rows share: the three API calls that the rows make, read, checked and
 * answered as the product does, without its other duties (limits per address, limits on a user's
 * open holds, languages, one log line per request). A peer is what is behind it: how a seat is
 * assigned. This file runs in Node in front of PostgreSQL and in a worker in front of D1.
 */
export type Party = {
  people: number
  terminal: string
  flightNumber: string | null
  flightTime: number
  nLocation: string
  bigLuggage: number
  smallLuggage: number
  bag: number
}
export type Join = {
  tokenHash: string
  key: string
  requestHash: string
  groupId: string
  /** For the place, if one is created. */
  participantId: string
  party: Party
  now: number
  holdExpiresAt: number
}
export type GiveUp = { tokenHash: string; groupId: string; participantId: string; now: number }
export type Answer = { status: number; body: string }

/**
 * How one design assigns seats. Every result except a bug is an `Answer`; a stored one is returned
 * again for its key.
 */
export type Peer = {
  join(asked: Join): Promise<Answer>
  giveUp(asked: GiveUp): Promise<Answer>
  /** The number of people with a seat, according to the lists. */
  passengers(groupId: string): Promise<number>
}

const HOLD_MS = 15 * 60_000
/** A joiner's flight may be this far from the first flight of the car. */
export const FLIGHT_WINDOW_MS = 3 * 3_600_000
const JOIN = /^\/api\/carpool\/(car_\w{26})\/join$/
const GIVE_UP = /^\/api\/carpool\/cancel-temporary-carpool\/(par_(\w{26})_\w{10})$/
const CARD = /^\/api\/carpool\/(car_\w{26})$/

const refusal = (status: number, code: string): Answer => ({
  status,
  body: JSON.stringify({ status, code }),
})
export const loginExpired = refusal(401, 'loginExpired')
export const invalidCarpool = refusal(404, 'invalidCarpool')
export const notFound = refusal(404, 'notFound')
export const notOpen = refusal(409, 'notOpen')
export const cutoffPassed = refusal(409, 'cutoffPassed')
export const alreadyPaid = refusal(409, 'alreadyPaid')
export const carpoolFull = refusal(409, 'carpoolFull')
export const keyReused = refusal(409, 'idempotencyKeyReused')
export const flightTooFar = refusal(422, 'flightTimeRangeError')
export const unavailable = refusal(503, 'unavailable')
export const done: Answer = { status: 204, body: '' }

/** The response when a seat was assigned. */
export function held(participantId: string, holdExpiresAt: number): Answer {
  const until = new Date(holdExpiresAt).toISOString()
  return {
    status: 201,
    body: JSON.stringify({ participantId, amount: 2000, currency: 'gbp', holdExpiresAt: until }),
  }
}

/** The earlier response to a key, if it was for the same request. */
export const again = (kept: Answer & { requestHash: string }, asked: Join): Answer =>
  kept.requestHash === asked.requestHash ? { status: kept.status, body: kept.body } : keyReused

/** Answers one request. */
export async function answer(
  peer: Peer,
  method: string,
  pathname: string,
  header: (name: string) => string | null,
  body: string,
): Promise<Answer> {
  const tokenHash = sha256(header('authorization')?.replace('Bearer ', '') ?? '')
  const now = Date.now()
  const joining = method === 'POST' && JOIN.exec(pathname)
  if (joining) {
    const [, groupId = ''] = joining
    const key = header('idempotency-key') ?? ''
    const party = readParty(body)
    if (!party) return refusal(422, 'validationFailed')
    const participantId = `par_${groupId.slice(4)}_${randomBytes(5).toString('hex')}`
    const requestHash = sha256(pathname + body)
    const holdExpiresAt = now + HOLD_MS
    return peer.join({
      tokenHash,
      key,
      requestHash,
      groupId,
      participantId,
      party,
      now,
      holdExpiresAt,
    })
  }
  const giving = method === 'DELETE' && GIVE_UP.exec(pathname)
  if (giving) {
    const [, participantId = '', letters = ''] = giving
    return peer.giveUp({ tokenHash, groupId: `car_${letters}`, participantId, now })
  }
  const card = CARD.exec(pathname)
  if (!card) return notFound
  const currentPassengers = await peer.passengers(card[1] ?? '')
  return { status: 200, body: JSON.stringify({ currentPassengers }) }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A joiner's form, or null if it is invalid. */
function readParty(body: string): Party | null {
  let form: Record<string, unknown>
  try {
    form = JSON.parse(body) as Record<string, unknown>
  } catch {
    return null
  }
  const {
    people = 1,
    terminal,
    flightNumber,
    flightTime,
    nLocation,
    bigLuggage,
    smallLuggage,
    bag,
  } = form
  const count = (value: unknown, max: number): value is number =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
  const text = (value: unknown, max: number): value is string =>
    typeof value === 'string' && value.length >= 1 && value.length <= max
  const at = Date.parse(String(flightTime))
  const right =
    text(terminal, 20) &&
    text(nLocation, 100) &&
    text(flightNumber, 20) &&
    !Number.isNaN(at) &&
    count(people, 5) &&
    count(bigLuggage, 12) &&
    count(smallLuggage, 5) &&
    count(bag, 5)
  if (!right) return null
  return {
    people,
    terminal,
    flightNumber,
    flightTime: at,
    nLocation,
    bigLuggage,
    smallLuggage,
    bag,
  }
}
