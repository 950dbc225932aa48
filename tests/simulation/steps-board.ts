import { BOARD } from '#app/features/board/rules/board.ts'
import { addPost, decidePost, readPosts, reportPost } from '#app/features/board/service.server.ts'
import type { Group, Place } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
// Loaded beforehand: reading a file takes real time, of which a history has none.
import '#app/features/board/service.server.ts'
import { createAllObjects } from '#app/group/service/group-objects.server.ts'
import { short } from './actions.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import type { Step } from './steps-pointed.ts'

const ADMINS: AdminId[] = ['adm_one', 'adm_two']
/** Every post begins like this, so that its text is found wherever it is left. */
export const POST = 'post-text'

const isTrip = ({ id }: Group) => id.startsWith('trip_')
const now = (h: History, id: string): Group | undefined =>
  [...h.cars(), ...h.trips()].find((one) => one.id === id)

type What = 'post' | 'read' | 'report'

/** Somebody reads, posts once or twice with the same key, or reports, from any place of a group. */
export async function ask(
  h: History,
  group: Group,
  { id: participantId, userId, ...place }: Place,
  what = h.chance.weighted({ post: 5, read: 3, report: 2 }) as What,
  postId = h.chance.int(1, 4),
): Promise<void> {
  const { chance, world } = h
  const seat = place.seat === 'out' ? 'gone' : place.seat

  const asked = { viewer: { id: userId }, participantId }
  const content = `${POST} ${chance.int(0, 1e6)}`
  const post = { ...asked, key: String(chance.int(0, 3)), content }
  // The lists would turn away whoever left; the object has to do so even if they know nothing yet.
  const object = createAllObjects(world.worker.env).of(group.id)
  const reader = { participantId, userId }
  const call = (): Promise<Result<unknown>> => {
    if (what === 'post')
      return seat === 'gone'
        ? object.ask(group.id, BOARD, { do: 'post', ...reader, key: post.key, content })
        : addPost(world.worker.services, post)
    if (what === 'report') return reportPost(world.worker.services, { ...asked, postId })
    return seat === 'gone'
      ? object.ask(group.id, BOARD, { do: 'read', ...reader })
      : readPosts(world.worker.services, asked)
  }
  let codes: string[] = []
  try {
    const answers = await Promise.all(chance.chance(0.3) ? [call(), call()] : [call()])
    codes = answers.map((one) => (one.ok ? 'ok' : one.error.code))
    world.note(`${short(participantId)} on the board: ${what} → ${codes.join(' ')}`)
  } catch (error) {
    world.note(`${short(participantId)} on the board of ${short(group.id)}: ${what} ✗ ${error}`)
  }
  // A seat that is gone never comes back.
  if (seat === 'gone' && codes.includes('ok'))
    broken('nobody who left reads the board', participantId)
  for (const code of codes)
    h.meet(`board: ${seat === 'gone' ? 'a stranger is refused' : `${what} ${code}`}`)
}

/** An administrator hides a post, or shows it. */
export async function decide(
  h: History,
  group: Group,
  decision = { postId: h.chance.int(1, 4), hide: h.chance.chance(0.6) },
): Promise<void> {
  const { chance, world } = h

  try {
    const kind = isTrip(group) ? 'trip' : 'carpool'
    const answer = await decidePost(
      world.worker.services,
      chance.pick(ADMINS),
      kind,
      group.id,
      decision,
    )
    if (answer.ok) h.meet(`board: ${decision.hide ? 'hidden' : 'shown'}`)
  } catch (error) {
    world.note(`the board of ${short(group.id)} ✗ ${error}`)
  }
}

/** The people of a group talk, those who left look in, and an administrator hides a post. */
export async function talk(h: History, { id }: Group): Promise<void> {
  const { chance, world } = h
  for (let turn = chance.int(2, 6); turn > 0; turn--) {
    const group = now(h, id)
    if (!group || group.participants.length === 0) return
    const calls = [ask(h, group, chance.pick<Place>(group.participants))]
    if (chance.chance(0.4)) calls.push(ask(h, group, chance.pick<Place>(group.participants)))
    if (chance.chance(0.2)) calls.push(decide(h, group))
    await world.during(Promise.all(calls))
    await world.advance(chance.pick([0, minutes(2), minutes(61), hours(5)]))
  }
}

async function talkSomewhere(h: History) {
  const groups: Group[] = [...h.cars(), ...h.trips()]
  const fitting = groups.filter((group) => is(group.status, 'together') && !group.private)
  const list = fitting.length > 0 && h.chance.chance(0.9) ? fitting : groups
  if (list.length > 0) await talk(h, h.chance.pick(list))
}

export const BOARD_STEPS: Record<string, Step> = {
  talk: { weight: 3, run: talkSomewhere },
}
