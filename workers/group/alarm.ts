/** What of an object's storage has to do with its one alarm. */
type Storage = Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm' | 'deleteAlarm'>

/**
 * The object's alarm, in the platform's time. It is remembered, so that it is set only where that
 * changes something: to set it is billed as a row written, and waits for the disk.
 */
export class Alarm {
  readonly #storage: Storage
  #at: number | null = null
  #sets = 0

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** Asks the platform when it comes; it may have been lost. */
  async look(): Promise<void> {
    const before = this.#sets
    const at = await this.#storage.getAlarm()
    if (this.#sets === before) this.#at = at
  }

  /** It has gone off. */
  wentOff(): void {
    this.#at = null
  }

  /** Sets it; null: none. What is committed in the same moment is stored together with it. */
  async set(at: number | null): Promise<void> {
    if (this.#at === at) return
    this.#at = at
    this.#sets++
    try {
      await (at === null ? this.#storage.deleteAlarm() : this.#storage.setAlarm(at))
    } catch {
      // The platform ends an object that cannot store anything; should it not, this is tried again.
      this.#at = null
    }
  }

  /**
   * Sets it where it would come later than `at`. One that comes earlier is left as it is: it finds
   * nothing to do and sets the next. So a hundred commands in a few seconds set it once or twice.
   */
  async setBy(at: number, now: number): Promise<void> {
    // One that has not come in its time was lost.
    if (this.#at !== null && this.#at < now) this.#at = null
    if (this.#at === null || this.#at > at) await this.set(at)
  }
}
