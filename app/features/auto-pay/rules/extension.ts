import { quoteBalance, remainderOf } from '#app/group/rules/balance.ts'
import type { GroupCommand } from '#app/group/rules/command.ts'
import { ofSlot } from '#app/group/rules/decide-pay.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import type { Event } from '#app/group/rules/event.ts'
import type { Extension } from '#app/group/rules/extension.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import {
  type Charging,
  findParticipant,
  type Group,
  ownPlace,
  type Place,
} from '#app/group/rules/state.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import {
  AUTO_PAY_BEFORE_DUE_MS,
  AUTO_PAY_LAST_MS,
  AUTO_PAY_NOTICE_MS,
  AUTO_PAY_TOLD_MS,
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { beginCharge, isPaid, lost } from '#app/payments/rules/charge.ts'
import {
  AUTO_PAY,
  type AutoPay,
  type AutoPayCommand,
  type AutoPayEvent,
  type AutoPays,
  autoPayOf,
} from './auto-pay-event.ts'

const EVENTS: Record<AutoPayEvent['type'], true> = {
  autoPayAgreed: true,
  autoPayStopped: true,
  autoPayTold: true,
  autoPayDue: true,
  autoPayFailed: true,
}
/** Events of the group that end the consent: the place is gone, or its balance is paid. */
const ENDS: string[] = ['seatFreed', 'seatLeft', 'placeRefunded', 'converted', 'placeMoved']
const isEnd = (event: AutoPayEvent | Event): boolean =>
  ENDS.includes(event.type) ||
  event.type === 'autoPayStopped' ||
  event.type === 'autoPayFailed' ||
  (event.type === 'chargePaid' && event.slot === 'balance')

function evolve(all: AutoPays, event: AutoPayEvent | Event): AutoPays {
  if (!('participantId' in event)) return all
  const { participantId: id } = event
  const { [id]: own, ...others } = all
  if (isEnd(event)) return others
  const after = afterOf(own, event)
  return after ? { ...others, [id]: after } : all
}

function afterOf(own: AutoPay | undefined, event: AutoPayEvent | Event): AutoPay | undefined {
  if (event.type === 'autoPayAgreed')
    return { version: event.version, at: event.at, told: null, isDue: false }
  if (!own) return own
  if (event.type === 'autoPayTold') {
    const { amount, chargeAt, dueAt } = event
    return { ...own, told: { amount, chargeAt, dueAt } }
  }
  return event.type === 'autoPayDue' ? { ...own, isDue: true } : own
}

/** What the owner of a place still owes and could pay now; 0: nothing, or not yet. */
function owing(rules: Rules, state: Group, p: Place): number {
  if (p.seat !== 'taken' || p.balance.state !== 'open') return 0
  // As far as the state is concerned, at whatever time.
  return rules.refuseBalance(state, p, 0) === null ? remainderOf(rules.owedBy(state, p) ?? 0) : 0
}

/** The next thing that time does to a consent: while another attempt is open, nothing. */
function nextOf(rules: Rules, state: Group, p: Place): { at: Instant; own: AutoPay } | null {
  const own = autoPayOf(state, p.id)
  if (!own || own.isDue || state.facts.undecided.includes(p.id)) return null
  if (owing(rules, state, p) === 0) return null
  const usual = rules.payableUntil(state, p) - AUTO_PAY_BEFORE_DUE_MS
  return { at: own.told?.chargeAt ?? usual - AUTO_PAY_TOLD_MS, own }
}

/** Tells or charges each place whose time has come. */
function react(rules: Rules, state: Group, now: Instant): AutoPayEvent[] {
  return state.participants.flatMap((p): AutoPayEvent[] => {
    const next = nextOf(rules, state, p)
    if (!next || now < next.at) return []
    const about = { participantId: p.id, at: now }
    // The card was not kept after all, or belongs to an account that was closed.
    if (!p.hold.card) return [{ type: 'autoPayFailed', ...about, why: 'noCard' }]
    if (next.own.told) return [{ type: 'autoPayDue', ...about }]
    const dueAt = rules.payableUntil(state, p)
    const chargeAt = Math.max(dueAt - AUTO_PAY_BEFORE_DUE_MS, now + AUTO_PAY_NOTICE_MS)
    if (chargeAt > dueAt - AUTO_PAY_LAST_MS)
      return [{ type: 'autoPayFailed', ...about, why: 'late' }]
    return [{ type: 'autoPayTold', ...about, amount: owing(rules, state, p), chargeAt, dueAt }]
  })
}

type Decided = Result<(AutoPayEvent | Event)[]>

function decide(
  rules: Rules,
  state: Group,
  command: AutoPayCommand | GroupCommand,
  now: Instant,
): Decided | null {
  switch (command.type) {
    case 'agreeAutoPay':
      return decideAnswer(state, command, now)
    case 'beginAutoPay':
      return decideBegin(rules, state, command, now)
    case 'autoPayFailed':
      return decideFailed(state, command, now)
    case 'beginBalance':
      return isCharging(state, command.participantId) ? fail('paymentNotConfirmed') : null
    default:
      return null
  }
}

const isCharging = (state: Group, id: ParticipantId): boolean =>
  autoPayOf(state, id)?.isDue === true

/** The owner agrees or stops it, until the charge begins. */
function decideAnswer(
  state: Group,
  command: Extract<AutoPayCommand, { userId: unknown }>,
  at: Instant,
): Decided {
  const p = ownPlace(state, command.participantId, command.userId)
  if (!p) return fail('notFound')
  const own = autoPayOf(state, p.id)
  if (own?.isDue) return fail('paymentNotConfirmed')
  const { version } = command
  const about = { participantId: p.id, at }
  if (version === null) return ok(own ? [{ type: 'autoPayStopped', ...about }] : [])
  const isOpen = p.seat !== 'gone' && !isPaid(p.balance) && own?.version !== version
  return ok(isOpen ? [{ type: 'autoPayAgreed', ...about, version }] : [])
}

/** Never more than was announced. */
function decideBegin(
  rules: Rules,
  state: Group,
  { participantId, points, pointsPerPound }: Extract<AutoPayCommand, { type: 'beginAutoPay' }>,
  now: Instant,
): Decided {
  const p = findParticipant(state, participantId)
  const charging = state.facts.charging[participantId]
  if (!p || !charging || p.seat !== 'taken' || now >= charging.until) return ok([])
  const quote = quoteBalance(remainderOf(rules.owedBy(state, p) ?? 0), points, pointsPerPound)
  if (quote.amount > charging.most)
    return decideFailed(state, { participantId, intentId: null, why: 'more' }, now)
  const changes = beginCharge(p.balance, quote, charging.until) ?? []
  return ok(ofSlot(p, 'balance', changes))
}

/** The attempt is over: its points go back, and its payment is cancelled. */
function decideFailed(
  state: Group,
  command: Omit<Extract<AutoPayCommand, { type: 'autoPayFailed' }>, 'type'>,
  at: Instant,
): Decided {
  const { participantId, intentId, why } = command
  const p = findParticipant(state, participantId)
  if (!p || !isCharging(state, participantId)) return ok([])
  const isOpen = p.seat === 'taken' && p.balance.state === 'begun'
  const about = { participantId, purpose: 'balance' } as const
  return ok([
    ...(isOpen ? ofSlot(p, 'balance', [lost(p.balance)]) : []),
    ...(intentId ? [{ type: 'strayFound', ...about, intentId } as const] : []),
    { type: 'autoPayFailed', participantId, at, why },
  ])
}

function effects(rules: Rules, event: AutoPayEvent | Event, state: Group): Effect[] {
  const p = 'participantId' in event ? findParticipant(state, event.participantId) : undefined
  if (p?.seat !== 'taken') return []
  switch (event.type) {
    case 'autoPayTold': {
      const { amount, chargeAt: until } = event
      return [noticeOf(rules, state, p, 'autoPayTold', '', { amount, until })]
    }
    case 'autoPayDue':
      return [{ kind: 'autoPay', participantId: p.id }]
    case 'autoPayFailed': {
      const amount = remainderOf(rules.owedBy(state, p) ?? 0)
      const dueAt = rules.payableUntil(state, p)
      return [noticeOf(rules, state, p, 'autoPayFailed', '', { amount, dueAt, why: event.why })]
    }
    default:
      return []
  }
}

/** The places whose cards are being charged, and the limits of that. */
const chargingIn = (state: Group): Record<ParticipantId, Charging> =>
  Object.fromEntries(
    Object.entries((state.slices[AUTO_PAY] as AutoPays | undefined) ?? {}).flatMap(
      ([id, { isDue, told }]) =>
        isDue && told ? [[id, { most: told.amount, until: told.dueAt }]] : [],
    ),
  )

/** A balance that pays itself (docs/rules.md#a-balance-that-pays-itself). */
export const autoPay = {
  name: AUTO_PAY,
  events: EVENTS,
  evolve: (slice, event) => {
    const after = evolve(slice ?? {}, event)
    return slice || Object.keys(after).length > 0 ? after : slice
  },
  facts: (state) => ({ charging: chargingIn(state) }),
  decide,
  due: (rules, state) =>
    state.participants.flatMap((p) => nextOf(rules, state, p) ?? []).map(({ at }) => ({ at })),
  react: (rules, state, _, now) => react(rules, state, now),
  placeRow: (_, state, p) => ({ autoPay: autoPayOf(state, p.id) ?? null }),
  effects,
} satisfies Extension<AutoPays, AutoPayEvent, AutoPayCommand>
