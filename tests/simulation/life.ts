/** What a caller gets when the object it is calling is evicted from memory. */
export class ObjectReset extends Error {
  readonly retryable = true
  readonly remote = true
  constructor() {
    super('The object was reset.')
  }
}

const never = new Promise<never>(() => undefined)

/**
 * One stay of an object or a worker in memory. Once it has ended, nothing it awaits ever resolves
 * and it can no longer affect the world; its callers are notified.
 */
export class Life {
  #alive = true
  readonly #mourners = new Set<() => void>()

  get alive(): boolean {
    return this.#alive
  }

  end(): void {
    this.#alive = false
    for (const tell of this.#mourners) tell()
    this.#mourners.clear()
  }

  /** Throws if this life has ended: its code reached something without an await. */
  check(): void {
    if (!this.#alive) throw new Error('this code is no longer in memory')
  }

  /**
   * Does something in the world for this life; after the life has ended it does nothing and never
   * resolves.
   */
  ask<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#alive) return never
    return new Promise((resolve, reject) => {
      work().then(
        (value) => this.#alive && resolve(value),
        (error: unknown) => this.#alive && reject(error),
      )
    })
  }

  /** For outside callers: this life's result, or a reset if it ends first. */
  promised<T>(work: Promise<T>): Promise<T> {
    if (!this.#alive) return Promise.reject(new ObjectReset())
    return new Promise((resolve, reject) => {
      const tell = () => reject(new ObjectReset())
      this.#mourners.add(tell)
      const settled = () => this.#mourners.delete(tell)
      work.then(
        (value) => {
          settled()
          if (this.#alive) resolve(value)
        },
        (error: unknown) => {
          settled()
          if (this.#alive) reject(error)
        },
      )
    })
  }
}
