import { isGroupOpen, isListed } from '#app/domain/group/state.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { CalendarLink, ShareLink } from '#app/ui/share/links.tsx'

/**
 * What the student can share or export: the page to send to others, and the appointment for their
 * calendar.
 */
export function RecordLinks({ record }: { record: CarpoolRecord }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { id, participantId, tripType, airportName, carpoolAt, status, seat } = record
  const gone = seat === 'gone' || ['FAILED', 'CLOSED', 'CANCELLED'].includes(status)
  const way = t(`carpool:route.${tripType}`, { airport: airportName[language] })
  return (
    <div className="flex flex-wrap gap-2">
      {seat !== 'gone' && isGroupOpen(record) && isListed(record) && (
        <ShareLink kind="carpool" id={id} about={`${way} ${format.dateTime(carpoolAt)}`} />
      )}
      <CalendarLink kind="carpool" participantId={participantId} gone={gone} />
    </div>
  )
}
