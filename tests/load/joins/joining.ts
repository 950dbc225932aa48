import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Sample } from '#tests/load/harness.ts'
import type { Account } from './accounts.ts'
import { type Answer, ask, askFor, type Call } from './ask.ts'
import { party } from './carpool.ts'

/** A side of a row: its URL, and the carpool that is joined there. */
export type Joined = { url: string; carpoolId: string }

export const joinCall = (carpoolId: string, as: Account, key: string): Call => ({
  method: 'POST',
  path: `/carpool/${carpoolId}/join`,
  as,
  key,
  body: party,
})
export const giveUpCall = (participantId: string, as: Account): Call => ({
  method: 'DELETE',
  path: `/carpool/cancel-temporary-carpool/${participantId}`,
  as,
})
export const participantOf = ({ body }: Answer): string =>
  (body as { participantId: string }).participantId

/** How many people a carpool shows on the lists. */
export async function passengersOf({ url, carpoolId }: Joined): Promise<number> {
  const call: Call = { method: 'GET', path: `/carpool/${carpoolId}` }
  return (await askFor<{ currentPassengers: number }>(url, 200, call)).currentPassengers
}

/**
 * Shows that a side does what is measured: a join takes a seat that the lists show, the same key
 * again gives the same response and takes no seat, the key with another body is refused, and giving
 * up frees the seat. Throws otherwise.
 */
export async function checkJoining(side: Joined, as: Account): Promise<void> {
  const call = joinCall(side.carpoolId, as, randomUUID())
  const before = await passengersOf(side)
  const first = await ask(side.url, call)
  const again = await ask(side.url, call)
  const other = await ask(side.url, { ...call, body: { ...party, bag: 2 } })
  const during = await passengersOf(side)
  if (
    first.status !== 201 ||
    !isDeepStrictEqual(first, again) ||
    other.status !== 409 ||
    during !== before + 1
  )
    throw new Error(
      `joining failed at ${side.url}: ${JSON.stringify({ first, again, other, before, during })}`,
    )
  await askFor(side.url, 204, giveUpCall(participantOf(first), as))
  const after = await passengersOf(side)
  if (after !== before) throw new Error(`${side.url} shows ${after} people, not ${before}`)
}

/** What a row measures at a side: carpools that are joined in turn, by students in turn. */
export type Crowd = {
  url: string
  carpoolIds: string[]
  students: Account[]
  /** How many join at once. */
  clients: number
}

/**
 * Joins per second: students join and give their seat up again, over and over; only the joins are
 * counted. Any response other than a seat is a failure. Throws if the lists still show a joiner at
 * the end.
 */
export async function joinsPerSecond(crowd: Crowd, seconds: number): Promise<Sample> {
  const { url, clients } = crowd
  const sides = crowd.carpoolIds.map((carpoolId) => ({ url, carpoolId }))
  const before = await passengersAt(sides)
  const [nextSide, nextStudent] = [inTurn(sides), inTurn(crowd.students)]
  const startedAt = performance.now()
  let [joins, failures] = [0, 0]
  const over = () => performance.now() - startedAt >= seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!over()) {
        const [{ carpoolId }, as] = [nextSide(), nextStudent()]
        const joined = await ask(url, joinCall(carpoolId, as, randomUUID()))
        if (joined.status !== 201) {
          failures++
          continue
        }
        joins++
        const gone = await ask(url, giveUpCall(participantOf(joined), as))
        if (gone.status !== 204) failures++
      }
    }),
  )
  const value = joins / ((performance.now() - startedAt) / 1000)
  const after = await passengersAt(sides)
  if (after !== before) throw new Error(`${url} shows ${after} people after ${joins} joins`)
  return { value, failures }
}

async function passengersAt(sides: Joined[]): Promise<number> {
  let people = 0
  for (const side of sides) people += await passengersOf(side)
  return people
}

/** One of a list after the other, over and over. */
export function inTurn<T>(list: readonly T[]): () => T {
  let taken = 0
  return () => list[taken++ % list.length] as T
}
