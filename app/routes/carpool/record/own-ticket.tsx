import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Next } from '#app/ui/carpool/next.ts'
import { Now } from '#app/ui/carpool/now.tsx'
import { OwnCar } from '#app/ui/carpool/own-car.tsx'
import { routeOf } from '#app/ui/carpool/ride-route.ts'
import { useSeatsText } from '#app/ui/carpool/ride-ticket.tsx'
import { StepRow } from '#app/ui/carpool/step-row.tsx'
import { Perforation, Ticket } from '#app/ui/ticket/ticket.tsx'

const CAR_PX = 62
const TITLE = 'ride'

type OwnTicketProps = { record: CarpoolRecord; next: Next; now: number }

/** The page's one ticket: when and where, one sentence, one button, and the steps. */
export function OwnTicket({ record, next, now }: OwnTicketProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { tripType, carpoolAt } = record
  return (
    <Ticket
      title={TITLE}
      head
      heading={
        <h1 id={TITLE}>
          <span className="block font-normal text-13">
            {t(`carpool:tripType.${tripType}`)} · {format.date(carpoolAt)} {t('common:londonTime')}
          </span>
          <span className="block font-bold text-28">{format.time(carpoolAt)}</span>
        </h1>
      }
      line={routeOf(t, language, record)}
      picture={
        <div className="flex shrink-0 flex-col items-end gap-1 pt-1">
          <OwnCar record={record} height={CAR_PX} />
          <span className="text-13">{useSeatsText(record)}</span>
        </div>
      }
    >
      <div className="p-4">
        {/* A group that did not fill leaves a choice, which follows below. */}
        <Now next={isChoice(next) ? { ...next, button: null } : next} now={now} wide />
      </div>
      <Perforation />
      <div className="px-2 py-4">
        <StepRow record={record} stage={next.stage} />
      </div>
    </Ticket>
  )
}

export const isChoice = ({ stage }: Next): boolean => stage === 'failed' || stage === 'failedLate'
