import type { StuckRow } from '../../db/schema.ts'
import type { CarpoolObject } from '../../workers/carpool/carpool.ts'
import type { Command } from '../domain/carpool/command.ts'
import type { CarpoolState } from '../domain/carpool/state.ts'
import type { CarpoolId } from '../domain/id.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Instant } from '../domain/time.ts'

/** A carpool as its object knows it. `stuck` is empty unless a person has to step in. */
export type CarpoolSnapshot = { state: CarpoolState; nextDueAt: Instant | null; stuck: StuckRow[] }
export type PokeReport = { nextDueAt: Instant | null; changed: boolean }

export type CarpoolObjects = ReturnType<typeof createCarpoolObjects>

/** How long to wait before each retry, in milliseconds. */
const RETRY_AFTER_MS = [100, 400]

/**
 * The way to the carpools' objects. Every command can be said twice, so a call that broke is made
 * again on a fresh stub (a deploy resets objects) – but never one that was refused for load, since a
 * retry would add to it. Fails with `unavailable` when the object cannot be reached.
 */
export function createCarpoolObjects(objects: DurableObjectNamespace<CarpoolObject>) {
  async function call<T>(
    id: CarpoolId,
    work: (stub: DurableObjectStub<CarpoolObject>) => Promise<T>,
  ): Promise<Result<T>> {
    for (let attempt = 0; ; attempt++) {
      try {
        return ok(await work(objects.getByName(id)))
      } catch (error) {
        const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean }
        const wait = RETRY_AFTER_MS[attempt]
        if (overloaded || (retryable && wait === undefined))
          return fail('unavailable', { retryAfterSeconds: 5 })
        if (!retryable || wait === undefined) throw error
        await new Promise((resume) => setTimeout(resume, wait))
      }
    }
  }
  return {
    /** Says a command to a carpool. Gives the carpool as it is afterwards, or why it was refused. */
    async execute(id: CarpoolId, command: Command, eventId?: string): Promise<Result<CarpoolSnapshot>> {
      const answer = await call(
        id,
        async (stub) => (await stub.execute(command, eventId)) as Result<CarpoolSnapshot>,
      )
      return answer.ok ? answer.value : answer
    },

    /** The carpool as it is; null when there is none of this id. */
    snapshot: (id: CarpoolId): Promise<Result<CarpoolSnapshot | null>> =>
      call(id, async (stub) => (await stub.snapshot()) as CarpoolSnapshot | null),

    /** Makes a carpool do what is due now, and waits for it. */
    poke: (id: CarpoolId, how: { rebuild?: boolean } = {}): Promise<Result<PokeReport>> =>
      call(id, async (stub) => await stub.poke(how)),
  }
}
