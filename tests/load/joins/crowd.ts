import { randomUUID } from 'node:crypto'
import type { Account } from './accounts.ts'
import { type Answer, ask, askFor, type Call } from './ask.ts'
import { FREE_SEATS, party, SEATS } from './carpool.ts'

/** The product's URL, and the carpool that is joined there. */
type Joined = { url: string; carpoolId: string }

const joinCall = (carpoolId: string, as: Account, key: string): Call => ({
  method: 'POST',
  path: `/carpool/${carpoolId}/join`,
  as,
  key,
  body: party,
})
const giveUpCall = (participantId: string, as: Account): Call => ({
  method: 'DELETE',
  path: `/carpool/cancel-temporary-carpool/${participantId}`,
  as,
})
const participantOf = ({ body }: Answer): string =>
  (body as { participantId: string }).participantId

/** How many people a carpool shows on the lists. */
async function passengersOf({ url, carpoolId }: Joined): Promise<number> {
  const call: Call = { method: 'GET', path: `/carpool/${carpoolId}` }
  return (await askFor<{ currentPassengers: number }>(url, 200, call)).currentPassengers
}

/** How often a student retries when told to try again, or when there is no response. */
const RETRIES = 20
const RETRY_AFTER_MS = 200
/** Joiners who repeat their call when everything is settled, winners first. */
const ECHOES = 50

/**
 * A carpool that only its creator is in. `seated`: the users with a held seat, according to what is
 * stored.
 */
export type Crowded = Joined & { seated(): Promise<string[]> }
type Joiner = { as: Account; key: string; answer: Answer | null; settledMs: number }
type CrowdResult = {
  /** Until 99 of 100 joiners know their outcome. */
  settledP99Ms: number
  /** What is wrong, in words; empty: nothing. */
  wrong: string[]
}

/**
 * Everyone wants one of the last seats at the same moment; a joiner who is told to try again does,
 * up to 20 times with the same key. Right means: as many winners as seats, each in a different
 * seat; all others are told that the carpool is full; what is stored and what the lists show match
 * the responses; and the same key gives the same response afterwards. The winners give up at the
 * end.
 */
export async function crowd(side: Crowded, accounts: Account[]): Promise<CrowdResult> {
  const startedAt = performance.now()
  const joiners = await Promise.all(accounts.map((as) => settle(side, as, startedAt)))
  const winners = joiners.filter(({ answer }) => answer?.status === 201)
  const wrong = [
    ...joiners.filter(({ answer }) => !isRefusal(answer) && answer?.status !== 201).map(describe),
    ...Array<string>(Math.abs(winners.length - FREE_SEATS)).fill(`${winners.length} have a seat`),
    ...(await disagreements(side, winners)),
    ...(await echoes(side, [...winners, ...joiners.filter((one) => !winners.includes(one))])),
  ]
  for (const { as, answer } of winners)
    if (answer) await askFor(side.url, 204, giveUpCall(participantOf(answer), as))
  return {
    settledP99Ms: p99(joiners.map(({ settledMs }) => settledMs)),
    wrong,
  }
}

export const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN

async function settle({ url, carpoolId }: Joined, as: Account, startedAt: number): Promise<Joiner> {
  const key = randomUUID()
  let answer: Answer | null = null
  for (let tried = 0; tried <= RETRIES; tried++) {
    answer = await ask(url, joinCall(carpoolId, as, key)).catch(() => null)
    if (answer && answer.status !== 429 && answer.status < 500) break
    await new Promise((resume) => setTimeout(resume, RETRY_AFTER_MS * (0.5 + Math.random())))
  }
  return { as, key, answer, settledMs: performance.now() - startedAt }
}

const codeOf = (answer: Answer | null): unknown =>
  (answer?.body as { code?: unknown } | undefined)?.code
const isRefusal = (answer: Answer | null) =>
  answer?.status === 409 && codeOf(answer) === 'carpoolFull'
const describe = ({ answer }: Joiner) =>
  `someone got ${answer?.status ?? 'no reply'} ${codeOf(answer) ?? ''}`

/** Where what is stored or shown differs from the responses. */
async function disagreements(side: Crowded, winners: Joiner[]): Promise<string[]> {
  const [seated, shown] = [await side.seated(), await passengersOf(side)]
  const said = winners.map(({ as }) => as.id)
  const places = new Set(winners.flatMap(({ answer }) => (answer ? [participantOf(answer)] : [])))
  return [
    ...(places.size === winners.length ? [] : ['two students have the same place']),
    ...(seated.sort().join() === said.sort().join() ? [] : [`${seated.length} seats are stored`]),
    ...(shown === SEATS ? [] : [`the lists show ${shown} people`]),
  ]
}

async function echoes(side: Crowded, joiners: Joiner[]): Promise<string[]> {
  const said = await Promise.all(
    joiners.slice(0, ECHOES).map(async ({ as, key, answer }) => {
      const again = await ask(side.url, joinCall(side.carpoolId, as, key))
      const same =
        again.status === answer?.status &&
        (again.status === 201
          ? participantOf(again) === participantOf(answer)
          : codeOf(again) === codeOf(answer))
      return same ? [] : [`${answer?.status} becomes ${again.status} when the request is repeated`]
    }),
  )
  return said.flat()
}
