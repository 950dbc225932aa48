import type { Command } from '#app/carpool/rules/command.ts'
import { privateCarOf } from '#app/carpool/rules/decide-own.ts'
import { apply, nextDue } from '#app/carpool/rules/machine.ts'
import type { Participant } from '#app/carpool/rules/state.ts'
import { answerTo, arrivalOf } from '#app/features/moves/rules/decide-move.ts'
import { movesOf } from '#app/features/moves/rules/move-event.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import type { PaymentFacts } from '#app/group/rules/payment.ts'
import {
  type MoneyEffect,
  openIntentOf,
  renewalOf,
  stepFor,
} from '#app/group/rules/payment-step.ts'
import { movedTo } from '#app/group/rules/settle.ts'
import { findParticipant, openDeposit } from '#app/group/rules/state.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'
import { CARD, NOW, party, placeIdOf, Story, userOf } from './carpool.ts'

/** One intent at the provider: its current facts and all earlier ones. */
export type Intent = { facts: PaymentFacts; history: PaymentFacts[]; secretGiven: boolean }
type Told = Extract<Effect, { kind: 'notice' | 'audit' }>
type Todo = { car: Story; effect: Exclude<Effect, Told> }

/**
 * How well the world carries out a call: the response may be lost on the way back, or the call on
 * the way there.
 */
export type Luck = 'well' | 'unreachable' | 'answerLost' | 'declined'

/** Points as the ledger keeps them: rows keyed by operation name, so that each happens once. */
export class Ledger {
  readonly rows = new Map<string, { userId: UserId; points: number }>()
  readonly start: number

  constructor(start: number) {
    this.start = start
  }
  balance(userId: UserId): number {
    const own = [...this.rows.values()].filter((row) => row.userId === userId)
    return own.reduce((sum, row) => sum + row.points, this.start)
  }
  reserve(id: string, userId: UserId, points: number): boolean {
    if (this.rows.has(`back:${id}`)) return false
    if (this.rows.has(id)) return true
    if (this.balance(userId) < points) return false
    this.rows.set(id, { userId, points: -points })
    return true
  }
  giveBack(id: string, userId: UserId): void {
    if (!this.rows.has(`back:${id}`))
      this.rows.set(`back:${id}`, { userId, points: -(this.rows.get(id)?.points ?? 0) })
  }
  earn(id: string, userId: UserId, points: number): void {
    if (!this.rows.has(id) && !this.rows.has(`back:${id}`)) this.rows.set(id, { userId, points })
  }
  lose(id: string, userId: UserId): void {
    const taken = Math.min(this.rows.get(id)?.points ?? 0, this.balance(userId))
    if (!this.rows.has(`back:${id}`)) this.rows.set(`back:${id}`, { userId, points: -taken })
  }
}

/** What a payment is after its release: what was charged is refunded. */
const released = ({ refunded = 0, received }: PaymentFacts) =>
  ({ money: 'returned', received: 0, refunded: refunded + received }) as const

function amountOf(p: Participant, purpose: PaymentPurpose): number {
  return purpose === 'balance' ? (p.balance.quote?.amount ?? 0) : (p.inFull ?? 2000)
}

const openIntents = (p: Participant, purpose: PaymentPurpose) =>
  purpose === 'balance' ? [p.balance.intentId] : [p.deposit.intentId, p.renewal.intentId]

/**
 * A group, the private cars created from it, the payment provider, the points and all outstanding
 * work.
 */
export class World {
  now = NOW
  readonly cars: Story[] = [new Story()]
  readonly intents: Intent[] = []
  readonly ledger: Ledger
  /** Whether cards are saved, and how long a bank keeps a hold. */
  readonly saves: boolean
  readonly holdMs: number
  todo: Todo[] = []
  /** What was written for people to read: notices and the audit log. */
  readonly told: Told[] = []
  #places = 0

  constructor({ saves = false, holdMs = hours(24 * 7), points = 5000 } = {}) {
    this.saves = saves
    this.holdMs = holdMs
    this.ledger = new Ledger(points)
  }
  get group(): Story {
    return this.cars[0] as Story
  }
  say(car: Story, command: Command): ErrorCode | null {
    car.now = this.now
    const { state } = car
    const from = car.events.length
    const refused = car.say(command)
    for (const effect of apply(state, car.events.slice(from)).effects)
      if (effect.kind === 'notice' || effect.kind === 'audit') this.told.push(effect)
      else this.todo.push({ car, effect })
    return refused
  }
  /**
   * Same order as settle: first the place the intent was made for, then the place its deposit moved
   * to.
   */
  tell(facts: PaymentFacts): void {
    const car = this.cars.find(
      (one) => one.state && findParticipant(one.state, facts.participantId),
    )
    if (!car) return
    this.say(car, { type: 'settle', facts })
    const to = movedTo(car.car, facts)
    if (to) this.tell({ ...facts, participantId: to.participantId })
  }
  update(i: Intent, over: Partial<PaymentFacts>): void {
    i.facts = { ...i.facts, ...over }
    i.history.push(i.facts)
  }
  byId = (id: string | null) => this.intents.find((i) => i.facts.intentId === id)

  /** The user's live place, in the newest car where they have one. */
  livePlace(name: string): { car: Story; p: Participant } | null {
    const own = (p: Participant) => p.userId === userOf(name) && p.seat !== 'gone'
    const car = this.cars.findLast((one) => one.state?.participants.some(own))
    const p = car?.state?.participants.find(own)
    return car && p ? { car, p } : null
  }
  hold(name: string, people: number): void {
    const participantId = placeIdOf(`${name}${this.#places++}`)
    this.say(this.group, {
      type: 'hold',
      participantId,
      userId: userOf(name),
      party: party({ people }),
    })
  }
  create(
    key: string,
    p: Participant,
    purpose: PaymentPurpose,
    attempt: number,
    amount: number,
  ): Intent {
    const found = this.byId(key)
    if (found) return found
    const facts: PaymentFacts = {
      intentId: key,
      participantId: p.id,
      purpose,
      attempt,
      amount,
      money: 'unpaid',
      authorised: false,
      received: 0,
      captureBefore: null,
      card: null,
    }
    const made = { facts, history: [facts], secretGiven: false }
    this.intents.push(made)
    return made
  }
  /**
   * Makes an intent for what the place has to pay, records it, and only then hands out its secret.
   */
  makeIntent(name: string, purpose: PaymentPurpose, attach = true): void {
    const found = this.livePlace(name)
    if (!found) return
    const { car, p } = found
    const { attempt } = purpose === 'balance' ? p.balance : openDeposit(p)
    const amount = amountOf(p, purpose)
    if (amount === 0) return
    const made = this.create(`${purpose}_${p.id}_${attempt}`, p, purpose, attempt, amount)
    if (!attach) return
    const { intentId } = made.facts
    const own = { participantId: p.id, userId: p.userId }
    const refused = this.say(car, { type: 'attachIntent', purpose, ...own, attempt, intentId })
    const now = findParticipant(car.car, p.id)
    const known = now ? openIntents(now, purpose) : []
    if (!refused && known.includes(intentId)) made.secretGiven = true
  }
  /** The card is confirmed: a deposit is held; a balance is charged at once or is processing. */
  pay(i: Intent, slowly = false): void {
    const { money, purpose, amount } = i.facts
    const taken = { money: 'captured', received: amount, authorised: true } as const
    if (money === 'processing') this.update(i, slowly ? { money: 'unpaid' } : taken)
    else if (!i.secretGiven || money !== 'unpaid') return
    // What is paid in full is charged at once.
    else if (purpose === 'deposit' && amount === 2000) this.#hold(i)
    else this.update(i, slowly ? { money: 'processing' } : taken)
  }
  #hold(i: Intent): void {
    const card = this.saves ? CARD : null
    this.update(i, { money: 'held', authorised: true, captureBefore: this.now + this.holdMs, card })
  }
  begin(name: string, points: number): void {
    const found = this.livePlace(name)
    if (!found) return
    const { id: participantId, userId } = found.p
    this.say(found.car, {
      type: 'beginBalance',
      participantId,
      userId,
      points,
      pointsPerPound: 100,
    })
  }
  /** Reserves the points of a payment attempt; `told`: the carpool is notified. */
  reserve(name: string, told = true): void {
    const found = this.livePlace(name)
    const quote = found?.p.balance.quote
    if (!found || !quote || quote.points === 0) return
    const { id: participantId, userId, balance } = found.p
    const granted = this.ledger.reserve(
      `balance:${participantId}:${balance.attempt}`,
      userId,
      quote.points,
    )
    if (told)
      this.say(found.car, {
        type: 'pointsReserved',
        participantId,
        attempt: balance.attempt,
        granted,
      })
  }
  convert(name: string): void {
    const place = this.group.state?.participants.findLast((p) => p.userId === userOf(name))
    if (!place) return
    const to = {
      carpoolId: `car_${place.id}`,
      participantId: placeIdOf(`alone_${place.id}`),
    } as const
    this.say(this.group, { type: 'convert', userId: place.userId, to })
  }
  /** Opens the requested private cars at once, as usually happens. */
  openPrivates(): void {
    for (const { effect } of [...this.todo])
      if (effect.kind === 'openPrivate')
        this.doEffect(
          this.todo.findIndex((t) => t.effect === effect),
          'well',
        )
  }
  /** Like the outbox: every attempt reads the work from the current state. */
  doEffect(index: number, luck: Luck): void {
    const task = this.todo[index % Math.max(1, this.todo.length)]
    if (task && this.#try(task, luck)) this.todo = this.todo.filter((one) => one !== task)
  }
  #try({ car, effect }: Todo, luck: Luck): boolean {
    if (luck === 'unreachable') return false
    switch (effect.kind) {
      case 'returnPoints':
        this.ledger.giveBack(`balance:${effect.participantId}:${effect.attempt}`, effect.userId)
        return luck !== 'answerLost'
      case 'earnPoints':
        this.ledger.earn(
          `earn:${effect.participantId}`,
          effect.userId,
          Math.floor(effect.pence / 100),
        )
        return luck !== 'answerLost'
      case 'losePoints':
        this.ledger.lose(`earn:${effect.participantId}`, effect.userId)
        return luck !== 'answerLost'
      case 'sendPlace':
        return this.#sendPlace(car, effect.participantId, luck)
      case 'openPrivate':
        return this.#openPrivate(car, effect.participantId) && luck !== 'answerLost'
      case 'renew':
        return this.#renew(car, effect, luck)
      default:
        return this.#pursue(car, effect, luck)
    }
  }
  #openPrivate(car: Story, participantId: string): boolean {
    const command = privateCarOf(car.car, participantId)
    if (command?.type !== 'openPrivate') return true
    const found = this.cars.find((one) => one.state?.id === command.carpoolId)
    const opened = found ?? new Story()
    if (!found) this.cars.push(opened)
    return this.say(opened, command) === null
  }
  /** The other car is asked, and the answer may be lost on the way back. */
  #sendPlace(car: Story, participantId: string, luck: Luck): boolean {
    const command = arrivalOf(car.car, participantId)
    const to = movesOf(car.car).moving[participantId]?.to
    if (!command || !to) return true
    const other = this.cars.find((one) => one.state?.id === to.carpoolId)
    if (other && this.say(other, command) !== null) return false
    const refused = other ? answerTo(other.car, to.participantId) : 'over'
    if (luck === 'answerLost' || refused === undefined) return false
    const place = { participantId: placeIdOf(participantId.slice(4)), to }
    return this.say(car, { type: 'moveAnswered', ...place, refused }) === null
  }
  #renew(car: Story, effect: Extract<Effect, { kind: 'renew' }>, luck: Luck): boolean {
    const { participantId, attempt } = effect
    const key = `renew_${participantId}_${attempt}`
    const wanted = renewalOf(effect, car.car)
    const place = findParticipant(car.car, participantId)
    if (wanted && place && !this.byId(key)) {
      const made = this.create(key, place, 'deposit', attempt, 2000)
      if (luck !== 'declined') this.#hold(made)
    }
    if (luck === 'answerLost') return false
    const made = this.byId(key)
    if (made && made.facts.money !== 'unpaid') this.tell(made.facts)
    else if (wanted && made) {
      this.say(car, { type: 'renewalFailed', participantId, attempt, intentId: key })
      made.secretGiven = findParticipant(car.car, participantId)?.renewal.intentId === key
    }
    return renewalOf(effect, car.car) === null
  }
  #pursue(car: Story, effect: MoneyEffect, luck: Luck): boolean {
    const found = this.byId(openIntentOf(effect, car.car))
    if (found) {
      const move = stepFor(effect, car.car, found.facts)
      if (move.do === 'release') this.update(found, released(found.facts))
      if (move.do === 'capture') this.update(found, { money: 'captured', received: move.amount })
      if (luck === 'answerLost') return false
      const { participantId } = effect
      if (move.do !== 'wait')
        this.say(car, { type: 'settle', facts: { ...found.facts, participantId } })
    }
    return openIntentOf(effect, car.car) === null
  }
  tick(): void {
    for (const car of this.cars) if (car.state) this.say(car, { type: 'tick' })
  }
  /** When one of the cars will next change by the passage of time alone. */
  nextDue(): number {
    return Math.min(...this.cars.map((car) => nextDue(car.car) ?? Number.POSITIVE_INFINITY))
  }
  /**
   * Faults end and time advances to `until`: every effect is done and every payment is read once
   * more.
   */
  settleDown(until: number): void {
    for (let round = 0; round < 300; round++) {
      this.tick()
      for (const i of this.intents) this.tell(i.facts)
      for (const i of this.intents) if (i.facts.money === 'processing') this.pay(i)
      for (let n = this.todo.length - 1; n >= 0; n--) this.doEffect(n, 'well')
      const due = this.nextDue()
      if (this.todo.some(({ effect }) => effect.kind !== 'check') && round % 10 > 0) continue
      if (due <= until) this.now = Math.max(this.now, due)
      else if (this.todo.some(({ effect }) => effect.kind !== 'check')) continue
      else if (this.now < until) this.now = until
      else return
    }
    const open = this.todo.map(({ effect }) => JSON.stringify(effect))
    throw new Error(
      `does not come to rest at ${new Date(this.now).toISOString()}: ${open.join(' ')}`,
    )
  }
}
