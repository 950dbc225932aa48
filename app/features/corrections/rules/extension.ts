import type { Extension } from '#app/group/rules/extension.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import { type CorrectionCommand, type CorrectionEvent, decideCorrect } from './correction.ts'

const EVENTS: Record<CorrectionEvent['type'], true> = { placeCorrected: true }

/** What administrators correct of a place; the group's own event has the new details. */
export const corrections = {
  name: 'corrections',
  events: EVENTS,
  evolve: (slice, _) => slice,
  decide: (rules, state, command, now) =>
    command.type === 'correctPlace' ? decideCorrect(rules, state, command, now) : null,
  effects(rules, event, state) {
    if (event.type !== 'placeCorrected') return []
    const { by, at, reason, fields, before, after } = event
    const p = findParticipant(state, event.participantId)
    const id = `placeCorrected:${event.participantId}:${state.version}`
    const entry = { before, after: { ...after, place: event.participantId, fields, reason } }
    const told = { corrected: fields.join(' '), reason }
    return [
      { kind: 'audit', id, at, by, action: 'placeCorrected', subject: state.id, ...entry },
      ...(p ? [noticeOf(rules, state, p, 'placeCorrected', String(state.version), told)] : []),
    ]
  },
} satisfies Extension<undefined, CorrectionEvent, CorrectionCommand>
