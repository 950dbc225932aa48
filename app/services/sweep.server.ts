import type { Result } from '#app/domain/result.ts'
import type { PokeReport } from './groups/group-objects.server.ts'
import type { Log } from './platform/log.server.ts'

/** How many objects a sweep wakes at once. */
const SWEEP_WIDTH = 10

type Objects<Id> = { poke(id: Id, how: { rebuild?: boolean }): Promise<Result<PokeReport>> }

/**
 * Wakes every group that has something due, in case its alarm was lost. A row of version 0 asks to
 * be rewritten (scripts/rebuild.ts). Returns how many changed.
 */
export async function sweepGroups<Id>(
  objects: Objects<Id>,
  due: { id: Id; version: number }[],
  log: Log,
): Promise<number> {
  let changed = 0
  for (let from = 0; from < due.length; from += SWEEP_WIDTH) {
    const some = due.slice(from, from + SWEEP_WIDTH)
    const pokes = some.map(({ id, version }) => objects.poke(id, { rebuild: version === 0 }))
    for (const poke of await Promise.allSettled(pokes)) {
      if (poke.status === 'rejected') log.error('a group could not be poked', poke.reason)
      else if (poke.value.ok && poke.value.value.changed) changed++
    }
  }
  return changed
}
