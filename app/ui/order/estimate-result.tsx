import {
  type Carrier,
  compareCarriers,
  estimatePostage,
  type Offer,
  type PostageRow,
  type Range,
} from '#app/domain/order/postage.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { cx } from '#app/ui/cx.ts'

type Parcel = { rows: PostageRow[]; grams: number }
/** An answer in one line, and notes on it. */
type Answer = { headline: string; notes: (string | false)[] }
type Words = { t: Translate; format: Format }

/**
 * What a parcel costs by one carrier or, for null, by each of them, cheapest first. Only the
 * headline is announced to screen readers when it changes. Without a weight its live region is
 * rendered empty, because a region inserted together with its text is not announced.
 */
export function EstimateResult(props: {
  rows: PostageRow[]
  grams: number | null
  carrier: Carrier | null
}) {
  const words = { t: useT(), format: useFormat() }
  const { rows, grams, carrier } = props
  const parcel = grams === null ? null : { rows, grams }
  return (
    <>
      <div role="status" className="empty:-mb-4">
        {parcel && (
          <AnswerText
            {...(carrier ? answerOfOne(words, parcel, carrier) : answerOfAll(words, parcel))}
          />
        )}
      </div>
      {parcel && !carrier && <Offers {...parcel} />}
    </>
  )
}

function AnswerText({ headline, notes }: Answer) {
  return (
    <>
      <p className="figures font-semibold text-18">{headline}</p>
      {notes.map(
        (note) =>
          note && (
            <p key={note} className="text-14 text-muted">
              {note}
            </p>
          ),
      )}
    </>
  )
}

function answerOfOne({ t, format }: Words, { rows, grams }: Parcel, carrier: Carrier): Answer {
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

function answerOfAll({ t, format }: Words, { rows, grams }: Parcel): Answer {
  const kg = kgText(t, grams)
  const [best] = compareCarriers(rows, grams)
  if (best?.estimate.kind === 'price') {
    const price = format.money(best.estimate.amount, 'cny')
    return {
      headline: t('order:estimate.from', { kg, price }),
      notes: [chargedAs(t, grams, best.estimate.grams), t('order:estimate.sorted')],
    }
  }
  const heaviest = best?.estimate.kind === 'tooHeavy' && kgText(t, best.estimate.heaviest)
  return {
    headline: t('order:estimate.nobody', { kg }),
    notes: [heaviest && t('order:estimate.tableEnds', { kg: heaviest }), t('order:estimate.split')],
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

function Offers({ rows, grams }: Parcel) {
  return (
    <ul className="sm:columns-2 sm:gap-x-8">
      {compareCarriers(rows, grams).map((offer) => (
        <OfferLine key={offer.carrier} {...offer} />
      ))}
    </ul>
  )
}

function OfferLine({ carrier, estimate }: Offer) {
  const t = useT()
  const format = useFormat()
  const taken = estimate.kind === 'price'
  return (
    <li className="flex break-inside-avoid items-center justify-between gap-4 border-line border-b py-2">
      <span className="flex min-w-0 flex-col">
        <span>{t(`order:carrier.${carrier}`)}</span>
        <span className="text-13 text-muted">{t(`order:postage.reach.${carrier}`)}</span>
        {!taken && <span className="text-13 text-muted">{rangeText(t, estimate.takes)}</span>}
      </span>
      <span className={cx('figures shrink-0', taken ? 'font-medium' : 'text-muted')}>
        {taken ? format.money(estimate.amount, 'cny') : t('order:postage.notTaken')}
      </span>
    </li>
  )
}
