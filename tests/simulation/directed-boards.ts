import type { Place } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { carWith, paysBalance, stateOf } from './directed-cars.ts'
import type { History } from './history.ts'
import { ask, decide, talk } from './steps-board.ts'
import { moveTo } from './steps-trip.ts'

/**
 * The people of a complete car talk. One of them does not pay, is out, and tries to go on reading
 * while the others talk about it.
 */
async function talkAndPart(h: History) {
  const scene = await carWith(h, 3, 3)
  if (!scene) return
  const current = () => stateOf(h, scene)
  const [first, second, third] = current().participants
  if (!first || !second || !third) return
  const say = (place: Place, what: 'post' | 'read' | 'report') =>
    h.world.during(ask(h, current(), place, what, 1))
  await say(first, 'post')
  await say(second, 'read')
  await say(second, 'report')
  await h.world.during(decide(h, current(), { postId: 1, hide: true }))
  await h.world.during(decide(h, current(), { postId: 1, hide: false }))
  await talk(h, current())
  for (const who of scene.riders) if (who.id !== third.userId) await paysBalance(h, who, scene)
  await moveTo(h, current().carpoolAt - hours(1))
  const out = current().participants.find(({ id }) => id === third.id)
  if (out) for (const what of ['read', 'post', 'report'] as const) await say(out, what)
  await say(first, 'post')
  await talk(h, current())
}

export const BOARD_SCENES = { talkAndPart }
