import { dropRefusedGroup, listRefusedGroups } from '#app/group/rows/refused-groups.server.ts'
import type { GroupId } from '#app/kernel/id.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { eachByItself } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { PokeReport } from './group-objects.server.ts'

/** How many objects a sweep wakes at once. */
const SWEEP_WIDTH = 10

type Woken<Id> = { poke(id: Id, how: { rebuild?: boolean }): Promise<Result<PokeReport>> }

/**
 * Tries again to open groups that a newer version of the code wrote; those that open are off the
 * list. The log says how many are left.
 */
export async function wakeRefused<Id extends GroupId>(
  { db, log }: Needs<'db' | 'log'>,
  objects: Woken<Id>,
  isId: (id: string) => id is Id,
): Promise<void> {
  const ids = (await listRefusedGroups(db)).map(({ id }) => id as string).filter(isId)
  for (const id of ids) if ((await objects.poke(id, {})).ok) await dropRefusedGroup(db, id)
  if (ids.length > 0) log.warn('groups were written by a newer version', { tried: ids.length })
}

/**
 * Wakes every group that has something due, in case its alarm was lost. A row of version 0 asks to
 * be rewritten (scripts/rebuild.ts). Returns how many changed.
 */
export const wakeDue = <Id extends string>(
  context: Needs<'db' | 'clock' | 'log'>,
  objects: Woken<Id>,
  due: { id: Id; version: number; nextDueAt: Instant | null }[],
): Promise<number> =>
  eachByItself(
    context,
    { name: 'groups', items: due, idOf: ({ id }) => id, width: SWEEP_WIDTH },
    async ({ id, version, nextDueAt }) => {
      const poked = await objects.poke(id, { rebuild: version === 0 })
      if (poked.ok && poked.value.changed) return 'done'
      // The row will still be due in a minute, and the object's own alarm is set again.
      return poked.ok && (nextDueAt ?? 0) > context.clock.now() ? 'left' : 'undecided'
    },
  )
