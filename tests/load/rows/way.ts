import type { Row } from '#tests/load/harness.ts'
import { type Step, startJourney } from '#tests/load/journey.ts'

/** As far as the primary is from a student in Beijing, or half as far. */
const FAR = { d1: 100, object: 100, stripe: 300 }
const WAY = ['join form', 'join', 'payment page', 'pay', 'back from the bank', 'success']
const SEAT = 'from the join form to the success page'
const LOOKED_AT = 'slowest page that is only looked at'
const LEAVE = 'leaving'
/** Pages that are looked at, but for the payment's. */
const PRESSES = ['join', 'payment page', 'pay', 'back from the bank', 'leave']

const figures: Record<string, (steps: Step[]) => number> = {
  [SEAT]: (steps) => sumOf(steps.filter(({ name }) => WAY.includes(name))),
  [LOOKED_AT]: (steps) =>
    Math.max(...steps.filter(({ name }) => !PRESSES.includes(name)).map(({ ms }) => ms)),
  [LEAVE]: (steps) => sumOf(steps.filter(({ name }) => name === 'leave')),
}
const sumOf = (steps: Step[]): number => steps.reduce((sum, { ms }) => sum + ms, 0)

/**
 * What a student waits for on the way to a seat, with D1 and objects 100 ms away and Stripe 300.
 * tests/hops counts the same pages' round trips.
 */
export const way: Row = {
  id: '15',
  what: 'a student’s way to a seat, far from the platform',
  unit: 'ms',
  async open() {
    const journey = await startJourney(FAR)
    return {
      sides: Object.entries(figures).map(([name, figure]) => ({
        name,
        measure: async () => ({ value: figure(await journey.play()), failures: 0 }),
      })),
      close: journey.close,
    }
  },
  ratios: [
    { of: SEAT, reach: { atMost: 2200 } },
    { of: LOOKED_AT, reach: { atMost: 200 } },
    { of: LEAVE, reach: { atMost: 500 } },
  ],
}
