import { DurableObject } from 'cloudflare:workers'
import type { Clock } from '#app/kernel/time.ts'

/**
 * Development's clock: the system's plus an offset that only grows. The offset is stored in an
 * object so that it outlives a restart, and in this module for everything that reads the time; the
 * worker and its objects share the module.
 */
let offsetMs = 0
let loaded: Promise<void> | undefined

export const devClock: Clock = {
  now: () => Date.now() + offsetMs,
  systemTime: (instant) => instant - offsetMs,
}

export type ClockEnv = { DEV_CLOCK: DurableObjectNamespace<DevClock> }
export const devStore = (env: ClockEnv) => env.DEV_CLOCK.getByName('clock')

export class DevClock extends DurableObject {
  read(): number {
    return this.ctx.storage.kv.get<number>('offsetMs') ?? 0
  }
  write(offset: number): void {
    this.ctx.storage.kv.put('offsetMs', offset)
  }
  hasDemo(): boolean {
    return this.ctx.storage.kv.get<boolean>('demo') ?? false
  }
  /**
   * Returns true to the first caller, who loads the demo; false once it is loaded. Throws in
   * between, so that half a demo is not mistaken for the whole one.
   */
  claimDemo(): boolean {
    if (this.hasDemo()) return false
    if (this.ctx.storage.kv.get<boolean>('demoClaimed'))
      throw new Error('the demo was not played to its end; `npm run reset` deletes it')
    this.ctx.storage.kv.put('demoClaimed', true)
    return true
  }
  markDemo(): void {
    this.ctx.storage.kv.put('demo', true)
  }
}

/** Reads the stored offset, once for this process. */
export function loadClock(env: ClockEnv): Promise<void> {
  loaded ??= devStore(env)
    .read()
    .then((stored) => {
      offsetMs = stored
    })
  return loaded
}

/** Moves the clock forward. Takes whole seconds, not below 0. */
export async function advanceClock(env: ClockEnv, seconds: number): Promise<void> {
  await loadClock(env)
  offsetMs += seconds * 1000
  await devStore(env).write(offsetMs)
}

/**
 * Runs `work` as if it happened `ms` ago, for demo data with a past. Use it only before anything
 * else uses the clock: the clock runs behind during the call.
 */
export async function playedEarlier(ms: number, work: () => Promise<void>): Promise<void> {
  offsetMs -= ms
  try {
    await work()
  } finally {
    offsetMs += ms
  }
}

export const clockOffsetSeconds = () => offsetMs / 1000
