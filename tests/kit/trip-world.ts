import fc from 'fast-check'
import { hours, minutes } from '#app/kernel/limits.ts'
import { type AnyStep, often, one, runAny, stepsWith } from './steps.ts'
import { Story } from './trip.ts'
import { GroupWorld, type Luck, type Work } from './world.ts'

/** A trip. */
export class World extends GroupWorld<Story> {
  /** The intents ordered to be released, once for each order. */
  readonly released: string[] = []

  constructor() {
    super(new Story(), {})
  }
  get story(): Story {
    return this.first
  }
  protected override order(story: Story, effect: Work): void {
    // A trip keeps no cards, captures its deposits at once and earns no points: no other effects
    // may be ordered.
    if (effect.kind !== 'resolve' && effect.kind !== 'release')
      throw new Error(`a trip with a ${effect.kind}`)
    if (effect.kind === 'release') this.released.push(effect.intentId)
    super.order(story, effect)
  }
}

/** One action on a trip. */
export type Step =
  | AnyStep<'cutoffAt' | 'tripStartAt' | 'tripEndAt'>
  | { do: 'setPrice'; price: number }

export const PRICES = [0, 14, 29, 30, 3000, 4500]

export const step: fc.Arbitrary<Step> = fc.oneof(
  ...stepsWith({
    shift: fc.constantFrom(0, 0, 0, hours(3), -hours(3), hours(4)),
    points: fc.constant(0),
    luck: one<Luck>('well', 'well', 'unreachable', 'answerLost'),
    longest: hours(30),
    ends: {
      weight: 2,
      end: one('cutoffAt', 'cutoffAt', 'cutoffAt', 'tripStartAt', 'tripEndAt'),
      before: [0, 1, minutes(5), -minutes(5)],
    },
  }),
  often(2, fc.record({ do: one('setPrice'), price: fc.constantFrom(...PRICES) })),
)

/** Runs one step; a step that makes no sense now is refused by the rules or does nothing. */
export const run = (world: World, s: Step): unknown =>
  s.do === 'setPrice'
    ? world.say(world.story, { type: 'setBalancePrice', balancePrice: s.price })
    : runAny(world as never, s)
