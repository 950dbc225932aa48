/** The part of an object's storage that concerns its one alarm. */
type Storage = Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm' | 'deleteAlarm'>

/**
 * The object's alarm, in the platform's time. The time is cached, so that the alarm is only set
 * when that changes something: setting it is billed as a row written, and waits for the disk.
 */
export class Alarm {
  readonly #storage: Storage
  #at: number | null = null
  #sets = 0

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** Reads the alarm's time from the platform again, since the alarm may have been lost. */
  async look(): Promise<void> {
    const before = this.#sets
    const at = await this.#storage.getAlarm()
    if (this.#sets === before) this.#at = at
  }

  /** Call this when the alarm has gone off. */
  wentOff(): void {
    this.#at = null
  }

  /**
   * Sets the alarm; null removes it. Whatever is committed in the same moment is stored together
   * with it.
   */
  async set(at: number | null): Promise<void> {
    if (this.#at === at) return
    this.#at = at
    this.#sets++
    try {
      await (at === null ? this.#storage.deleteAlarm() : this.#storage.setAlarm(at))
    } catch {
      // The platform ends an object that cannot store anything. If it does not, the next call tries
      // again.
      this.#at = null
    }
  }

  /**
   * Makes sure the alarm comes by `at`. An earlier alarm is left as it is: it finds nothing to do
   * and sets the next one. So a hundred commands in a few seconds set it once or twice.
   */
  async setBy(at: number, now: number): Promise<void> {
    // An alarm whose time has passed without going off was lost.
    if (this.#at !== null && this.#at < now) this.#at = null
    if (this.#at === null || this.#at > at) await this.set(at)
  }
}
