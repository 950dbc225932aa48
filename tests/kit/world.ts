import type { Effect } from '#app/group/rules/effect.ts'
import type { PaymentFacts } from '#app/group/rules/payment.ts'
import { type MoneyEffect, openIntentOf, stepFor } from '#app/group/rules/payment-step.ts'
import { movedTo } from '#app/group/rules/settle.ts'
import { findParticipant, type Group, openDeposit, type Place } from '#app/group/rules/state.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { SavedCard } from '#app/payments/rules/charge.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'
import { type GroupStory, placeIdOf, userOf } from './story.ts'

/** One intent at the provider: its current facts and all earlier ones. */
export type Intent = { facts: PaymentFacts; history: PaymentFacts[]; secretGiven: boolean }
type Told = Extract<Effect, { kind: 'notice' | 'audit' }>
export type Work = Exclude<Effect, Told>
export type Todo<Story> = { story: Story; effect: Work }

/**
 * How well the world carries out a call: the response may be lost on the way back, or the call on
 * the way there.
 */
export type Luck = 'well' | 'unreachable' | 'answerLost' | 'declined'

/** Points as the ledger keeps them: rows keyed by operation name, so that each happens once. */
class Ledger {
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

function amountOf(p: Place, purpose: PaymentPurpose): number {
  return purpose === 'balance' ? (p.balance.quote?.amount ?? 0) : (p.inFull ?? 2000)
}

type AnyStory = GroupStory<Group, never>
type CommandOf<Story extends AnyStory> = Parameters<Story['say']>[0]

export type Bank = {
  /** How long it keeps a hold. */
  holdMs?: number
  /** What it saves of a card. */
  card?: SavedCard | null
  /** How many points everybody has. */
  points?: number
}

/** Groups, the payment provider, the points and all outstanding work. */
export abstract class GroupWorld<Story extends AnyStory> {
  now: Instant
  readonly stories: Story[]
  readonly intents: Intent[] = []
  readonly ledger: Ledger
  readonly bank: Bank
  todo: Todo<Story>[] = []
  /** What was written for people to read: notices and the audit log. */
  readonly told: Told[] = []
  #places = 0

  constructor(first: Story, bank: Bank) {
    this.stories = [first]
    this.now = first.now
    this.bank = bank
    this.ledger = new Ledger(bank.points ?? 0)
  }
  get first(): Story {
    return this.stories[0] as Story
  }
  say(story: Story, command: CommandOf<Story>): ErrorCode | null {
    story.now = this.now
    const { state } = story
    const from = story.events.length
    const refused = story.say(command as never)
    const { effects } = story.kind.rules.apply(state, story.events.slice(from))
    for (const effect of effects)
      if (effect.kind === 'notice' || effect.kind === 'audit') this.told.push(effect)
      else this.order(story, effect)
    return refused
  }
  protected order(story: Story, effect: Work): void {
    this.todo.push({ story, effect })
  }
  /**
   * Same order as settle: first the place the intent was made for, then the place its deposit moved
   * to.
   */
  tell(facts: PaymentFacts): void {
    const story = this.stories.find(
      ({ state }) => state && findParticipant(state, facts.participantId),
    )
    if (!story) return
    this.#settle(story, facts)
    const to = movedTo(story.group, facts)
    if (to) this.tell({ ...facts, participantId: to.participantId })
  }
  #settle(story: Story, facts: PaymentFacts) {
    return this.say(story, { type: 'settle', facts } as CommandOf<Story>)
  }
  update(i: Intent, over: Partial<PaymentFacts>): void {
    i.facts = { ...i.facts, ...over }
    i.history.push(i.facts)
  }
  byId = (id: string | null) => this.intents.find((i) => i.facts.intentId === id)

  /** The user's live place, in the newest group where they have one. */
  livePlace(name: string): { story: Story; p: ReturnType<Story['place']> } | null {
    const own = (p: Place) => p.userId === userOf(name) && p.seat !== 'gone'
    const story = this.stories.findLast(({ state }) => state?.participants.some(own))
    const p = story?.state?.participants.find(own)
    return story && p ? { story, p: p as ReturnType<Story['place']> } : null
  }
  hold(name: string, people: number, shift = 0): void {
    const { party } = this.first.kind
    const flightTime = (party().flightTime ?? 0) + shift
    const ids = { participantId: placeIdOf(`${name}${this.#places++}`), userId: userOf(name) }
    const command = { type: 'hold', ...ids, party: party({ people, flightTime }) } as const
    this.say(this.first, command as CommandOf<Story>)
  }
  create(
    intentId: string,
    { id: participantId }: Place,
    purpose: PaymentPurpose,
    attempt: number,
    amount: number,
  ): Intent {
    const found = this.byId(intentId)
    if (found) return found
    const about = { intentId, participantId, purpose, attempt, amount }
    const none = { authorised: false, received: 0, captureBefore: null, card: null }
    const facts: PaymentFacts = { ...about, money: 'unpaid', ...none }
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
    const { story, p } = found
    const { attempt } = purpose === 'balance' ? p.balance : openDeposit(p)
    const amount = amountOf(p, purpose)
    if (amount === 0) return
    const intentId = `${purpose}_${p.id}_${attempt}`
    const made = this.create(intentId, p, purpose, attempt, amount)
    if (!attach) return
    const own = { participantId: p.id, userId: p.userId }
    const command = { type: 'attachIntent', purpose, ...own, attempt, intentId } as const
    const refused = this.say(story, command as CommandOf<Story>)
    const now = findParticipant(story.group, p.id)
    const open = purpose === 'balance' ? [now?.balance] : [now?.deposit, now?.renewal]
    if (!refused && open.some((one) => one?.intentId === intentId)) made.secretGiven = true
  }
  /** The card is confirmed: a deposit may be held; anything else is charged or is processing. */
  pay(i: Intent, slowly = false): void {
    const { money, purpose, amount } = i.facts
    const taken = { money: 'captured', received: amount, authorised: true } as const
    if (money === 'processing') this.update(i, slowly ? { money: 'unpaid' } : taken)
    else if (!i.secretGiven || money !== 'unpaid') return
    // What is paid in full is charged at once.
    else if (this.first.kind.holds && purpose === 'deposit' && amount === 2000) this.holdMoney(i)
    else this.update(i, slowly ? { money: 'processing' } : taken)
  }
  protected holdMoney(i: Intent): void {
    const { holdMs = hours(24 * 7), card = null } = this.bank
    this.update(i, { money: 'held', authorised: true, captureBefore: this.now + holdMs, card })
  }
  /** Paid, and the payment noticed, as most are. */
  payNewest(): void {
    const made = this.intents.at(-1)
    if (!made) return
    this.pay(made)
    this.tell(made.facts)
  }
  begin(name: string, points = 0): void {
    const found = this.livePlace(name)
    if (!found) return
    const own = { participantId: found.p.id, userId: found.p.userId }
    const command = { type: 'beginBalance', ...own, points, pointsPerPound: 100 } as const
    this.say(found.story, command as CommandOf<Story>)
  }
  /** Reserves the points of a payment attempt; `told`: the group is notified. */
  reserve(name: string, told = true): void {
    const found = this.livePlace(name)
    const quote = found?.p.balance.quote
    if (!found || !quote || quote.points === 0) return
    const { id: participantId, userId, balance } = found.p
    const { attempt } = balance
    const operation = `balance:${participantId}:${attempt}`
    const granted = this.ledger.reserve(operation, userId, quote.points)
    const command = { type: 'pointsReserved', participantId, attempt, granted } as const
    if (told) this.say(found.story, command as CommandOf<Story>)
  }
  /** Like the outbox: every attempt reads the work from the current state. */
  doEffect(index: number, luck: Luck): void {
    const task = this.todo[index % Math.max(1, this.todo.length)]
    if (task && luck !== 'unreachable' && this.attempt(task, luck))
      this.todo = this.todo.filter((one) => one !== task)
  }
  /** Tries some work; whether there is nothing left to do about it. */
  protected attempt({ story, effect }: Todo<Story>, luck: Luck): boolean {
    const work = effect as MoneyEffect
    const found = this.byId(openIntentOf(work, story.group))
    if (found) {
      const move = stepFor(work, story.group, found.facts)
      if (move.do === 'release') this.update(found, released(found.facts))
      if (move.do === 'capture') this.update(found, { money: 'captured', received: move.amount })
      if (luck === 'answerLost') return false
      const { participantId } = work
      if (move.do !== 'wait') this.#settle(story, { ...found.facts, participantId })
    }
    return openIntentOf(work, story.group) === null
  }
  tick(): void {
    for (const story of this.stories)
      if (story.state) this.say(story, { type: 'tick' } as CommandOf<Story>)
  }
  /** When one of the groups will next change by the passage of time alone. */
  nextDue(): number {
    const dues = this.stories.map(({ kind, group }) => kind.rules.nextDue(group as never))
    return Math.min(...dues.map((due) => due ?? Number.POSITIVE_INFINITY))
  }
  /**
   * Faults end and time advances to `until`: every effect is done and every payment is read once
   * more.
   */
  settleDown(until: number): void {
    const isBusy = () => this.todo.some(({ effect }) => effect.kind !== 'check')
    for (let round = 0; round < 300; round++) {
      this.tick()
      for (const i of this.intents) this.tell(i.facts)
      for (const i of this.intents) if (i.facts.money === 'processing') this.pay(i)
      for (let n = this.todo.length - 1; n >= 0; n--) this.doEffect(n, 'well')
      const due = this.nextDue()
      if (isBusy() && round % 10 > 0) continue
      if (due <= until) this.now = Math.max(this.now, due)
      else if (isBusy()) continue
      else if (this.now < until) this.now = until
      else return
    }
    const open = this.todo.map(({ effect }) => JSON.stringify(effect))
    throw new Error(
      `does not come to rest at ${new Date(this.now).toISOString()}: ${open.join(' ')}`,
    )
  }
}
