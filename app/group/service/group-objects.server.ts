import type { Command as CarpoolCommand } from '#app/carpool/rules/command.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { NEWER } from '#app/group/rules/event-types.ts'
import type { AnyCommand } from '#app/group/rules/extensions.ts'
import type { Group, PlaceIn } from '#app/group/rules/state.ts'
import type { GroupId, UserId } from '#app/kernel/id.ts'
import { PATIENCE_MS, RETRY_AFTER_S } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Bounded } from '#app/kernel/within.ts'
import type { NewNotices } from '#app/notices/service/new-notices.server.ts'
import { createLog, type Log } from '#app/platform/log.server.ts'
import { createPatience } from '#app/platform/patience.server.ts'
import { isInRequest, perRequest } from '#app/platform/request-scope.server.ts'
import type { Command as TripCommand } from '#app/trip/rules/command.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import type { StuckRow } from '#db/schema.ts'
import { isTripId } from './group-id.server.ts'

/**
 * The location of new objects: next to D1, which each of them writes to. The command that creates
 * D1 (docs/deploy.md) names the same place (decision 0002).
 */
export const LOCATION = 'weur'

/**
 * A group as its object knows it. `stuck` is empty unless an administrator has to step in;
 * `noticed`: this call created notices. `kept`: its answer is stored, as it requested.
 */
export type GroupSnapshot<S extends Group = Group> = {
  state: S
  nextDueAt: Instant | null
  stuck: StuckRow[]
  noticed: boolean
}
/** eventId: the provider's event behind the command. */
export type ExecuteHow = { eventId?: string }
/** rebuild: rewrite its rows in D1. retry: retry now what is waiting for its next try. */
export type PokeHow = { rebuild?: boolean; retry?: boolean }
export type PokeReport = { nextDueAt: Instant | null; changed: boolean; noticed: boolean }

/** How long to wait before each retry, in milliseconds. */
const RETRY_AFTER_MS = [100, 400]

/** The calls an object accepts. Its answers arrive as plain values over RPC. */
type GroupStub<Command> = {
  execute(command: Command, how?: ExecuteHow): Promise<unknown>
  snapshot(): Promise<unknown>
  poke(how: PokeHow): Promise<PokeReport>
  ask(part: string, question: object): Promise<unknown>
  forgetPerson(userId: UserId): Promise<unknown>
}
/**
 * The binding of one kind of group: finds a group's object by the group's id. `locationHint`: the
 * location if it is new.
 */
export type GroupNamespace<Command> = {
  getByName(id: string, how?: { locationHint?: typeof LOCATION }): GroupStub<Command>
}

/** The platform's error for a failed call to an object. */
type Broken = { message: string; retryable?: boolean; overloaded?: boolean; remote?: boolean }
type Means = { bounded?: Bounded; log?: Log; newNotices?: NewNotices }

/** The commands that every kind of group accepts, for the party of this kind. */
export type CommandTo<S extends Group> = AnyCommand<PlaceIn<S>['party']>
export type GroupObjects<S extends Group, Command = CommandTo<S>> = ReturnType<
  typeof createGroupObjects<S, Command>
>

/**
 * Access to the objects of one kind of group. Every command can be repeated, so a broken call is
 * made again on a fresh stub (a deploy resets objects), but never one that was refused because of
 * load, since a retry would add to it, and never one that gave no answer in time. Fails with
 * `unavailable` when the object cannot be reached, or was written by a newer version of the code.
 * `newNotices` is told whether each command created notices.
 */
export function createGroupObjects<S extends Group, Command = CommandTo<S>>(
  objects: GroupNamespace<Command>,
  { bounded = createPatience(PATIENCE_MS), log = createLog(), newNotices }: Means = {},
) {
  type Id = S['id']
  type Snapshot = GroupSnapshot<S>
  /** The snapshots that this request has read; a command replaces its group's. */
  const known = perRequest(() => new Map<Id, Promise<Result<Snapshot | null>>>())
  async function call<T>(
    id: Id,
    work: (stub: GroupStub<Command>) => Promise<T>,
  ): Promise<Result<T>> {
    for (let attempt = 0; ; attempt++) {
      try {
        return ok(await bounded(() => work(objects.getByName(id, { locationHint: LOCATION }))))
      } catch (error) {
        const { retryable, overloaded, remote, message } = error as Broken
        if (message.startsWith(NEWER)) return fail('unavailable', { retryAfterSeconds: 60 })
        const wait = RETRY_AFTER_MS[attempt]
        // Thrown by the object's own code: a bug.
        if (remote && !retryable && !overloaded) throw error
        if (!retryable || overloaded || wait === undefined) {
          log.error('an object could not be reached', error, { id })
          return fail('unavailable', { retryAfterSeconds: RETRY_AFTER_S })
        }
        await new Promise((resume) => setTimeout(resume, wait))
      }
    }
  }
  return {
    /** Sends a command to a group. Returns the group as it is afterwards, or why it was refused. */
    async execute(id: Id, command: Command, how: ExecuteHow = {}): Promise<Result<Snapshot>> {
      const answer = await call(
        id,
        async (stub) => (await stub.execute(command, how)) as Result<Snapshot>,
      )
      // No answer: assume that notices were created.
      newNotices?.report(answer.ok ? answer.value.ok && answer.value.value.noticed : true)
      const done = answer.ok ? answer.value : answer
      known().delete(id)
      if (done.ok && isInRequest()) known().set(id, Promise.resolve(done))
      return done
    },

    /**
     * The group as it is; null if no group has this id. Within a request it is read once; a command
     * of the request replaces it.
     */
    snapshot(id: Id): Promise<Result<Snapshot | null>> {
      const found =
        known().get(id) ?? call(id, async (stub) => (await stub.snapshot()) as Snapshot | null)
      if (isInRequest()) known().set(id, found)
      return found
    },

    /** Makes a group do what is due now, and waits for it. */
    async poke(id: Id, how: PokeHow = {}): Promise<Result<PokeReport>> {
      const answer = await call(id, async (stub) => await stub.poke(how))
      known().delete(id)
      newNotices?.report(answer.ok ? answer.value.noticed : true)
      return answer
    },

    /** Sends a question or command to a part of a group. */
    async ask<Answer>(id: Id, part: string, question: object): Promise<Result<Answer>> {
      const answer = await call(
        id,
        async (stub) => (await stub.ask(part, question)) as Result<Answer & { noticed: boolean }>,
      )
      const done = answer.ok ? answer.value : answer
      known().delete(id)
      newNotices?.report(done.ok ? done.value.noticed : !answer.ok)
      return done
    },

    /**
     * Erases a user's identity from a group and its history. Fails with `unavailable` while the
     * user has open money there.
     */
    async forgetPerson(id: Id, userId: UserId): Promise<Result<null>> {
      const answer = await call(
        id,
        async (stub) => (await stub.forgetPerson(userId)) as Result<null>,
      )
      return answer.ok ? answer.value : answer
    },
  }
}

/** A carpool or a trip as its object knows it. */
export type CarpoolSnapshot = GroupSnapshot<CarpoolState>
export type TripSnapshot = GroupSnapshot<TripState>
export type CarpoolObjects = GroupObjects<CarpoolState, CarpoolCommand>
export type TripObjects = GroupObjects<TripState, TripCommand>
/** The bindings of both kinds of group. */
export type Namespaces = {
  CARPOOL: GroupNamespace<CarpoolCommand>
  TRIP: GroupNamespace<TripCommand>
}
export type AllObjects = ReturnType<typeof createAllObjects>
/** The dependency of most group functions, besides the platform's resources. */
export type Objects = { objects: AllObjects }

/** Access to the objects of both kinds of group. */
export function createAllObjects({ CARPOOL, TRIP }: Namespaces, means: Means = {}) {
  const carpools: CarpoolObjects = createGroupObjects(CARPOOL, means)
  const trips: TripObjects = createGroupObjects(TRIP, means)
  return {
    carpools,
    trips,
    /** The objects of the kind that the id belongs to. */
    of: (id: GroupId) =>
      (isTripId(id) ? trips : carpools) as unknown as GroupObjects<CarpoolState | TripState>,
  }
}
