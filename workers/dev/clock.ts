import { DurableObject } from 'cloudflare:workers'
import type { Clock } from '../../app/domain/time.ts'

/**
 * Development's clock: the system's plus an offset that only grows. The offset is kept in an object
 * so that it outlives a restart, and in this module for everything that asks the time; the worker
 * and its objects share the module.
 */
let offsetMs = 0
let loaded: Promise<void> | undefined

export const devClock: Clock = {
  now: () => Date.now() + offsetMs,
  systemTime: (instant) => instant - offsetMs,
}

export type ClockEnv = { DEV_CLOCK: DurableObjectNamespace<DevClock> }
const store = (env: ClockEnv) => env.DEV_CLOCK.getByName('clock')

export class DevClock extends DurableObject {
  read(): number {
    return this.ctx.storage.kv.get<number>('offsetMs') ?? 0
  }
  write(offset: number): void {
    this.ctx.storage.kv.put('offsetMs', offset)
  }
}

/** Reads the stored offset, once for this process. */
export function loadClock(env: ClockEnv): Promise<void> {
  loaded ??= store(env)
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
  await store(env).write(offsetMs)
}

export const clockOffsetSeconds = () => offsetMs / 1000
