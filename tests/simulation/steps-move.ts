import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { changesOf } from '#app/features/flights/rules/flights.ts'
import { refuseLeaving } from '#app/features/moves/rules/decide-move.ts'
import { movePlace } from '#app/features/moves/service.server.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
// Loaded beforehand: reading a file takes real time, of which a history has none.
import '#app/features/moves/service.server.ts'
import { short } from './actions.ts'
import type { History } from './history.ts'

/** An administrator moves a place to another car, having seen its flight now or before. */
export async function moveOn(
  h: History,
  { id, slices }: CarpoolState,
  place: string,
  to: CarpoolId,
  isOld = false,
): Promise<void> {
  const { chance, world } = h
  const seen = (changesOf({ slices })[place]?.version ?? 0) - (isOld ? 1 : 0)
  const what = `${short(place)} moves to ${short(to)}`
  try {
    const by = chance.pick(['adm_one', 'adm_two'] as const)
    const done = await movePlace(
      world.worker.services,
      { id, participantId: place },
      { to, seen, by },
    )
    const { code = '', params = {} } = done.ok ? {} : done.error
    h.meet(`move: ${done.ok ? done.value : (params.context ?? code)}`)
    world.note(`${what} → ${done.ok ? done.value : `${code} ${params.context ?? ''}`}`)
  } catch (error) {
    world.note(`${what} ✗ ${error}`)
  }
}

/** Somebody tries another car for a flight that does not fit: one that suits it, or any. */
export async function tryNextCar(h: History, group: CarpoolState): Promise<void> {
  const { chance } = h
  const ready = group.participants.filter((p) => refuseLeaving(group, p, h.now) === null)
  const others = h.cars().filter(({ id }) => id !== group.id)
  if (ready.length === 0 || others.length === 0) return
  const { id } = chance.pick(ready)
  const near = others.filter((one) => one.airportId === group.airportId && !one.private)
  const to = chance.pick(near.length > 0 && chance.chance(0.7) ? near : others)
  await moveOn(h, group, id, to.id, chance.chance(0.1))
}
