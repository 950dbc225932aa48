import { evolve } from '#app/group/rules/evolve.ts'
import type { Group } from '#app/group/rules/state.ts'
import { BOARD_NOTICE_MS } from '#app/kernel/limits.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import { POST } from './steps-board.ts'

/** When a place took its seat, and when it was gone. */
function staysIn(h: History, { id }: Group): Map<string, { from: number; until: number }> {
  const host = h.world.cars.ids().some((one) => one === id) ? h.world.cars : h.world.trips
  const stays = new Map<string, { from: number; until: number }>()
  let state: Group | null = null
  for (const { at, event } of host.eventsOf(id)) {
    state = evolve<Group>(state, event)
    for (const p of state.participants) {
      const stay = stays.get(p.id)
      if (p.seat === 'taken') stays.set(p.id, stay ?? { from: at, until: Number.POSITIVE_INFINITY })
      else if (stay) stay.until = Math.min(stay.until, at)
    }
  }
  return stays
}

/** Nobody was told of posts before they were in or after they left, and once an hour at most. */
function toldWhileIn(h: History, group: Group): void {
  const stays = staysIn(h, group)
  const told = h.world.d1
    .all("SELECT id, params FROM notices WHERE code = 'boardPosts'")
    .map(({ id, params }) => ({ id: String(id), params: JSON.parse(String(params)) }))
    .filter(({ params }) => stays.has(params.participantId))
  for (const { id, params } of told) {
    const hour = Number(id.split(':').at(-1))
    const stay = stays.get(params.participantId) ?? { from: 0, until: 0 }
    const [begins, ends] = [hour * BOARD_NOTICE_MS, (hour + 1) * BOARD_NOTICE_MS]
    if (begins > stay.until || ends <= stay.from) broken('nobody who left is told of posts', id)
    if (!(params.count > 0)) broken('a notice is about posts', id)
    h.meet('board: told')
  }
}

/** The text of a post is in its object's posts and nowhere else. */
function textsStayInside({ world }: History): void {
  for (const table of ['notices', 'audit_log', 'groups', 'participants'])
    for (const row of world.d1.all(`SELECT * FROM ${table}`))
      if (JSON.stringify(row).includes(POST)) broken('posts stay in their object', table)
  for (const host of [world.cars, world.trips])
    for (const id of host.ids())
      if (JSON.stringify([host.eventsOf(id), host.outboxOf(id)]).includes(POST))
        broken('posts are no events', id)
}

/** Long after departure, every board is empty, whatever alarms were lost. */
export function boardsAtRest(h: History): void {
  textsStayInside(h)
  for (const group of [...h.cars(), ...h.trips()] as Group[]) toldWhileIn(h, group)
  for (const host of [h.world.cars, h.world.trips])
    for (const id of host.ids()) {
      const { posts, everPosted, dueAt } = host.boardOf(id)
      if (posts > 0 || dueAt !== null) broken('every board is deleted', `${id}: ${posts}`)
      if (everPosted) h.meet('board: deleted')
    }
}
