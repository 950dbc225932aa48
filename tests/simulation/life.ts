/** What a caller gets when the object it talks to is taken out of memory. */
export class ObjectReset extends Error {
  readonly retryable = true
  readonly remote = true
  constructor() {
    super('The object was reset.')
  }
}

const never = new Promise<never>(() => undefined)

/**
 * One stay of an object or a worker in memory. Whatever it waits for never comes once it has ended,
 * and it can do nothing to the world any more; those who wait for it are told.
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

  /**
   * Throws for one who should not be able to run any more: its code reached something without an
   * await.
   */
  check(): void {
    if (!this.#alive) throw new Error('this code is not in memory any more')
  }

  /** Does something in the world for this life: the dead ask in vain, and never hear. */
  ask<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#alive) return never
    return new Promise((resolve, reject) => {
      work().then(
        (value) => this.#alive && resolve(value),
        (error: unknown) => this.#alive && reject(error),
      )
    })
  }

  /** For those outside: what this life has promised, or a reset when it ends before. */
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
