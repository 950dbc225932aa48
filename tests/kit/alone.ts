import { alonePriceOf } from '#app/domain/carpool/alone.ts'
import { answerTo, arrivalOf } from '#app/domain/carpool/move.ts'
import { supplementOf } from '#app/domain/group/alone.ts'
import { changeOf } from '#app/domain/group/flights.ts'
import type { PaymentFacts } from '#app/domain/group/payment.ts'
import { hours } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import { DEPARTURE, placeIdOf, Story } from './carpool.ts'

/** Ann's flight lands a night late; a car alone would leave two hours after that. */
export const LATE = DEPARTURE + hours(18)
export const ALONE_AT = LATE + hours(2)
export const ALONE = { carpoolId: 'car_alone', participantId: placeIdOf('alone') } as const
const ann = placeIdOf('ann')

/** A car of Ann's, whose flight is late, with what is done about a car alone. */
export class Late extends Story {
  offer(carpoolAt: Instant = ALONE_AT, seen = changeOf(this.car, this.place('ann'))?.version ?? 0) {
    const about = { participantId: ann, to: ALONE, carpoolAt, seen, by: 'adm_one' as const }
    return this.say({ type: 'offerAlone', ...about })
  }
  withdraw() {
    return this.say({ type: 'withdrawAlone', participantId: ann, by: 'adm_one' })
  }
  /** What Ann has to add. */
  get difference(): number {
    return supplementOf(this.place('ann'), alonePriceOf(this.car))
  }
  agree({ amount = this.difference, carpoolAt = ALONE_AT, by = 'ann' } = {}) {
    const own = { ...this.own('ann', by), consent: '2026-11-26', carpoolAt, amount }
    return this.say({ type: 'agreeAlone', ...own })
  }
  attachAlone(intentId = 'sup_ann', attempt = this.place('ann').alone?.attempt ?? 1) {
    const own = { ...this.own('ann'), purpose: 'supplement' as const }
    return this.say({ type: 'attachIntent', ...own, attempt, intentId })
  }
  settleAlone(money: PaymentFacts['money'], over: Partial<PaymentFacts> = {}) {
    const { payment, attempt = 1 } = this.place('ann').alone ?? {}
    const amount = over.amount ?? payment?.amount ?? this.place('ann').supplement?.amount ?? 0
    const received = money === 'captured' ? amount : 0
    const intent = {
      intentId: 'sup_ann',
      purpose: 'supplement',
      attempt,
      amount,
      received,
    } as const
    return this.settle('ann', money, { ...intent, captureBefore: null, ...over })
  }
  /** Offered, agreed to, and with a payment to make. */
  payingAlone() {
    for (const refused of [this.offer(), this.agree(), this.attachAlone()])
      if (refused) throw new Error(refused)
    return this
  }
  /** What the outbox does: opens the private car, or finds it, and tells this one. */
  send(alone = new Story()): Story {
    const command = arrivalOf(this.car, ann)
    if (!command) throw new Error('nothing to send')
    alone.now = this.now
    if (alone.say(command)) throw new Error('a private car refuses nobody')
    const refused = answerTo(alone.car, ALONE.participantId)
    if (refused !== null) throw new Error('no answer')
    this.say({ type: 'moveAnswered', participantId: ann, to: ALONE, refused })
    return alone
  }
}

type How = { paid?: boolean; points?: number; people?: number }

/** Ann and Bob share a car; `paid`: with everything paid. */
export function late({ paid = true, points = 0, people = 1 }: How = {}): Late {
  const old = new Late()
  old
    .opened('ann', { maxPassengers: people + 1 }, { people })
    .joined('bob')
    .captured('ann', 'bob')
  if (paid) old.paidUp('ann', points)
  old.paidUp('bob')
  if (old.changeFlight('ann', { flightTime: LATE })) throw new Error('the flight')
  return old
}
