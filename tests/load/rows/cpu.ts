import { randomUUID } from 'node:crypto'
import { fillCarpools } from '#tests/load/carpools.ts'
import type { Row } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { askFor } from '#tests/load/joins/ask.ts'
import { FREE_SEATS, openCarpool } from '#tests/load/joins/carpool.ts'
import { giveUpCall, inTurn, joinCall } from '#tests/load/joins/joining.ts'
import { startProduct } from '#tests/load/product.ts'
import { openProfiler } from '#tests/load/profile.ts'
import { signIn } from '#tests/load/sign-in.ts'
import { startStripe } from '#tests/load/stripe.ts'

const INSPECTOR = 9339
const PAGE = '/neighbourhelp/carpool?tripType=PICKUP'
/** Requests per round and second. */
const PAGES = 100
const ROUNDS = 25
const STUDENTS = 500

/** Enough requests to be warm; V8 has optimised by then. */
const WARM = 300

/** CPU per request, whatever else the machine is doing; in the runtime, not in V8 alone. */
export const cpu: Row = {
  id: '13',
  what: 'CPU: the list of 20 cards, signed in; a join',
  unit: 'ms',
  async open() {
    const stripe = await startStripe()
    const product = await startProduct({ inspectorPort: INSPECTOR, outbound: stripe.answer })
    const db = await product.database()
    await fillCarpools(db, 100)
    const headers = { Cookie: await signIn(db) }
    const accounts = makeAccounts(1 + STUDENTS)
    await storeAccounts(db, accounts)
    const [creator, ...students] = accounts as [Account, ...Account[]]
    const nextStudent = inTurn(students)
    const view = async () => {
      const response = await fetch(product.url + PAGE, { headers })
      if (!response.ok) throw new Error(`the list answers ${response.status}`)
      await response.text()
    }
    const views = async (count: number) => {
      for (let n = 0; n < count; n++) await view()
    }
    /** Students join one after the other, and give up outside what is measured. */
    const joins = async (rounds: number) => {
      // A carpool remembers everyone who has held a seat, so each measurement has a new one.
      const carpoolId = await openCarpool(product.url, stripe, creator)
      let ms = 0
      for (let round = 0; round < rounds; round++) {
        const places: [string, Account][] = []
        ms += await profiler.cpuMsOf(async () => {
          for (let seat = 0; seat < FREE_SEATS; seat++) {
            const as = nextStudent()
            const call = joinCall(carpoolId, as, randomUUID())
            const { participantId } = await askFor<{ participantId: string }>(
              product.url,
              201,
              call,
            )
            places.push([participantId, as])
          }
        })
        for (const [id, as] of places) await askFor(product.url, 204, giveUpCall(id, as))
      }
      return ms / (rounds * FREE_SEATS)
    }
    const profiler = await openProfiler(INSPECTOR)
    await views(WARM)
    await joins(ROUNDS)
    const cost = (ms: number) => ({ value: ms, failures: 0 })
    return {
      sides: [
        {
          name: 'signed-in list',
          measure: async (seconds) => {
            const count = Math.round(PAGES * seconds)
            return cost((await profiler.cpuMsOf(() => views(count))) / count)
          },
        },
        {
          name: 'join',
          measure: async (seconds) => cost(await joins(Math.round(ROUNDS * seconds))),
        },
      ],
      async close() {
        profiler.close()
        await Promise.all([product.close(), stripe.close()])
      },
    }
  },
  ratios: [
    { of: 'signed-in list', reach: { atMost: 3 } },
    { of: 'join', reach: { atMost: 4 } },
  ],
}
