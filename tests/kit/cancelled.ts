import { assert } from 'vitest'
import type { Effect } from '#app/group/rules/effect.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { type Group, seatedOf } from '#app/group/rules/state.ts'

/** Asserts what holds for every group an administrator has cancelled, from that moment on. */
export function checkCancelled(group: Group, events: AnyEvent[], told: Effect[]): void {
  const at = events.findIndex(({ type }) => type === 'groupCancelled')
  const after = events.slice(at + 1)
  assert(group.status === 'CANCELLED', `${group.id} is ${group.status}`)
  assert(!after.some(({ type }) => type === 'groupCancelled'), 'cancelled once')
  assert(
    !after.some(({ type }) => type === 'seatHeld' || type === 'seatTaken'),
    'nobody gets in afterwards',
  )
  assert(
    seatedOf(group).every((p) => p.seat === 'lapsing'),
    'a seat that is still there is being looked at',
  )
  const notices = told.flatMap((e) =>
    e.kind === 'notice' && e.code === 'groupCancelled' ? [e] : [],
  )
  const own = notices.filter(({ params }) =>
    group.participants.some((p) => p.id === params.participantId),
  )
  const letGo = group.participants.filter((p) => p.leaving === 'groupCancelled')
  assert(
    own.length === letGo.length &&
      letGo.every((p) => own.some((e) => e.params.participantId === p.id)),
    `${own.length} are told of ${letGo.length} who are let go`,
  )
  const logged = told.filter((e) => e.kind === 'audit' && e.subject === group.id)
  const cancels = logged.filter((e) => e.kind === 'audit' && e.action === 'groupCancelled')
  assert(cancels.length === 1, `${cancels.length} entries in the log`)
}
