import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import {
  type Carrier,
  compareCarriers,
  DESTINATIONS,
  type Destination,
  estimatePostage,
  type Offer,
  type PostageRow,
  type Range,
} from '#app/orders/rules/postage.ts'

type Words = { t: Translate; format: Format }
type Parcel = { rows: readonly PostageRow[]; grams: number; to: Destination }

/** An answer in one line, and notes on it. */
export type Answer = { headline: string; notes: string[] }
/** One carrier's offer. `takes`: the weights it takes, if it does not take the parcel. */
export type OfferText = { name: string; reach: string; takes: string | null; price: string }

/** The price of a parcel with the only carrier that delivers there, or with the cheapest. */
export function answerTo(words: Words, parcel: Parcel): Answer {
  const [carrier, another] = DESTINATIONS[parcel.to]
  const { headline, notes } = another
    ? answerOfAll(words, parcel)
    : answerOfOne(words, parcel, carrier)
  return { headline, notes: notes.filter((note) => note !== false) }
}

/** Each carrier's offer for a parcel, cheapest first; empty if there is only one carrier. */
export function offersFor(words: Words, { rows, grams, to }: Parcel): OfferText[] {
  const carriers: readonly Carrier[] = DESTINATIONS[to]
  if (carriers.length === 1) return []
  return compareCarriers(rows, grams, carriers).map((offer) => offerText(words, offer))
}

type AnswerDraft = { headline: string; notes: (string | false)[] }

function answerOfOne({ t, format }: Words, { rows, grams }: Parcel, carrier: Carrier): AnswerDraft {
  const estimate = estimatePostage(rows, grams, carrier)
  const about = { kg: kgText(t, grams), carrier: t(`order:carrier.${carrier}`) }
  if (estimate.kind === 'price')
    return {
      headline: t('order:estimate.price', {
        ...about,
        price: format.money(estimate.amount, 'cny'),
      }),
      notes: [t(`order:postage.reach.${carrier}`), chargedAs(t, grams, estimate.grams)],
    }
  const { takes } = estimate
  return {
    headline: t('order:estimate.notTaken', about),
    notes: [rangeText(t, takes), takes !== null && grams > takes.upTo && t('order:estimate.split')],
  }
}

function answerOfAll({ t, format }: Words, { rows, grams, to }: Parcel): AnswerDraft {
  const kg = kgText(t, grams)
  const [best] = compareCarriers(rows, grams, DESTINATIONS[to])
  if (best?.estimate.kind === 'price')
    return {
      headline: t('order:estimate.from', { kg, price: format.money(best.estimate.amount, 'cny') }),
      notes: [chargedAs(t, grams, best.estimate.grams), t('order:estimate.sorted')],
    }
  const heaviest = best?.estimate.kind === 'tooHeavy' && kgText(t, best.estimate.heaviest)
  return {
    headline: t('order:estimate.nobody', { kg }),
    notes: [heaviest && t('order:estimate.tableEnds', { kg: heaviest }), t('order:estimate.split')],
  }
}

function offerText({ t, format }: Words, { carrier, estimate }: Offer): OfferText {
  const taken = estimate.kind === 'price'
  return {
    name: t(`order:carrier.${carrier}`),
    reach: t(`order:postage.reach.${carrier}`),
    takes: taken ? null : rangeText(t, estimate.takes),
    price: taken ? format.money(estimate.amount, 'cny') : t('order:postage.notTaken'),
  }
}

const kgText = (t: Translate, grams: number) => t('order:postage.kg', { kg: grams / 1000 })

const chargedAs = (t: Translate, grams: number, row: number) =>
  row !== grams && t('order:estimate.chargedAs', { kg: kgText(t, row) })

function rangeText(t: Translate, takes: Range | null): string {
  if (!takes) return t('order:estimate.takesNothing')
  const upTo = kgText(t, takes.upTo)
  return takes.above === 0
    ? t('order:estimate.takes', { upTo })
    : t('order:estimate.takesAbove', { above: kgText(t, takes.above), upTo })
}
