import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Destination, PostageRow } from '#app/orders/rules/postage.ts'
import { cx } from '#app/web/ui/cx.ts'
import { type Answer, answerTo, type OfferText, offersFor } from './estimate-answer.ts'

type ResultProps = { rows: PostageRow[]; grams: number | null; to: Destination }

/**
 * What a parcel to a destination costs by each carrier that goes there, cheapest first. Only the
 * headline is announced to screen readers when it changes. Without a weight its live region is
 * rendered empty, because a region inserted together with its text is not announced.
 */
export function EstimateResult({ rows, grams, to }: ResultProps) {
  const words = { t: useT(), format: useFormat() }
  const parcel = grams === null ? null : { rows, grams, to }
  return (
    <>
      <div role="status" className="empty:-mb-4">
        {parcel && <AnswerText {...answerTo(words, parcel)} />}
      </div>
      <ul className="sm:columns-2 sm:gap-x-8 empty:hidden">
        {parcel &&
          offersFor(words, parcel).map((offer) => <OfferLine key={offer.name} {...offer} />)}
      </ul>
    </>
  )
}

const BLANK = { name: '', reach: '', price: '' }

/**
 * The parts of a result, empty, for the script that fills them in
 * (app/orders/ui/estimate-script.ts).
 */
export function ResultParts() {
  return (
    <>
      <AnswerText headline="" notes={['']} />
      <OfferLine {...BLANK} takes={null} />
      <OfferLine {...BLANK} takes="" />
    </>
  )
}

function AnswerText({ headline, notes }: Answer) {
  return (
    <>
      <p data-part="headline" className="figures font-semibold text-18">
        {headline}
      </p>
      {notes.map((note) => (
        <p key={note} data-part="note" className="text-14 text-muted">
          {note}
        </p>
      ))}
    </>
  )
}

function OfferLine({ name, reach, takes, price }: OfferText) {
  const taken = takes === null
  return (
    <li
      data-part={taken ? 'offer' : 'refusal'}
      className="flex break-inside-avoid items-center justify-between gap-4 border-line border-b py-2"
    >
      <span className="flex min-w-0 flex-col">
        <span data-text="name">{name}</span>
        <span data-text="reach" className="text-13 text-muted">
          {reach}
        </span>
        {!taken && (
          <span data-text="takes" className="text-13 text-muted">
            {takes}
          </span>
        )}
      </span>
      <span
        data-text="price"
        className={cx('figures shrink-0', taken ? 'font-medium' : 'text-muted')}
      >
        {price}
      </span>
    </li>
  )
}
