import type { Life } from './life.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * How a database call fails: before it is executed, after it was executed, or so late that its
 * caller has given up.
 */
export type D1Fault = 'none' | 'fail' | 'lose' | 'hang'

/** What may fail at any moment; all of it is off when the world comes to rest. */
export type Trouble = {
  /** The next database calls that fail, and how. */
  d1: D1Fault[]
  /** Whether due alarms may misfire. */
  alarms: boolean
  /** How many calls to objects are refused as overloaded. */
  overloaded: number
}

/**
 * Everything between the parts: how long it takes, and whether what is in transit still arrives.
 */
export class Network {
  readonly trouble: Trouble = { d1: [], alarms: false, overloaded: 0 }
  readonly scheduler: Scheduler
  readonly chance: () => Random

  constructor(scheduler: Scheduler, chance: () => Random) {
    this.scheduler = scheduler
    this.chance = chance
  }

  /** Mostly zero or a few milliseconds; occasionally long enough for much else to happen. */
  async latency(): Promise<void> {
    const roll = this.chance().next()
    if (roll < 0.45) return
    const [least, most] = roll < 0.93 ? [1, 25] : roll < 0.985 ? [100, 900] : [2000, 9000]
    await this.scheduler.sleep(this.chance().int(least, most))
  }

  /** A round trip for a caller that may die on the way: what it has sent may still arrive. */
  send<T>(from: Life, work: () => Promise<T>): Promise<T> {
    return from.ask(async () => {
      await this.latency()
      if (!from.alive && this.chance().chance(0.5)) throw new Error('lost on the way')
      const answer = await work()
      await this.latency()
      return answer
    })
  }
}
