import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Destination, PostageRow } from '#app/orders/rules/postage.ts'
import { cx } from '#app/web/ui/cx.ts'
import { Part } from '#app/web/ui/part.tsx'
import { type Answer, answerTo, type OfferText, offersFor } from './estimate-answer.ts'

type ResultProps = { rows: PostageRow[]; grams: number | null; to: Destination }

/**
 * The price of a parcel with each carrier that delivers to a destination, cheapest first. Only the
 * headline is announced to screen readers when it changes. Without a weight its live region is
 * rendered empty, because a region inserted together with its text is not announced.
 */
export function EstimateResult({ rows, grams, to }: ResultProps) {
  const words = { t: useT(), format: useFormat() }
  const parcel = grams === null ? null : { rows, grams, to }
  return (
    <>
      <Part name="estimate" role="status" className="empty:-mb-4">
        {parcel && <AnswerText {...answerTo(words, parcel)} />}
      </Part>
      <Part name="offers" className="empty:hidden">
        {parcel && (
          <ul className="sm:columns-2 sm:gap-x-8">
            {offersFor(words, parcel).map((offer) => (
              <OfferLine key={offer.name} {...offer} />
            ))}
          </ul>
        )}
      </Part>
    </>
  )
}

function AnswerText({ headline, notes }: Answer) {
  return (
    <>
      <p className="figures font-semibold text-18">{headline}</p>
      {notes.map((note) => (
        <p key={note} className="text-14 text-muted">
          {note}
        </p>
      ))}
    </>
  )
}

function OfferLine({ name, reach, takes, price }: OfferText) {
  const taken = takes === null
  return (
    <li className="flex break-inside-avoid items-center justify-between gap-4 border-line border-b py-2">
      <span className="flex min-w-0 flex-col">
        <span>{name}</span>
        <span className="text-13 text-muted">{reach}</span>
        {!taken && <span className="text-13 text-muted">{takes}</span>}
      </span>
      <span className={cx('figures shrink-0', taken ? 'font-medium' : 'text-muted')}>{price}</span>
    </li>
  )
}
