import { Link } from '@remix-run/react'
import { is } from '#app/domain/group/status.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Perforation, Ticket, TimeHeading } from '#app/ui/ticket/ticket.tsx'
import { nextOf } from './next.ts'
import { Now } from './now.tsx'
import { OwnCar, seatedIn } from './own-car.tsx'
import { recordPath } from './paths.ts'
import { routeOf } from './ride-route.ts'
import { seatsText } from './seats.tsx'

type RecordProps = { record: CarpoolRecord }

/** What the picture of the car shows, in words. */
export function useSeatsText(record: CarpoolRecord): string {
  const t = useT()
  const { maxPassengers: max, status } = record
  const taken = seatedIn(record)
  if (record.private) return t('ride:steps.private')
  return seatsText(t, { taken, max, open: is(status, 'joinable') })
}

const CAR_PX = 38

/** One of the student's places in their list: the next step, and behind the time all the rest. */
export function RideTicket({ record, now }: RecordProps & { now: number }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const seats = useSeatsText(record)
  const title = `${record.participantId}-title`
  const route = routeOf(t, language, record)
  const next = nextOf(record, { t, format, language, now })
  return (
    <Ticket
      title={title}
      heading={
        <TimeHeading
          id={title}
          time={format.time(record.carpoolAt)}
          day={format.date(record.carpoolAt)}
          link={(content) => (
            <Link
              to={recordPath(record.participantId)}
              className="no-underline after:absolute after:inset-0 after:rounded-card"
            >
              {content}
            </Link>
          )}
        />
      }
      line={route}
      picture={
        record.list === 'joined' && (
          <div className="flex shrink-0 flex-col items-end gap-1">
            <OwnCar record={record} height={CAR_PX} />
            <span className="text-13 text-muted">{seats}</span>
          </div>
        )
      }
    >
      <Perforation />
      <div className="p-4 pt-3">
        <Now next={next} now={now} about={{ route, time: format.dateTime(record.carpoolAt) }} />
      </div>
    </Ticket>
  )
}
