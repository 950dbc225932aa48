import fc from 'fast-check'
import { privateCarOf } from '#app/carpool/rules/decide-own.ts'
import { fewerPrices } from '#app/features/fewer/rules/fewer-set.ts'
import { answerTo, arrivalOf } from '#app/features/moves/rules/decide-move.ts'
import { movesOf } from '#app/features/moves/rules/move-event.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import { renewalOf } from '#app/group/rules/payment-step.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { CARD, infoOf, placeIdOf, Story, userOf } from './carpool.ts'
import { type AnyStep, nameOf, often, one, runAny, stepsWith, user } from './steps.ts'
import { GroupWorld, type Luck, type Todo } from './world.ts'

/** A carpool, and the private cars created from it. */
export class World extends GroupWorld<Story> {
  constructor({ saves = false, holdMs = hours(24 * 7), points = 5000 } = {}) {
    super(new Story(), { card: saves ? CARD : null, holdMs, points })
  }
  get group(): Story {
    return this.first
  }
  get cars(): Story[] {
    return this.stories
  }
  convert(name: string): void {
    const place = this.group.state?.participants.findLast((p) => p.userId === userOf(name))
    if (!place) return
    const participantId = placeIdOf(`alone_${place.id}`)
    const to = { carpoolId: `car_${place.id}`, participantId } as const
    this.say(this.group, { type: 'convert', userId: place.userId, to })
  }
  /** Opens the requested private cars at once, as usually happens. */
  openPrivates(): void {
    for (const task of [...this.todo])
      if (task.effect.kind === 'openPrivate') this.doEffect(this.todo.indexOf(task), 'well')
  }
  protected override attempt(task: Todo<Story>, luck: Luck): boolean {
    const { story, effect } = task
    switch (effect.kind) {
      case 'returnPoints':
        this.ledger.giveBack(`balance:${effect.participantId}:${effect.attempt}`, effect.userId)
        return luck !== 'answerLost'
      case 'earnPoints': {
        const points = Math.floor(effect.pence / 100)
        this.ledger.earn(`earn:${effect.participantId}`, effect.userId, points)
        return luck !== 'answerLost'
      }
      case 'losePoints':
        this.ledger.lose(`earn:${effect.participantId}`, effect.userId)
        return luck !== 'answerLost'
      case 'sendPlace':
        return this.#sendPlace(story, effect.participantId, luck)
      case 'openPrivate':
        return this.#openPrivate(story, effect.participantId) && luck !== 'answerLost'
      case 'renew':
        return this.#renew(story, effect, luck)
      default:
        return super.attempt(task, luck)
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
      if (luck !== 'declined') this.holdMoney(made)
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
}

/** One action in a carpool. */
export type Step =
  | AnyStep<'cutoffAt' | 'carpoolAt'>
  | { do: 'edit' | 'convert' | 'goPrivate' | 'cancelFailed' | 'refundPlace'; user: number }
  /** Accepts one of the prices for fewer people, or none. */
  | { do: 'fewer'; user: number; choice: number }

export const step: fc.Arbitrary<Step> = fc.oneof(
  ...stepsWith({
    shift: fc.constant(0),
    points: fc.constantFrom(0, 300, 5000, 99_999),
    luck: one<Luck>('well', 'well', 'well', 'unreachable', 'answerLost', 'declined'),
    longest: hours(100),
    ends: {
      weight: 1,
      end: one('cutoffAt', 'cutoffAt', 'carpoolAt'),
      before: [0, minutes(5), -minutes(5), -hours(2)],
    },
  }),
  often(2, fc.record({ do: one('edit', 'convert', 'goPrivate', 'goPrivate'), user })),
  often(1, fc.record({ do: one('cancelFailed', 'refundPlace'), user })),
  often(3, fc.record({ do: one('fewer'), user, choice: fc.nat(4) })),
)

/** Runs one step; a step that makes no sense now is refused by the rules or does nothing. */
export function run(world: World, s: Step): unknown {
  const name = 'user' in s ? nameOf(world as never, s.user, s.do) : ''
  const userId = userOf(name)
  const place = world.livePlace(name)
  const own = place && { participantId: place.p.id, userId }
  switch (s.do) {
    case 'edit': {
      const info = infoOf({ bag: world.todo.length % 6 })
      return own && world.say(place.story, { type: 'editInfo', ...own, info })
    }
    case 'convert':
      return world.convert(name)
    case 'goPrivate':
      world.convert(name)
      return world.openPrivates()
    case 'cancelFailed':
      return world.say(world.group, { type: 'cancelFailed', userId })
    case 'fewer': {
      const prices = place ? fewerPrices(place.story.car) : []
      const most = prices[s.choice]?.price ?? null
      return own && world.say(place.story, { type: 'agreeFewer', ...own, most })
    }
    case 'refundPlace': {
      const refund = { type: 'refundPlace', by: 'adm_one' } as const
      return place && world.say(place.story, { ...refund, participantId: place.p.id })
    }
    default:
      return runAny(world as never, s)
  }
}
