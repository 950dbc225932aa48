export type Timer = { at: number; seq: number; fn: () => void; live: boolean }

/** More than any history needs; beyond this, something keeps rescheduling itself forever. */
const FIRED_MAX = 150_000
const nextTurn = globalThis.setImmediate

/**
 * The only clock of a simulation, and everything that waits for it. Time stands still while code
 * runs and jumps to the next timer when nothing is running any more, so waiting costs nothing and
 * the order of events depends only on their times.
 */
export class Scheduler {
  now: number
  fired = 0
  #seq = 0
  /** A binary heap, earliest first. */
  readonly #heap: Timer[] = []

  constructor(now: number) {
    this.now = now
  }

  set(fn: () => void, ms: number): Timer {
    const timer = { at: this.now + Math.max(0, Number(ms) || 0), seq: this.#seq++, fn, live: true }
    this.#push(timer)
    return timer
  }

  clear(timer: Timer | undefined | null): void {
    if (timer) timer.live = false
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.set(resolve, ms))
  }

  /**
   * Fires timers in order until `done`, or until time would pass `until`. Returns true when done.
   */
  async run(until: number, done: () => boolean = () => false): Promise<boolean> {
    for (;;) {
      await idle()
      if (done()) return true
      const timer = this.#pop(until)
      if (!timer) {
        this.now = Math.max(this.now, Number.isFinite(until) ? until : this.now)
        return false
      }
      if (++this.fired > FIRED_MAX) throw new Error('the simulated world does not come to rest')
      this.now = Math.max(this.now, timer.at)
      timer.fn()
    }
  }

  #pop(until: number): Timer | null {
    for (;;) {
      const first = this.#heap[0]
      if (!first || (first.live && first.at > until)) return null
      const last = this.#heap.pop()
      if (last && last !== first) this.#sink(last)
      if (first.live) return first
    }
  }

  #push(timer: Timer): void {
    const heap = this.#heap
    let at = heap.push(timer) - 1
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = heap[up]
      if (!parent || before(parent, timer)) break
      heap[at] = parent
      at = up
    }
    heap[at] = timer
  }

  #sink(timer: Timer): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      const left = heap[down]
      const right = heap[down + 1]
      if (!left) break
      if (right && before(right, left)) down++
      const child = heap[down]
      if (!child || before(timer, child)) break
      heap[at] = child
      at = down
    }
    heap[at] = timer
  }
}

const before = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.seq < b.seq)

/**
 * Waits until every promise that can proceed has proceeded. Simulated code waits only for the
 * scheduler.
 */
const idle = () => new Promise<void>((resolve) => nextTurn(resolve))
