import type { ReactNode } from 'react'
import { priceNote } from '#app/carpool/ui/fewer-line.tsx'
import { seatedIn } from '#app/carpool/ui/own-car.tsx'
import { seatsText } from '#app/carpool/ui/seats.tsx'
import { is } from '#app/group/rules/status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { tripPrice } from '#app/trip/ui/price.ts'
import { Period } from '#app/trip/ui/trip-line.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Perforation, Ticket, TimeHeading } from '#app/web/ui/ticket/ticket.tsx'
import { PlacePicture, useSubject } from './picture.tsx'
import { type PlaceRecord, recordPathOf } from './place.ts'

type PlaceProps = { place: PlaceRecord }
/** The text alternative of the picture. */
export function useSeatsText(place: PlaceRecord): string {
  const t = useT()
  const { maxPassengers: max, status } = place
  if (place.kind === 'trip') return t('trip:card.taken', { taken: place.currentPassengers, max })
  if (place.private) return t('ride:steps.private')
  return seatsText(t, { taken: seatedIn(place), max, open: is(status, 'joinable') })
}

/** The full price per person. A private car has none: it is priced as a whole. */
function usePrice(place: PlaceRecord) {
  const t = useT()
  const format = useFormat()
  if (place.kind === 'trip') return tripPrice(t, place.balancePrice, 'byOwner')
  if (place.private) return undefined
  return { amount: format.money(place.basePrice), note: priceNote(t, place) }
}

const TITLE = 'place'
/** Height of the picture in a list, and on the page of the place itself. */
const [LISTED_PX, OWN_PX] = [38, 62]

type TicketProps = PlaceProps & {
  /** `h1`: the record itself; `h2`: the page after paying; `h3`: in a list. */
  as: 'h1' | 'h2' | 'h3'
  children: ReactNode
}

/** One's own place as a ticket; `children` are below the perforation. */
export function PlaceTicket({ place, as, children }: TicketProps) {
  const t = useT()
  const price = usePrice(place)
  const seats = useSeatsText(place)
  const subject = useSubject(place)
  const title = as === 'h3' ? `${place.participantId}-title` : TITLE
  const hasPicture = as === 'h1' || (as === 'h3' && isCurrent(place))
  return (
    <Ticket
      title={title}
      head={as === 'h1'}
      className={as === 'h2' ? 'text-ink' : undefined}
      heading={<Heading place={place} as={as} id={title} />}
      line={
        place.kind === 'carpool' ? (
          subject
        ) : (
          <>
            <Period trip={place} />{' '}
            <span className="whitespace-nowrap font-normal text-13">{t('common:londonTime')}</span>
          </>
        )
      }
      price={as === 'h2' ? price : undefined}
      picture={
        hasPicture && (
          <div className="flex shrink-0 flex-col items-end gap-1 pt-1">
            <PlacePicture place={place} height={as === 'h1' ? OWN_PX : LISTED_PX} />
            <span className={as === 'h1' ? 'text-13' : 'text-13 text-muted'}>{seats}</span>
          </div>
        )
      }
    >
      {as !== 'h1' && <Perforation />}
      {children}
    </Ticket>
  )
}

/** Whether the group is still filling up, or goes. */
const isCurrent = (place: PlaceRecord): boolean =>
  place.kind === 'carpool' ? place.list === 'joined' : place.seat !== 'gone'

type HeadingProps = PlaceProps & { as: TicketProps['as']; id: string }

function Heading({ place, as: Tag, id }: HeadingProps) {
  const t = useT()
  const format = useFormat()
  const link = (content: ReactNode) =>
    Tag === 'h3' ? (
      <Link
        to={recordPathOf(place)}
        className="no-underline after:absolute after:inset-0 after:rounded-card"
      >
        {content}
      </Link>
    ) : (
      content
    )
  if (place.kind === 'trip')
    return (
      <Tag id={id} className={Tag === 'h1' ? 'break-words text-22' : 'break-words text-18'}>
        {link(place.tripName)}
      </Tag>
    )
  const { carpoolAt, tripType } = place
  if (Tag === 'h1')
    return (
      <h1 id={id}>
        <span className="block font-normal text-13">
          {t(`carpool:tripType.${tripType}`)} · {format.date(carpoolAt)} {t('common:londonTime')}
        </span>
        <span className="block font-bold text-28">{format.time(carpoolAt)}</span>
      </h1>
    )
  return (
    <TimeHeading
      id={id}
      as={Tag}
      time={format.time(carpoolAt)}
      day={format.date(carpoolAt)}
      note={Tag === 'h2' && t('common:londonTime')}
      link={link}
    />
  )
}
